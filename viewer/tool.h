// What the mouse does with its left button. A tool sees the picture that is shown and asks for changes; it makes none.
#pragma once
#include <vector>

#include "viewer/world_frame.h"

namespace octomatch {

/// Where the mouse is, in the world.
struct Pointer {
    Ray ray;     // from the eye
    Vec3d look;  // of the camera
};

struct ToolSettings {
    bool hard_grab = false;
    double cut_depth = 1;     // below the surface, in sizes of what is shown; 1: through all of it
    double push_depth = 0.1;  // in sizes of the body
    double brush = 0.08;      // radius, in sizes of the body
    double stiffness = 0.3;   // times the material's
    bool operator==(const ToolSettings&) const = default;
};

class Tool {
public:
    using Requests = std::vector<Request>;
    virtual ~Tool() = default;

    /// One line: what the mouse does.
    virtual const char* hint() const = 0;

    /// The button goes down. False: there is nothing for the tool, and the drag is the camera's.
    virtual bool press(const WorldFrame& frame, const Pointer& pointer, const ToolSettings& settings,
                       Requests& requests) = 0;
    virtual void drag(const WorldFrame& frame, const Pointer& pointer, Requests& requests) = 0;
    virtual void release(Requests& requests) = 0;
    /// The world was replaced: nothing is to be let go.
    virtual void forget() = 0;
};

}  // namespace octomatch
