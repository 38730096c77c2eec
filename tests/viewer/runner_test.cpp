#include "viewer/runner.h"

#include <gtest/gtest.h>

#include <future>
#include <thread>

#include "core/hash.h"
#include "tests/io/temporary_folder.h"
#include "tests/viewer/small_world.h"

namespace octomatch {
namespace {

Runner::Open opens(Simulation (*make)()) {
    return [make](const Progress&) { return make(); };
}

GrabPoint grab_top() {
    return {.grab = {0}, .body = {0}, .point = Vec3d(0, 2, 0), .target = {0.4, 2.2, 0}, .rate = 25};
}

/// Waits for what happens in the other thread, not longer than any machine needs.
template <class Condition>
bool comes_true(Condition condition) {
    for (int i = 0; i < 6000 && !condition(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return condition();
}

TEST(Runner, InStepEveryTickIsAFrame) {
    Runner runner(Pace::in_step);
    runner.open(opens(test::falling_cube));
    for (int i = 0; i < 7; ++i) runner.tick();
    EXPECT_EQ(runner.latest()->frame, 7);
    Simulation alone = test::falling_cube();
    for (int i = 0; i < 7; ++i) alone.advance();
    EXPECT_EQ(hash(runner.simulation().world()), hash(alone.world()));
}

TEST(Runner, PausedItStepsOnlyWhenAsked) {
    Runner runner(Pace::in_step);
    runner.set_paused(true);
    runner.open(opens(test::falling_cube));
    for (int i = 0; i < 3; ++i) runner.tick();
    EXPECT_EQ(runner.latest()->frame, 0);
    runner.step();
    runner.tick();
    runner.tick();
    EXPECT_EQ(runner.latest()->frame, 1);
}

TEST(Runner, InRealTimeItGoesOnWithoutBeingAsked) {
    Runner runner(Pace::real_time);
    runner.set_speed(1000);
    runner.open(opens(test::falling_cube));
    EXPECT_TRUE(comes_true([&] { return runner.latest() && runner.latest()->frame >= 20; }));
    runner.stop();
}

TEST(Runner, WhoLooksNeverWaitsForWhatIsBeingOpened) {
    std::promise<void> may_finish;
    Runner runner(Pace::real_time);
    runner.open([&](const Progress& progress) {
        progress("sampling", 0.25);
        may_finish.get_future().wait();
        return test::falling_cube();
    });
    ASSERT_TRUE(comes_true([&] { return runner.status().loading == "sampling"; }));
    EXPECT_EQ(runner.status().loaded, 0.25);
    runner.tick();  // would hang
    runner.ask({grab_top()});
    EXPECT_EQ(runner.latest(), nullptr);
    may_finish.set_value();
    EXPECT_TRUE(comes_true([&] { return runner.latest() != nullptr; }));
    EXPECT_EQ(runner.status().loading, "");
}

TEST(Runner, OpeningIsGivenUpWhenTheWindowCloses) {
    Runner runner(Pace::real_time);
    std::promise<void> begun;
    runner.open([&](const Progress& progress) -> Simulation {
        begun.set_value();
        for (;;) progress("for ever", 0.5);
    });
    begun.get_future().wait();
    runner.stop();
    EXPECT_EQ(runner.latest(), nullptr);
}

TEST(Runner, WhatCanNotBeOpenedLeavesWhatIsOpen) {
    Runner runner(Pace::in_step);
    runner.open(opens(test::falling_cube));
    runner.tick();
    runner.open([](const Progress&) -> Simulation { throw InputError("there is no file 'x'"); });
    runner.tick();
    EXPECT_EQ(runner.latest()->frame, 2);
    EXPECT_EQ(runner.opened(), 1);
    EXPECT_EQ(runner.take_notes(), std::vector<std::string>{"there is no file 'x'"});
    EXPECT_EQ(runner.status().failed, "there is no file 'x'");
}

TEST(Runner, AFrameThatWasHandedOutStaysAsItWas) {
    Runner runner(Pace::in_step);
    runner.open(opens(test::falling_cube));
    runner.tick();
    const auto frame = runner.latest();
    const std::uint64_t before = hash(frame->bodies[0].body);
    for (int i = 0; i < 5; ++i) runner.tick();
    EXPECT_EQ(hash(frame->bodies[0].body), before);
    EXPECT_NE(hash(runner.latest()->bodies[0].body), before);
}

TEST(Runner, TheTimeLineGoesBackAndForthToTheBit) {
    Runner runner(Pace::in_step);
    runner.open(opens(test::held_pillar));
    std::vector<std::uint64_t> hashes;
    for (int i = 0; i < 80; ++i) {
        if (i == 10) runner.ask({grab_top()});
        if (i > 10 && i < 40) runner.ask({MoveGrab{{0}, {0.4 + 0.01 * i, 2, 0.1}}});
        if (i == 50) runner.ask({ReleaseGrab{{0}}});
        if (i == 60)
            runner.ask(
                {MoveBlade{{0}, {}, {{-1, 1.2, -1}, {-1, 1.2, 1}}}, MoveBlade{{0}, {}, {{1, 1.2, -1}, {1, 1.2, 1}}}});
        if (i == 65) runner.ask({EndCut{{0}}});
        runner.tick();
        hashes.push_back(hash(runner.simulation().world()));
    }
    EXPECT_EQ(runner.span().last, 80);
    runner.set_paused(true);
    for (const int frame : {70, 12, 11, 45, 3, 80, 61, 66}) {
        runner.seek(frame);
        runner.settle();
        EXPECT_EQ(runner.latest()->frame, frame);
        EXPECT_EQ(hash(runner.simulation().world()), hashes[frame - 1]) << "frame " << frame;
    }
    runner.seek(1000);
    runner.settle();
    EXPECT_EQ(runner.latest()->frame, 80);
}

TEST(Runner, WhatIsDoneAtAnEarlierFrameReplacesWhatCameAfterIt) {
    Runner runner(Pace::in_step);
    runner.open(opens(test::held_pillar));
    for (int i = 0; i < 20; ++i) {
        if (i == 12) runner.ask({grab_top()});
        runner.tick();
    }
    runner.set_paused(true);
    runner.seek(5);
    runner.ask({PinZone{{0}, {.box = {{-1, 1.5, -1}, {1, 3, 1}}}}});
    runner.settle();
    EXPECT_EQ(runner.span().last, 5);
    runner.set_paused(false);
    for (int i = 0; i < 15; ++i) runner.tick();
    EXPECT_EQ(runner.latest()->frame, 20);
    EXPECT_TRUE(runner.latest()->bodies[0].grabs.empty()) << "the grab of the other run";
}

TEST(Runner, WhatTheHandHeldAtAnEarlierFrameIsLetGoWhereSomethingElseIsDone) {
    Runner runner(Pace::in_step);
    runner.open(opens(test::held_pillar));
    for (int i = 0; i < 20; ++i) {
        if (i == 3) runner.ask({grab_top()});
        if (i == 15) runner.ask({ReleaseGrab{{0}}});
        runner.tick();
    }
    runner.set_paused(true);
    runner.seek(10);
    runner.settle();
    EXPECT_EQ(runner.latest()->bodies[0].grabs.size(), 1u);
    runner.ask({PinZone{{0}, {.box = {{-1, 1.5, -1}, {1, 3, 1}}}}});
    runner.settle();
    EXPECT_TRUE(runner.latest()->bodies[0].grabs.empty());
}

TEST(Runner, AfterAResetWhatWasDoneByHandIsNotDoneAgain) {
    Runner runner(Pace::in_step);
    runner.open(opens(test::held_pillar));
    for (int i = 0; i < 10; ++i) {
        if (i == 3) runner.ask({grab_top()});
        runner.tick();
    }
    runner.reset();
    for (int i = 0; i < 10; ++i) runner.tick();
    EXPECT_EQ(runner.latest()->frame, 10);
    EXPECT_TRUE(runner.latest()->bodies[0].grabs.empty());
    EXPECT_EQ(runner.span().last, 10);
}

TEST(Runner, ARecordingIsLeftWhereSomethingElseIsDone) {
    const test::TemporaryFolder folder;
    {
        Runner runner(Pace::in_step);
        runner.open(opens(test::held_pillar));
        runner.record(folder.path() / "run");
        for (int i = 0; i < 20; ++i) {
            if (i == 3) runner.ask({grab_top()});
            runner.tick();
        }
        runner.stop();
    }
    Runner runner(Pace::in_step);
    runner.open([&](const Progress&) { return Simulation(read_recording(folder.path() / "run")); });
    for (int i = 0; i < 10; ++i) runner.tick();
    EXPECT_EQ(runner.span().last, 20);
    EXPECT_EQ(runner.latest()->bodies[0].grabs.size(), 1u);
    runner.ask({PinZone{{0}, {.box = {{-1, 1.5, -1}, {1, 3, 1}}}}});
    runner.tick();
    EXPECT_TRUE(runner.latest()->bodies[0].grabs.empty()) << "the recorded hand lets go";
    EXPECT_EQ(runner.span().last, 11);
}

/// What was done by hand, at whatever speed, is a recording that replays to the bit.
class RunnerRecording : public testing::TestWithParam<Pace> {
protected:
    void run_until(Runner& runner, int frame) {
        while (runner.latest()->frame < frame)
            if (GetParam() == Pace::in_step)
                runner.tick();
            else
                std::this_thread::yield();
    }
};

TEST_P(RunnerRecording, ReplaysWithTheSameHash) {
    const test::TemporaryFolder folder;
    const auto file = folder.path() / "run";
    Runner runner(GetParam());
    runner.set_speed(200);
    runner.open(opens(test::held_pillar));
    runner.settle();
    run_until(runner, 3);
    runner.ask({grab_top()});
    runner.record(file);  // of a world in which a hand holds something already
    run_until(runner, 8);
    runner.ask({MoveGrab{{0}, {0.5, 2, 0.3}}});
    run_until(runner, 12);
    runner.set_paused(true);
    runner.settle();
    runner.ask({MoveGrab{{0}, {0.5, 2, 0.4}}});
    runner.ask({MoveGrab{{0}, {0.2, 2, 0.4}}});
    runner.settle();
    EXPECT_EQ(runner.latest()->bodies[0].grabs[0].second.x(), 0.2) << "what is asked is seen though it is paused";
    runner.step();
    runner.settle();
    runner.ask({ReleaseGrab{{0}}});
    runner.set_paused(false);
    runner.settle();
    run_until(runner, 20);
    runner.stop();

    const Recording recording = read_recording(file);
    EXPECT_EQ(recording.damage, "");
    const ReplayReport report = replay(recording);
    EXPECT_EQ(report.frames, runner.simulation().world().frame() - recording.start.world.frame);
    EXPECT_FALSE(report.first_divergence) << *report.first_divergence;
    EXPECT_EQ(report.state_hash, hash(runner.simulation().world()));
}

TEST_P(RunnerRecording, BeginsAgainAtAReset) {
    const test::TemporaryFolder folder;
    const auto file = folder.path() / "run";
    Runner runner(GetParam());
    runner.open(opens(test::falling_cube));
    runner.record(file);
    runner.settle();
    run_until(runner, 6);
    runner.reset();
    runner.settle();
    run_until(runner, 4);
    runner.stop();
    const Recording recording = read_recording(file);
    EXPECT_EQ(recording.start.world.frame, 0);
    EXPECT_EQ(static_cast<int>(recording.frames.size()), runner.simulation().world().frame());
    EXPECT_FALSE(replay(recording).first_divergence);
}

INSTANTIATE_TEST_SUITE_P(All, RunnerRecording, testing::Values(Pace::in_step, Pace::real_time),
                         [](const auto& test) { return test.param == Pace::in_step ? "InStep" : "RealTime"; });

}  // namespace
}  // namespace octomatch
