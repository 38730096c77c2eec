#include <gtest/gtest.h>
#include <stb_image.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "tests/io/temporary_folder.h"
#include "tests/viewer/window_run.h"

namespace octomatch {
namespace {

namespace fs = std::filesystem;

constexpr Canvas kSmall{.width = 1000, .height = 400, .supersampling = 1};  // the panel takes 430 on the left

MouseMove pixel_of(const Vec3d& point, const SceneCamera& camera) {
    return test::pixel_of(point, camera, kSmall);
}

using test::mouse_event;

class WindowTest : public testing::Test {
protected:
    WindowOptions options(int frames, const std::string& script = "") {
        WindowOptions result{.backend = backend_, .canvas = kSmall, .frames = frames};
        if (!script.empty()) result.script = folder_.file("script.json", script);
        return result;
    }
    std::unique_ptr<Window> run(Simulation simulation, const WindowOptions& options) {
        return test::run(std::move(simulation), options);
    }

    test::TemporaryFolder folder_;
    Backend backend_ = Backend::mock;
};

/// What must be the same with and without pictures.
class WindowBackends : public WindowTest, public testing::WithParamInterface<Backend> {
protected:
    void SetUp() override {
        backend_ = GetParam();
        if (backend_ == Backend::egl) SKIP_WITHOUT_OPENGL();
    }
};

TEST_F(WindowTest, ShowsOneFrameOfTheSimulationInEveryPicture) {
    Simulation alone = test::falling_cube();
    for (int i = 0; i < 12; ++i) alone.advance();
    const auto window = run(test::falling_cube(), options(12));
    EXPECT_EQ(window->simulation().world().frame(), 12);
    EXPECT_EQ(hash(window->simulation().world()), hash(alone.world())) << "looking changes nothing";
}

TEST_F(WindowTest, PauseByKeyOrButtonStopsTheFramesAndLetsThemGoOn) {
    EXPECT_EQ(run(test::falling_cube(), options(20, R"([{"frame": 5, "key": "space"}])"))->simulation().world().frame(),
              5);
    EXPECT_EQ(run(test::falling_cube(), options(20, R"([{"frame": 5, "key": "space"}, {"frame": 9, "key": "space"}])"))
                  ->simulation()
                  .world()
                  .frame(),
              16);
    const auto window = run(test::falling_cube(), options(20, R"([{"frame": 5, "click": "Pause"}])"));
    EXPECT_TRUE(window->paused());
    EXPECT_EQ(window->simulation().world().frame(), 7) << "the button is let go two frames later";
}

TEST_F(WindowTest, StepsSingly) {
    const auto window =
        run(test::falling_cube(), options(20, R"([{"frame": 3, "key": "space"}, {"frame": 6, "key": "s"},
                                                                 {"frame": 9, "key": "s"}, {"frame": 12, "click": "Step"}])"));
    EXPECT_EQ(window->simulation().world().frame(), 6);
    EXPECT_TRUE(window->paused());
    EXPECT_EQ(run(test::falling_cube(), options(9, R"([{"frame": 4, "key": "s"}])"))->simulation().world().frame(), 5)
        << "of a running simulation it is the last step";
}

TEST_F(WindowTest, ResetGoesBackToTheStartToTheBit) {
    const auto window =
        run(test::falling_cube(), options(15, R"([{"frame": 7, "key": "space"}, {"frame": 9, "key": "r"}])"));
    EXPECT_EQ(hash(window->simulation().world()), hash(test::falling_cube().world()));
    const auto again = run(test::falling_cube(), options(15, R"([{"frame": 9, "key": "r"}])"));
    EXPECT_EQ(again->simulation().world().frame(), 6);
}

TEST_F(WindowTest, TogglesByKeyAndByClickAndRemembersWhatIsShown) {
    const auto window = run(test::falling_cube(), options(25, R"([
        {"frame": 1, "key": "2"}, {"frame": 3, "click": "Cells"}, {"frame": 8, "click": "Skin"},
        {"frame": 12, "key": "3"}, {"frame": 14, "key": "3"}, {"frame": 17, "key": "r"}])"));
    EXPECT_EQ(window->shown(), (Shown{.skin = false, .nodes = true, .links = false, .cells = true, .grabs = true}));
}

TEST_F(WindowTest, QuitsWhenAsked) {
    EXPECT_EQ(
        run(test::falling_cube(), options(50, R"([{"frame": 6, "key": "escape"}])"))->simulation().world().frame(), 7);
}

TEST_P(WindowBackends, AGrabWithTheMousePullsTheSkinWhileTheCameraRests) {
    const SceneCamera camera = Window(test::held_pillar(), options(1)).camera();
    const Vec3d point(0, 1.7, 0.5), pulled(0.8, 1.7, 0.5);
    const std::string drag =
        "[" + mouse_event(2, pixel_of(point, camera)) + R"(, {"frame": 3, "button": 0, "down": true}, )" +
        mouse_event(5, pixel_of(0.5 * (point + pulled), camera)) + ", " + mouse_event(7, pixel_of(pulled, camera));
    const Vec3d before = test::mean_skin_point(test::held_pillar());

    const auto held = run(test::held_pillar(), options(30, drag + "]"));
    ASSERT_EQ(held->simulation().world().bodies()[0].grabs.size(), 1u);
    const Grab& grab = held->simulation().world().bodies()[0].grabs[0];
    EXPECT_NEAR(grab.target.x(), pulled.x(), 0.15);
    EXPECT_NEAR(grab.target.y(), pulled.y(), 0.15);
    EXPECT_GT((test::mean_skin_point(held->simulation()) - before).x(), 0.05);
    EXPECT_LT((held->camera().from - camera.from).norm(), 1e-5);

    int frames_held = 0;
    WindowOptions letting_go = options(30, drag + R"(, {"frame": 20, "button": 0, "down": false}])");
    letting_go.after_frame = [&](const Simulation& simulation, const Simulation::Frame&) {
        frames_held += static_cast<int>(simulation.world().bodies()[0].grabs.size());
    };
    const auto released = run(test::held_pillar(), letting_go);
    EXPECT_EQ(frames_held, 17) << "from frame 3 to frame 20";
    EXPECT_TRUE(released->simulation().world().bodies()[0].grabs.empty());
}

TEST_F(WindowTest, ADragBesideTheBodiesTurnsTheCameraAndAsksNothing) {
    const SceneCamera camera = Window(test::held_pillar(), options(1)).camera();
    int requests = 0;
    WindowOptions turning = options(20, R"([{"frame": 2, "mouse": [900, 350]}, {"frame": 3, "button": 0, "down": true},
        {"frame": 5, "mouse": [800, 330]}, {"frame": 7, "mouse": [750, 320]}, {"frame": 10, "button": 0, "down": false}])");
    turning.after_frame = [&](const Simulation&, const Simulation::Frame& frame) {
        requests += static_cast<int>(frame.requests.size());
    };
    const auto window = run(test::held_pillar(), turning);
    EXPECT_EQ(requests, 0);
    EXPECT_GT((window->camera().from - camera.from).norm(), 0.1);
    EXPECT_NEAR((window->camera().from - window->camera().to).norm(), (camera.from - camera.to).norm(), 1e-3);
}

TEST_F(WindowTest, WhatTheMouseAskedForCanBeReplayedWithoutAWindow) {
    const SceneCamera camera = Window(test::held_pillar(), options(1)).camera();
    std::vector<std::vector<Request>> asked;
    WindowOptions recorded = options(
        30, "[" + mouse_event(2, pixel_of({0, 1.7, 0.5}, camera)) + R"(, {"frame": 3, "button": 0, "down": true}, )" +
                mouse_event(6, pixel_of({0.5, 1.5, 0.5}, camera)) + R"(, {"frame": 20, "button": 0, "down": false}])");
    recorded.after_frame = [&](const Simulation&, const Simulation::Frame& frame) { asked.push_back(frame.requests); };
    const auto window = run(test::held_pillar(), recorded);
    ASSERT_EQ(asked.size(), 30u);
    EXPECT_GT(std::count_if(asked.begin(), asked.end(), [](const auto& requests) { return !requests.empty(); }), 15);

    Simulation again = test::held_pillar();
    for (const auto& requests : asked) again.advance(requests);
    EXPECT_EQ(hash(again.world()), hash(window->simulation().world()));
}

TEST_F(WindowTest, AnErrorAfterAFrameComesOutAndLeavesTheEngineUsable) {
    WindowOptions failing = options(10);
    failing.after_frame = [](const Simulation& simulation, const Simulation::Frame&) {
        if (simulation.world().frame() == 4) throw InputError("no space left");
    };
    EXPECT_THROW(run(test::falling_cube(), failing), InputError);
    EXPECT_EQ(run(test::falling_cube(), options(3))->simulation().world().frame(), 3);
}

TEST_F(WindowTest, WithoutAWindowTheNumberOfFramesMustBeGiven) {
    EXPECT_THROW(Window(test::falling_cube(), options(0)), InputError);
}

INSTANTIATE_TEST_SUITE_P(All, WindowBackends, testing::Values(Backend::mock, Backend::egl),
                         [](const auto& test) { return test.param == Backend::mock ? "Mock" : "Egl"; });

TEST(Window, AScreenshotShowsBodiesAndPanel) {
    SKIP_WITHOUT_OPENGL();
    const test::TemporaryFolder folder;
    const fs::path file = folder.path() / "shot.png";
    Window window(test::held_pillar(), {.backend = Backend::egl, .canvas = kSmall, .frames = 4, .screenshot = file});
    window.run();
    int width = 0, height = 0, channels = 0;
    unsigned char* pixels = stbi_load(file.c_str(), &width, &height, &channels, 3);
    ASSERT_TRUE(pixels);
    EXPECT_EQ(width, kSmall.width);
    EXPECT_EQ(height, kSmall.height);
    const auto brightness = [&](const MouseMove& p) { return pixels[3 * (int(p.y) * width + int(p.x)) + 1]; };
    EXPECT_LT(brightness({100, 20}), 180) << "the panel";
    EXPECT_GT(brightness({980, 20}), 220) << "the background";
    EXPECT_LT(brightness(pixel_of({0, 1, 0.5}, window.camera())), 200) << "the pillar";
    stbi_image_free(pixels);
}

TEST(Window, TheMockDrawsNoScreenshot) {
    EXPECT_THROW(Window(test::falling_cube(), {.backend = Backend::mock, .frames = 3, .screenshot = "shot.png"}),
                 InputError);
}

TEST(Window, ABadScriptIsAnErrorBeforeAnythingIsShown) {
    const test::TemporaryFolder folder;
    const fs::path script = folder.file("s.json", R"([{"frame": 1, "click": "Puase"}])");
    try {
        Window(test::falling_cube(), {.backend = Backend::mock, .frames = 3, .script = script});
        FAIL() << "no error";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("did you mean 'Pause'?"), std::string::npos) << error.what();
    }
}

/// Runs in a process of its own, which sees no display.
TEST(WindowDeathTest, WithoutADisplayTheErrorSaysWhatToDo) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const auto attempt = [] {
        unsetenv("DISPLAY");
        try {
            Window window(test::falling_cube(), {});
        } catch (const InputError& error) {
            std::fprintf(stderr, "%s\n", error.what());
            std::_Exit(2);
        }
        std::_Exit(0);
    };
    EXPECT_EXIT(attempt(), testing::ExitedWithCode(2), "no display.*--backend egl .* --backend mock");
}

}  // namespace
}  // namespace octomatch
