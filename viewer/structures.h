// What all views share that put structures on the stage. Inside viewer only.
#pragma once
#include <polyscope/polyscope.h>

#include <utility>
#include <vector>

#include "viewer/colours.h"
#include "viewer/stage_place.h"

namespace octomatch {

using Points = std::vector<glm::vec3>;

template <class Vector>
glm::vec3 to_glm(const Eigen::MatrixBase<Vector>& v) {
    return {v.x(), v.y(), v.z()};
}
inline glm::vec3 to_glm(const Colour& colour) {
    return {colour[0], colour[1], colour[2]};
}
inline Vec3d from_glm(const glm::vec3& v) {
    return {v.x, v.y, v.z};
}

/// A structure that is registered when it is first shown, moved in place while its connectivity stays, and hidden where
/// it is not shown. Its name comes back with it, and with the name what the engine remembers.
template <class Structure>
class StageStructure {
public:
    StageStructure() = default;
    ~StageStructure() { remove(); }
    StageStructure(const StageStructure&) = delete;
    StageStructure& operator=(const StageStructure&) = delete;

    /// `make` registers and returns it, `move` gets it with new positions.
    template <class Make, class Move>
    void show(bool shown, Make make, Move move) {
        if (!shown) {
            if (structure_) structure_->setEnabled(false);
        } else if (!structure_) {
            structure_ = make();
        } else {
            structure_->setEnabled(true);
            move(*structure_);
        }
    }
    void remove() {
        if (structure_) polyscope::removeStructure(std::exchange(structure_, nullptr));
    }
    /// The stage was emptied.
    void forget() { structure_ = nullptr; }

    explicit operator bool() const { return structure_; }
    Structure* operator->() const { return structure_; }

private:
    Structure* structure_ = nullptr;
};

}  // namespace octomatch
