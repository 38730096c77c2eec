#include "viewer/engine.h"

#include <GLFW/glfw3.h>
#include <dlfcn.h>
#include <polyscope/polyscope.h>
#include <polyscope/render/engine.h>
#include <polyscope/screenshot.h>
#include <polyscope/view.h>

#include <algorithm>
#include <string>

#include "core/input_error.h"
#include "viewer/colours.h"

namespace octomatch {

namespace {

// Beside Polyscope's own global state, which it describes.
const Stage* holder = nullptr;

std::string polyscope_name(Backend backend) {
    switch (backend) {
        case Backend::glfw:
            return "openGL3_glfw";
        case Backend::egl:
            return "openGL3_egl";
        case Backend::mock:
            return "openGL_mock";
    }
    return {};
}

[[noreturn]] void no_headless_gl(const std::string& reason) {
    throw InputError("pictures need OpenGL without a window (" + reason + "): install libegl1 libgl1 libgl1-mesa-dri");
}

[[noreturn]] void no_window(const std::string& reason) {
    throw InputError("no window can be opened (" + reason +
                     "): run it on a desktop or under xvfb-run, or choose --backend egl (pictures without a window) "
                     "or --backend mock (no graphics)");
}

// Looked for here because Polyscope goes on with null pointers after some of the failures.
void require_system(Backend backend) {
    if (backend == Backend::egl)
        for (const char* library : {"libEGL.so.1", "libGL.so.1"})
            if (!dlopen(library, RTLD_LAZY)) no_headless_gl(std::string(library) + " is missing");
    if (backend == Backend::glfw) {
        if (!glfwInit()) no_window("there is no display");
        glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
        GLFWwindow* rehearsal = glfwCreateWindow(64, 64, "", nullptr, nullptr);
        if (!rehearsal) no_window("the display has no OpenGL");
        glfwDestroyWindow(rehearsal);
    }
}

void set_options() {
    namespace options = polyscope::options;
    options::programName = "octomatch";
    options::verbosity = 0;  // standard output belongs to the command
    options::usePrefsFile = false;
    options::errorsThrowExceptions = true;
    options::displayMessagePopups = false;
    options::automaticallyComputeSceneExtents = false;
    options::frameTickLimitFPSMode = polyscope::LimitFPSMode::IgnoreLimits;
    options::buildDefaultGuiPanels = false;
    options::openImGuiWindowForUserCallback = false;
}

void start(Backend backend) {
    if (polyscope::isInitialized() && polyscope::state::backend == polyscope_name(backend)) return;
    require_system(backend);
    if (polyscope::isInitialized()) polyscope::shutdown();
    holder = nullptr;
    set_options();
    try {
        polyscope::init(polyscope_name(backend));
    } catch (const std::exception& error) {
        if (backend == Backend::egl) no_headless_gl("EGL finds no device");
        no_window(error.what());
    }
    polyscope::view::bgColor = {kBackground[0], kBackground[1], kBackground[2], 1};
}

Image image_of(const std::vector<unsigned char>& rgba) {
    Image image(polyscope::view::bufferWidth, polyscope::view::bufferHeight);
    for (int y = 0; y < image.height; ++y)  // OpenGL's rows go from bottom to top
        for (int x = 0; x < image.width; ++x)
            std::copy_n(&rgba[4 * (std::size_t(image.height - 1 - y) * image.width + x)], 3, image.pixel(x, y));
    return image;
}

}  // namespace

Stage::Stage(Backend backend) : backend_(backend) {
    start(backend_);
}

Stage::~Stage() {
    if (holder != this) return;
    polyscope::removeAllStructures();
    polyscope::state::userCallback = nullptr;
    holder = nullptr;
}

bool Stage::take() {
    start(backend_);
    if (holder == this) return false;
    polyscope::removeAllStructures();
    polyscope::state::userCallback = nullptr;
    // What is drawn comes scaled to about unit size.
    polyscope::state::lengthScale = 1;
    polyscope::state::boundingBox = {glm::vec3(-0.5f), glm::vec3(0.5f)};
    polyscope::options::groundPlaneMode = polyscope::GroundPlaneMode::None;
    polyscope::options::transparencyMode = polyscope::TransparencyMode::None;
    holder = this;
    return true;
}

void Stage::clear() {
    polyscope::removeAllStructures();
}

void Stage::set_canvas(const Canvas& canvas) {
    polyscope::options::ssaaFactor = canvas.supersampling;
    polyscope::internal::lazy::ssaaFactor = canvas.supersampling;
    polyscope::render::engine->setSSAAFactor(canvas.supersampling);
    polyscope::view::setWindowSize(canvas.width, canvas.height);  // the buffers follow only now
}

Image Stage::photograph() {
    return image_of(polyscope::screenshotToBuffer(false));
}

Image Stage::last_frame() {
    return image_of(polyscope::render::engine->displayBuffer->readBuffer());
}

}  // namespace octomatch
