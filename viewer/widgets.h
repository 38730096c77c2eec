// Widgets known by name, so that scripts and tests can click what users click.
#pragma once
#include <map>
#include <string>

#include "viewer/input_script.h"

namespace octomatch {

class Widgets {
public:
    /// A picture begins: nothing is on the screen yet.
    void clear() { places_.clear(); }

    /// Each returns true when it is clicked. What stands on the button may change, the name stays.
    bool button(const std::string& name, const std::string& label, const std::string& help, bool is_on = false);
    bool toggle(const std::string& name, const std::string& label, bool& value, const std::string& help);
    /// `format` as of printf; to be dragged.
    bool slider(const std::string& name, const std::string& label, double& value, double low, double high,
                const char* format, const std::string& help);

    /// Remembers the place of the item that was shown last.
    void remember(const std::string& name);
    /// The middle of a widget where it was last shown; nullptr: nowhere.
    const MouseMove* find(const std::string& name) const;

private:
    std::map<std::string, MouseMove> places_;
};

}  // namespace octomatch
