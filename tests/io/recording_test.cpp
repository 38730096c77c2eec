#include "io/recording.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <set>

#include "core/input_error.h"
#include "core/parallel.h"
#include "io/byte_layout.h"
#include "io/chunk_file.h"
#include "io/whole_file.h"
#include "tests/io/small_run.h"
#include "tests/io/temporary_folder.h"

namespace octomatch {
namespace {

namespace fs = std::filesystem;
using namespace test;

constexpr int kFrames = 20;

std::string reason(const std::function<void()>& attempt) {
    try {
        attempt();
    } catch (const InputError& error) {
        return error.what();
    }
    return "no error";
}

/// Records the run from where it is until it is at `frame`.
void record_until(int frame, RestoredWorld& run, RecordingWriter& writer) {
    while (run.world.frame() < frame) {
        const std::vector<Request> requests = requests_for(run.world.frame() + 1);
        run.world.adapt(requests);
        run.world.step();
        writer.append(requests, hash(run.world));
    }
}

/// The bytes of a recording of the first kFrames frames, and their hashes.
struct Recorded {
    std::string bytes;
    std::vector<std::uint64_t> hashes;
    std::size_t first_frame_at;  // where in the bytes
};

Recorded make_recorded() {
    TemporaryFolder folder;
    RestoredWorld run = small_world();
    RecordingWriter writer(folder.path() / "run", "{\"scene\": 1}", run.shapes, run.world);
    record_until(kFrames, run, writer);
    writer.finish();
    Recorded recorded{read_whole_file(folder.path() / "run")};
    for (const RecordedFrame& frame : parse_recording(recorded.bytes).frames)
        recorded.hashes.push_back(frame.state_hash);
    ChunkReader chunks("recording", recorded.bytes);
    chunks.next("TEXT");
    chunks.next("SNAP");
    recorded.first_frame_at = recorded.bytes.size() - chunks.left();
    return recorded;
}

const Recorded& recorded() {
    static const Recorded kRecorded = make_recorded();
    return kRecorded;
}

TEST(Recording, KeepsTextStartRequestsAndHashes) {
    const Recording recording = parse_recording(recorded().bytes);
    RestoredWorld run = small_world();
    EXPECT_EQ(recording.text, "{\"scene\": 1}");
    EXPECT_EQ(to_bytes(recording.start), to_bytes(snapshot_of(*run.shapes, run.world)));
    EXPECT_EQ(recording.damage, "");
    EXPECT_EQ(recorded().hashes, run_until(kFrames, run.world));
    for (int frame = 1; frame <= kFrames; ++frame)
        EXPECT_EQ(to_bytes(recording.frames[frame - 1].requests), to_bytes(requests_for(frame))) << "frame " << frame;
}

void expect_equal_for_all_thread_counts(const Recording& recording) {
    for (int threads : {1, 2, 3, 4, 8}) {
        set_thread_count(threads);
        const ReplayReport report = replay(recording);
        EXPECT_EQ(report.frames, static_cast<int>(recording.frames.size()));
        EXPECT_EQ(report.first_divergence, std::nullopt) << threads << " threads";
        EXPECT_EQ(report.state_hash, recording.frames.back().state_hash);
    }
    set_thread_count(0);
}

TEST(Recording, ReplaysToTheBitWithAnyNumberOfThreads) {
    expect_equal_for_all_thread_counts(parse_recording(recorded().bytes));
}

TEST(Recording, ReplaysABodyOfManyChunksToTheBitWithAnyNumberOfThreads) {
    TemporaryFolder folder;
    const auto shapes = std::make_shared<ShapeLibrary>();
    shapes->add(unit_cube(), {.base_cell = 0.25, .depth = 2, .criteria = {Criterion::uniform}});
    shapes->add(box(Vec3d::Zero(), {0.4, 1.2, 0.4}), coarse());
    EXPECT_GT(shapes->shape({0}).rest->nodes(), 4000);
    RestoredWorld run{shapes, World(shapes)};
    RecordingWriter writer(folder.path() / "run", "", shapes, run.world);
    record_until(10, run, writer);
    writer.finish();
    expect_equal_for_all_thread_counts(read_recording(folder.path() / "run"));
}

TEST(Recording, MayStartInTheMiddleOfARun) {
    TemporaryFolder folder;
    RestoredWorld run = small_world();
    run_until(12, run.world);
    RecordingWriter writer(folder.path() / "run", "", run.shapes, run.world);
    record_until(kFrames, run, writer);
    writer.finish();
    Recording recording = read_recording(folder.path() / "run");
    EXPECT_EQ(recording.frames.size(), 8u);
    EXPECT_EQ(replay(recording).first_divergence, std::nullopt);
    EXPECT_EQ(replay(recording).state_hash, recorded().hashes.back());
    recording.frames[2].state_hash ^= 1;
    EXPECT_EQ(replay(recording).first_divergence, 15);  // as World::frame() counts
}

TEST(Recording, ShapesAddedOnTheWayAreRecordedWithTheirFrame) {
    TemporaryFolder folder;
    RestoredWorld run = small_world();
    RecordingWriter writer(folder.path() / "run", "", run.shapes, run.world);
    record_until(5, run, writer);
    const ShapeId late = run.shapes->add(box(Vec3d::Zero(), {1, 0.5, 0.7}), coarse());
    const Request create = CreateBody{.shape = late, .position = {0, 5, 0}};
    run.world.adapt({&create, 1});
    run.world.step();
    writer.append({&create, 1}, hash(run.world));
    record_until(10, run, writer);
    writer.finish();

    const Recording recording = read_recording(folder.path() / "run");
    EXPECT_EQ(recording.start.shapes.size(), 2u);
    for (int frame = 1; frame <= 10; ++frame)
        EXPECT_EQ(recording.frames[frame - 1].shapes.size(), frame == 6 ? 1u : 0u) << "frame " << frame;
    EXPECT_EQ(replay(recording).first_divergence, std::nullopt);
    EXPECT_EQ(replay(recording).state_hash, hash(run.world));
}

TEST(Recording, TheFirstFrameThatDivergesIsNamed) {
    for (int frame : {1, 7, kFrames}) {
        Recording recording = parse_recording(recorded().bytes);
        for (int f = frame; f <= kFrames; ++f) recording.frames[f - 1].state_hash ^= 0x100;
        EXPECT_EQ(replay(recording).first_divergence, frame);
        EXPECT_EQ(replay(recording).frames, kFrames);
    }
    // The run itself differs: another target for the grab of frame 7, by the least amount there is.
    Recording recording = parse_recording(recorded().bytes);
    auto& target = std::get<MoveGrab>(recording.frames[6].requests.at(0)).target;
    target.x() = std::nextafter(target.x(), 3.0);
    EXPECT_EQ(replay(recording).first_divergence, 7);
    EXPECT_NE(replay(recording).state_hash, recorded().hashes.back());
}

TEST(Recording, ProgressGoesUpToTheEnd) {
    double last = 0;
    replay(parse_recording(recorded().bytes), [&](std::string_view, double fraction) {
        EXPECT_GE(fraction, last);
        last = fraction;
    });
    EXPECT_DOUBLE_EQ(last, 1);
}

TEST(Recording, WhatACrashLeavesCanBeReplayed) {
    TemporaryFolder folder;
    RestoredWorld run = small_world();
    const fs::path file = folder.path() / "run";
    {
        RecordingWriter writer(file, "", run.shapes, run.world);
        record_until(9, run, writer);
        const Recording left = parse_recording(read_whole_file(partial_name(file)));  // while the writer is still at it
        EXPECT_EQ(left.damage, "it was not finished and ends after 9 whole frames");
        EXPECT_EQ(replay(left).state_hash, hash(run.world));
        EXPECT_EQ(replay(left).first_divergence, std::nullopt);
        EXPECT_FALSE(fs::exists(file));
    }
    EXPECT_EQ(read_recording(partial_name(file)).frames.size(), 9u);
}

TEST(Recording, WithoutAFrameNothingIsLeft) {
    TemporaryFolder folder;
    RestoredWorld run = small_world();
    { RecordingWriter writer(folder.path() / "run", "", run.shapes, run.world); }
    EXPECT_TRUE(fs::is_empty(folder.path()));
    const fs::path nowhere = folder.path() / "missing" / "run";
    EXPECT_EQ(reason([&] { RecordingWriter(nowhere, "", run.shapes, run.world); }),
              nowhere.string() + ": can not be written: its folder is missing or not writable");
}

TEST(Recording, AFullDiskIsAnErrorInOneLine) {
    if (!fs::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full here";
    TemporaryFolder folder;
    RestoredWorld run = small_world();
    const fs::path file = folder.path() / "run";
    fs::create_symlink("/dev/full", partial_name(file));
    EXPECT_EQ(reason([&] { RecordingWriter(file, "", run.shapes, run.world); }),
              file.string() + ": can not be written: the disk may be full");
    EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(Recording, CutOffAnywhereItKeepsTheFramesBefore) {
    const std::string& bytes = recorded().bytes;
    int frames = 0;
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const std::string_view cut(bytes.data(), size);
        if (size < recorded().first_frame_at) {
            EXPECT_THROW(parse_recording(cut), InputError) << size;
            continue;
        }
        const Recording recording = parse_recording(cut);
        EXPECT_FALSE(recording.damage.empty()) << size;
        const int kept = static_cast<int>(recording.frames.size());
        EXPECT_TRUE(kept == frames || kept == frames + 1) << size;
        frames = kept;
    }
    EXPECT_EQ(frames, kFrames);
}

TEST(Recording, OneWrongBitCostsItsFrameAndThoseBehindIt) {
    const std::string& bytes = recorded().bytes;
    std::mt19937 random(3);
    for (std::size_t at = recorded().first_frame_at; at < bytes.size(); ++at) {
        std::string damaged = bytes;
        damaged[at] ^= static_cast<char>(1 << random() % 8);
        const Recording recording = parse_recording(damaged);
        EXPECT_FALSE(recording.damage.empty()) << at;
        EXPECT_EQ(recording.frames.size(), parse_recording({bytes.data(), at}).frames.size()) << at;
    }
}

TEST(Recording, SaysWhatIsMissing) {
    const std::string& bytes = recorded().bytes;
    const std::size_t first = recorded().first_frame_at;
    std::string damaged = bytes;
    damaged[first + 21] ^= 4;
    EXPECT_EQ(parse_recording({bytes.data(), first + 30}).damage,
              "frame 1 is cut off; it and all behind it are left out, 30 bytes");
    EXPECT_EQ(parse_recording(damaged).damage, "frame 1 is damaged; it and all behind it are left out, " +
                                                   std::to_string(bytes.size() - first) + " bytes");
    EXPECT_EQ(parse_recording({bytes.data(), bytes.size() - 1}).damage, "its end is cut off");
    EXPECT_EQ(parse_recording(bytes + "abc").damage, "3 bytes behind its end are left out");
    EXPECT_EQ(parse_recording(bytes.substr(0, first) + bytes.substr(bytes.size() - 28)).damage,
              "its end counts 20 frames, but there are 0");
}

TEST(Recording, FilesThatAreNoneAreRefusedWithTheReason) {
    const std::string& bytes = recorded().bytes;
    const std::size_t version_at = std::string_view("octomatch recording\n").size();
    const auto reason_for = [](const std::string& text) { return reason([&] { parse_recording(text); }); };
    std::string newer = bytes, older = bytes, damaged = bytes;
    newer[version_at + 1] = 1;
    older[version_at] = 0;
    damaged[recorded().first_frame_at / 2] ^= 1;
    EXPECT_EQ(reason_for(""), "is empty");
    EXPECT_EQ(reason_for("\x7f"
                         "ELF and so on"),
              "is not an octomatch recording");
    EXPECT_EQ(reason_for("octomatch is a program"), "is not an octomatch recording");
    EXPECT_EQ(reason_for("octomatch snapshot\n" + bytes.substr(version_at)),
              "is an octomatch snapshot, not an octomatch recording");
    EXPECT_EQ(reason_for(newer), "has format version 260, newer than version 4 that this program reads");
    EXPECT_EQ(reason_for(older), "has format version 0, not version 4 that this program reads");
    EXPECT_EQ(reason_for(bytes.substr(0, version_at)), "is cut off within its version");
    EXPECT_EQ(reason_for(bytes.substr(0, version_at + 4 + 10)), "its text is cut off");
    EXPECT_EQ(reason_for(bytes.substr(0, recorded().first_frame_at - 1)), "its snapshot is cut off");
    EXPECT_EQ(reason_for(damaged), "its snapshot is damaged");
    TemporaryFolder folder;
    EXPECT_EQ(reason([&] { read_recording(folder.path() / "none"); }),
              (folder.path() / "none").string() + ": no such file");
    EXPECT_EQ(reason([&] { read_recording(folder.file("text", "hello")); }),
              (folder.path() / "text").string() + ": is not an octomatch recording");
}

std::string mutated(std::string bytes, std::mt19937& random) {
    const auto place = [&] { return random() % bytes.size(); };
    const auto noise = [&](std::size_t count) {
        std::string text(count, '\0');
        for (char& c : text) c = static_cast<char>(random());
        return text;
    };
    switch (random() % 6) {
        case 0:
            for (unsigned flips = 1 + random() % 4; flips > 0; --flips)
                bytes[place()] ^= static_cast<char>(1 << random() % 8);
            return bytes;
        case 1:
            return bytes.substr(0, place());
        case 2:
            return bytes.insert(place(), noise(1 + random() % 40));
        case 3:
            return bytes.replace(place(), 1 + random() % 40, noise(1 + random() % 40));
        case 4:
            return bytes.erase(place(), 1 + random() % 400);
        default: {
            const std::size_t from = place();
            return bytes.insert(place(), bytes.substr(from, random() % 2000));
        }
    }
}

TEST(Recording, AThousandDamagedOnesAreRefusedOrReplayedAsFarAsTheyAreWhole) {
    std::mt19937 random(1);
    const Recording whole = parse_recording(recorded().bytes);
    int refused = 0, shorter = 0;
    std::set<std::size_t> replayed;  // numbers of frames; equal frames need no second replay
    for (int i = 0; i < 1000; ++i) {
        // Half of them are damaged behind the snapshot, where something is left to replay.
        const std::size_t kept = i % 2 ? recorded().first_frame_at : 0;
        const std::string damaged = recorded().bytes.substr(0, kept) + mutated(recorded().bytes.substr(kept), random);
        if (damaged == recorded().bytes) continue;
        Recording recording;
        const std::string why = reason([&] { recording = parse_recording(damaged); });
        if (why != "no error") {
            EXPECT_EQ(why.find('\n'), std::string::npos);
            ++refused;
            continue;
        }
        ++shorter;
        EXPECT_FALSE(recording.damage.empty()) << i;
        const std::size_t frames = recording.frames.size();
        ASSERT_LE(frames, whole.frames.size()) << i;
        EXPECT_EQ(to_bytes(recording.start), to_bytes(whole.start)) << i;
        EXPECT_EQ(to_bytes(recording.frames),
                  to_bytes(std::vector(whole.frames.begin(), whole.frames.begin() + frames)));
        if (!replayed.insert(frames).second) continue;
        const ReplayReport report = replay(recording);
        EXPECT_EQ(report.first_divergence, std::nullopt) << i;
        EXPECT_EQ(report.state_hash, frames == 0 ? whole.start.state_hash : recorded().hashes[frames - 1]) << i;
    }
    EXPECT_GT(refused, 100);
    EXPECT_GT(shorter, 100);
    EXPECT_GT(replayed.size(), 10u);
}

/// Forged settings may ask for more substeps than anybody can wait for.
bool is_quick(const World& world) {
    const auto is_soft = [](const Body& body) { return std::abs(body.material.stiffness.value) < 1e6; };
    return std::abs(world.settings().time_step) < 1 &&
           std::all_of(world.bodies().begin(), world.bodies().end(), is_soft) && world.substeps() < 100;
}

// A forger can set the checksum, so nothing behind it may be taken for granted. The hash of the state, which a forger
// can set too, is compared last: whoever fails there has passed everything else.
TEST(Recording, ForgedWorldsAreRefusedOrRun) {
    std::mt19937 random(2);
    RestoredWorld run = small_world();
    run_until(15, run.world);
    const Snapshot good = snapshot_of(*run.shapes, run.world);
    const std::string world = to_bytes(good.world);
    int refused = 0, ran = 0;
    for (int i = 0; i < 1000; ++i) {
        Snapshot forged = good;
        const std::string why = reason([&] {
            forged.world = from_bytes<World::Saved>(mutated(world, random));
            restored(forged);
        });
        if (why != "no error" && why != "the restored state differs from the one that was saved") {
            ++refused;
            continue;
        }
        World again = World::restored(run.shapes, forged.world);
        if (is_quick(again)) again.step(), ++ran;
    }
    EXPECT_GT(refused, 300);
    EXPECT_GT(ran, 100);
}

TEST(Recording, ForgedRequestsAreRefusedOrCarriedOut) {
    std::mt19937 random(3);
    int refused = 0, ran = 0;
    RestoredWorld run = small_world();
    for (int frame = 1; frame <= 18; ++frame) {
        for (int i = 0; i < 100; ++i) {
            World forged = World::restored(run.shapes, run.world.save());
            const std::string why = reason([&] {
                forged.adapt(from_bytes<std::vector<Request>>(mutated(to_bytes(requests_for(frame)), random)));
            });
            if (why != "no error")
                ++refused;
            else if (is_quick(forged))
                forged.step(), ++ran;
        }
        run_until(frame, run.world);
    }
    EXPECT_GT(refused, 300);
    EXPECT_GT(ran, 100);
}

}  // namespace
}  // namespace octomatch
