// The window from a user's side: choose, cut, undo, refine, record, and anything at random.
#include <gtest/gtest.h>

#include <fstream>
#include <random>

#include "core/hash.h"
#include "tests/io/temporary_folder.h"
#include "tests/viewer/window_run.h"

namespace octomatch {
namespace {

constexpr Canvas kCanvas{.width = 1280, .height = 720, .supersampling = 1};

class WindowTools : public testing::TestWithParam<Backend> {
protected:
    void SetUp() override {
        if (GetParam() == Backend::egl) SKIP_WITHOUT_OPENGL();
    }
    WindowOptions options(int frames, const std::string& events) {
        return {.backend = GetParam(),
                .canvas = kCanvas,
                .frames = frames,
                .script = folder_.file("script.json", "[" + events + "]"),
                .record = folder_.path() / "run"};
    }
    /// As a user sees the held pillar.
    MouseMove pixel(const Vec3d& point) {
        static const SceneCamera camera =
            Window(test::held_pillar(), {.backend = Backend::mock, .canvas = kCanvas, .frames = 1}).camera();
        return test::pixel_of(point, camera, kCanvas);
    }
    std::string cut_across(int frame) {
        return test::key_event(frame, "c") + ", " +
               test::stroke_events(frame + 2, pixel({-0.68, 1.2, 0.5}), pixel({1.1, 1.2, 0.5}),
                                   12);  // from beside the panel
    }
    void expect_to_replay(const Window& window) {
        const ReplayReport report = replay(read_recording(folder_.path() / "run"));
        EXPECT_FALSE(report.first_divergence) << *report.first_divergence;
        EXPECT_EQ(report.state_hash, hash(window.simulation().world()));
    }

