// What can be opened, to choose from.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "viewer/runner.h"
#include "viewer/widgets.h"

namespace octomatch {

/// Handed in by the program: the viewer knows no models and no scenes.
struct Catalogue {
    struct Item {
        std::string name, about;
    };
    std::vector<Item> scenes, models;
    /// Of those, or of a file. Runs in another thread.
    std::function<Simulation(const std::string& what, const Progress& progress)> open;
    /// The same as a uniform lattice.
    std::function<Simulation(const std::string& what, const Progress& progress)> open_lattice;

    Runner::Open opening(const std::string& what, bool as_lattice = false) const {
        return
            [open = as_lattice ? open_lattice : open, what](const Progress& progress) { return open(what, progress); };
    }
};

class Chooser {
public:
    Chooser(const Catalogue& catalogue, Widgets& widgets) : catalogue_(catalogue), widgets_(widgets) {}

    /// "open hand" for the model or scene of that name.
    std::vector<std::string> widget_names() const;

    /// The name that was clicked. `can_close`: there is something else to look at; closing clears `open`.
    std::optional<std::string> show(bool can_close, bool& open);

private:
    void list(const char* title, const std::vector<Catalogue::Item>& items, std::optional<std::string>& chosen);

    const Catalogue& catalogue_;
    Widgets& widgets_;
};

}  // namespace octomatch
