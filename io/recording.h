// Recordings: where a world started and what was asked of it in every frame, with the hash of the state that came out.
// That is all it takes to run it again, and to notice where a run differs.
//
// A frame is on its way to the disk as soon as it is appended, so a program that crashes leaves all frames but the
// last; what it leaves is called FILE.<process>.part and can be read and replayed like any other.
#pragma once
#include <filesystem>
#include <fstream>
#include <optional>
#include <span>

#include "io/snapshot.h"

namespace octomatch {

struct RecordedFrame {
    std::vector<SavedShape> shapes;  // new in this frame
    std::vector<Request> requests;   // before the step
    std::uint64_t state_hash = 0;    // after it
};

struct Recording {
    std::string text;  // whatever the recorder wanted to keep, such as the scene's JSON
    Snapshot start;
    std::vector<RecordedFrame> frames;
    std::string damage;  // what is missing, in one line; empty for a recording that is whole
};

class RecordingWriter {
public:
    /// Starts with the world as it is. Throws InputError where the file can not be written.
    RecordingWriter(const std::filesystem::path& file, const std::string& text,
                    std::shared_ptr<const ShapeLibrary> shapes, const World& world);
    /// Without finish() the frames stay in the temporary file; one without frames is removed.
    ~RecordingWriter();
    RecordingWriter(const RecordingWriter&) = delete;
    RecordingWriter& operator=(const RecordingWriter&) = delete;

    /// One frame, after its step: what was asked before the step, and hash(world) after it. Shapes that were added to
    /// the library since the last frame are recorded with it. Throws InputError where there is no room left.
    void append(std::span<const Request> requests, std::uint64_t state_hash);

    /// Closes the recording and gives the file its name.
    void finish();

    int frames() const { return frames_; }

private:
    void write(const std::string& bytes);
    void discard();

    std::filesystem::path file_, partial_;
    std::shared_ptr<const ShapeLibrary> shapes_;
    int known_shapes_ = 0;
    int frames_ = 0;
    bool finished_ = false;
    std::ofstream out_;
};

/// Throws InputError, one line with the file and the reason, for files that are not recordings of this version or are
/// damaged before the first frame. Damage behind it costs the frames from there on and is told in Recording::damage.
Recording read_recording(const std::filesystem::path& file);

/// The same from the bytes of a file; errors hold the reason alone.
Recording parse_recording(std::string_view bytes);

/// One frame of a recording on the world it belongs to: shapes, requests, step.
StepReport replay_frame(const RecordedFrame& frame, RestoredWorld& restored);

struct ReplayReport {
    int frames = 0;
    std::optional<int> first_divergence;  // World::frame() after the first step with another hash
    std::uint64_t state_hash = 0;         // at the end
};

/// Runs all frames and compares the hash after every one.
ReplayReport replay(const Recording& recording, const Progress& progress = {});

}  // namespace octomatch