    test::TemporaryFolder folder_;
};

TEST_P(WindowTools, AStrokeCutsTheBodyInTwoAndUndoJoinsIt) {
    const auto cut = test::run(test::held_pillar(), options(25, cut_across(2)));
    EXPECT_EQ(cut->simulation().world().bodies().size(), 2u);
    EXPECT_EQ(cut->tools().in_hand(), ToolKind::cut);
    expect_to_replay(*cut);

    const auto undone =
        test::run(test::held_pillar(), options(32, cut_across(2) + ", " + test::click_event(22, "Undo")));
    EXPECT_EQ(undone->simulation().world().bodies().size(), 1u);
    expect_to_replay(*undone);

    const auto redone = test::run(test::held_pillar(), options(40, cut_across(2) + ", " + test::key_event(22, "z") +
                                                                       ", " + test::key_event(26, "y")));
    EXPECT_EQ(redone->simulation().world().bodies().size(), 2u);
    expect_to_replay(*redone);
}

TEST_P(WindowTools, CutsArePossibleWhileItIsPaused) {
    const auto window = test::run(test::held_pillar(), options(40, test::key_event(1, "space") + ", " + cut_across(4) +
                                                                       ", " + test::key_event(30, "space")));
    EXPECT_EQ(window->simulation().world().bodies().size(), 2u);
    EXPECT_LT(window->simulation().world().frame(), 15);
    expect_to_replay(*window);
}

INSTANTIATE_TEST_SUITE_P(All, WindowTools, testing::Values(Backend::mock, Backend::egl),
                         [](const auto& test) { return test.param == Backend::mock ? "Mock" : "Egl"; });

class WindowWithScript : public WindowTools {};

TEST_P(WindowWithScript, TheRefineBrushRefinesWhatItTouches) {
    const int before = frame_of(test::fine_pillar()).nodes();
    const auto window =
        test::run(test::fine_pillar(),
                  options(20, test::click_event(1, "Refine") + ", " +
                                  test::stroke_events(6, pixel({-0.2, 1.5, 0.5}), pixel({0.2, 1.5, 0.5}), 4)));
    EXPECT_GT(frame_of(window->simulation()).nodes(), before);
    expect_to_replay(*window);
}

TEST_P(WindowWithScript, ThePinBrushPinsAndWhatIsPinnedStaysAlsoInAReplay) {
    const auto window =
        test::run(test::held_pillar(),
                  options(30, test::key_event(1, "p") + ", " +
                                  test::stroke_events(3, pixel({-0.2, 1.8, 0.5}), pixel({0.2, 1.8, 0.5}), 4) + ", " +
                                  test::key_event(14, "g") + ", " +
                                  test::stroke_events(16, pixel({0, 1.2, 0.5}), pixel({0.6, 1.2, 0.5}), 6)));
    EXPECT_GT(window->simulation().world().bodies()[0].pins.size(),
              test::held_pillar().world().bodies()[0].pins.size());
    expect_to_replay(*window);
}

TEST_P(WindowWithScript, UndoWhileTheHandHoldsSomethingLetsItGo) {
    const auto window =
        test::run(test::held_pillar(),
                  options(20, test::mouse_event(2, pixel({0, 1.5, 0.5})) + ", " + test::button_event(3, true) + ", " +
                                  test::mouse_event(6, pixel({0.3, 1.5, 0.5})) + ", " + test::key_event(9, "z")));
    EXPECT_TRUE(window->simulation().world().bodies()[0].grabs.empty());
    expect_to_replay(*window);
}

TEST_P(WindowWithScript, AModelIsChosenFromTheCatalogue) {
    int opened = 0;
    const Catalogue catalogue{.scenes = {{"fall", "a cube falls"}},
                              .models = {{"pillar", "stands"}},
                              .open = [&](const std::string& what, const Progress&) {
                                  ++opened;
                                  if (what != "pillar") throw InputError("there is no '" + what + "'");
                                  return test::held_pillar();
                              }};
    Window window("", catalogue, options(20, test::click_event(3, "open pillar")));
    window.run();
    EXPECT_EQ(opened, 1);
    ASSERT_TRUE(window.shows());
    EXPECT_GT(window.simulation().world().frame(), 10);
    expect_to_replay(window);

    Window refused("", catalogue, options(20, test::click_event(3, "open fall")));
    refused.run();
    EXPECT_FALSE(refused.shows());
    EXPECT_EQ(refused.notes(), std::vector<std::string>{"there is no 'fall'"});
    EXPECT_THROW(Window("fall", catalogue, options(3, "")).run(), InputError) << "asked for on the command line";
}

TEST_P(WindowWithScript, TheLatticeBesideItFollowsTheSameHand) {
    const Catalogue catalogue{.open = [](const std::string&, const Progress&) { return test::held_pillar(); },
                              .open_lattice = [](const std::string&, const Progress&) { return test::fine_pillar(); }};
    const double panel = Panel::width(), middle = panel + 0.75 * (kCanvas.width - panel);  // of the adaptive body
    WindowOptions both =
        options(40, test::mouse_event(5, {middle, 0.42 * kCanvas.height}) + ", " + test::button_event(6, true) + ", " +
                        test::mouse_event(9, {middle + 50, 0.42 * kCanvas.height}));
    both.beside = true;
    Window window("pillar", catalogue, both);
    window.run();
    ASSERT_EQ(window.simulation().world().bodies()[0].grabs.size(), 1u);
    ASSERT_EQ(window.lattice().world().bodies()[0].grabs.size(), 1u);
    EXPECT_EQ(window.simulation().world().bodies()[0].grabs[0].target,
              window.lattice().world().bodies()[0].grabs[0].target);
    EXPECT_EQ(window.simulation().world().frame(), window.lattice().world().frame());
    expect_to_replay(window);
}

/// Moves, clicks, drags and keys as a seed has it: nothing crashes, no number is lost, and all of it replays.
void work_at_random(int seed, int events, const std::filesystem::path& folder) {
    const std::vector<std::string> keys{"g", "c", "b", "p", "e", "q", "t", "space", "space", "s",
                                        "r", "z", "y", "f", "m", "1", "2", "3",     "4",     "5",
                                        "6", "7", "8", "n", "o", "o", "l", "k",     "i",     "i"};
    std::mt19937 random(seed);
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    std::string script;
    bool down = false;
    for (int frame = 0; frame < events; ++frame) {
        const int kind = below(20);
        std::string event = "{\"frame\": " + std::to_string(frame) + ", ";
        if (kind < 11) {
            event = test::mouse_event(frame, {below(4) == 0 ? below(1280) : 520.0 + below(240), 100.0 + below(520)});
        } else if (kind < 15) {
            down = !down;
            event = test::button_event(frame, down);
        } else if (kind < 18) {
            event = test::key_event(frame, keys[below(static_cast<int>(keys.size()))]);
        } else if (kind == 18) {
            event += "\"wheel\": " + std::to_string(below(5) - 2) + "}";
        } else {
            event += "\"key\": \"shift\", \"down\": " + std::string(below(3) == 0 ? "true" : "false") + "}";
        }
        script += (frame ? ",\n" : "") + event;
    }
    std::ofstream(folder / "script.json") << "[" << script << "]";
    int lost = 0;
    Window window(test::fine_pillar(), {.backend = Backend::mock,
                                        .canvas = kCanvas,
                                        .frames = events,
                                        .script = folder / "script.json",
                                        .record = folder / "run",
                                        .folder = folder,
                                        .after_frame = [&](const Simulation&, const Simulation::Frame& frame) {
                                            lost += frame.step.non_finite;
                                        }});
    window.run();
    EXPECT_EQ(lost, 0) << "seed " << seed;
}

TEST(WindowFuzz, AnythingAtRandomIsSurvived) {
    const test::TemporaryFolder folder;
    work_at_random(1, 1000, folder.path());
}

TEST(WindowFuzzLong, AnythingAtRandomIsSurvived) {
    for (int seed = 2; seed < 12; ++seed) {
        const test::TemporaryFolder folder;
        work_at_random(seed, 1000, folder.path());
    }
}

INSTANTIATE_TEST_SUITE_P(All, WindowWithScript, testing::Values(Backend::mock),
                         [](const auto&) { return std::string("Mock"); });

}  // namespace
}  // namespace octomatch
