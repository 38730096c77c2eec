// Straight lines on the stage, such as from what is held to where it is pulled.
#pragma once
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "viewer/colours.h"
#include "viewer/stage_place.h"

namespace octomatch {

class LineView {
public:
    LineView(std::string name, const Colour& colour);
    ~LineView();
    LineView(const LineView&) = delete;
    LineView& operator=(const LineView&) = delete;

    /// From each first to its second, in the world; none hides it.
    void update(const std::vector<std::pair<Vec3d, Vec3d>>& lines, const StagePlace& place);

    /// The stage was emptied.
    void forget();

private:
    struct Structures;

    std::string name_;
    Colour colour_;
    std::size_t lines_ = 0;
    std::unique_ptr<Structures> stage_;
};

}  // namespace octomatch
