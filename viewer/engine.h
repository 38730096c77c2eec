// Polyscope: one engine per process with one global stage. Whoever draws takes the stage first.
#pragma once
#include "viewer/image.h"

namespace octomatch {

enum class Backend {
    glfw,  // a window
    egl,   // OpenGL without a window
    mock   // no OpenGL at all: everything runs, nothing is drawn
};

struct Canvas {
    int width = 1280, height = 720;  // pixels
    int supersampling = 1;           // each pixel is the mean of this many squared

    double aspect() const { return static_cast<double>(width) / height; }
};

class Stage {
public:
    /// Starts the engine, or starts it again where another back end is running. Throws InputError that says what to
    /// install or to choose instead.
    explicit Stage(Backend backend);
    ~Stage();  // leaves it empty
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;

    /// To be called before drawing. True: others had the stage since, or nobody ever: it is empty, and whatever was
    /// registered before is gone.
    bool take();

    /// Removes all that stands on it.
    void clear();

    /// Of what is drawn from now on.
    void set_canvas(const Canvas& canvas);

    /// What stands on the stage, through the present camera, without panels.
    Image photograph();

    /// The last frame as the user saw it, with panels.
    Image last_frame();

private:
    Backend backend_;
};

}  // namespace octomatch
