#include "io/recording.h"

#include <new>

#include "io/byte_layout.h"
#include "io/chunk_file.h"
#include "io/whole_file.h"

namespace octomatch {

namespace {

constexpr std::string_view kKind = "recording", kText = "TEXT", kSnapshot = "SNAP", kFrame = "FRAM", kEnd = "ENDS";

std::string plural(std::size_t count, const char* what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::string damage_at_end(std::size_t frames, ChunkReader& chunks) {
    if (chunks.left() == 0) return "it was not finished and ends after " + plural(frames, "whole frame");
    try {
        const auto counted = read_chunk<std::uint64_t>(kEnd, "its end", chunks);
        if (counted != frames)
            return "its end counts " + plural(counted, "frame") + ", but there are " + std::to_string(frames);
        return chunks.left() == 0 ? "" : plural(chunks.left(), "byte") + " behind its end are left out";
    } catch (const InputError& error) {
        return error.what();
    }
}

// The frames as far as they are whole, and what is wrong behind them.
void read_frames(ChunkReader& chunks, Recording& recording) {
    while (chunks.left() > 0 && chunks.tag() != kEnd) {
        const std::size_t left = chunks.left();
        const std::string name = "frame " + std::to_string(recording.start.world.frame + recording.frames.size() + 1);
        try {
            recording.frames.push_back(read_chunk<RecordedFrame>(kFrame, name, chunks));
        } catch (const InputError& error) {
            recording.damage =
                std::string(error.what()) + "; it and all behind it are left out, " + plural(left, "byte");
            return;
        }
    }
    recording.damage = damage_at_end(recording.frames.size(), chunks);
}

}  // namespace

RecordingWriter::RecordingWriter(const std::filesystem::path& file, const std::string& text,
                                 std::shared_ptr<const ShapeLibrary> shapes, const World& world)
    : file_(file), partial_(partial_name(file)), shapes_(std::move(shapes)), known_shapes_(shapes_->shapes()) {
    out_.open(partial_, std::ios::binary);
    if (!out_) throw InputError(file.string() + ": can not be written: its folder is missing or not writable");
    try {
        write(file_start(kKind) + chunk(kText, to_bytes(text)) +
              chunk(kSnapshot, to_bytes(snapshot_of(*shapes_, world))));
    } catch (...) {
        discard();
        throw;
    }
}

RecordingWriter::~RecordingWriter() {
    if (!finished_ && frames_ == 0) discard();
}

void RecordingWriter::discard() {
    out_.close();
    std::error_code ignored;
    std::filesystem::remove(partial_, ignored);
}

void RecordingWriter::append(std::span<const Request> requests, std::uint64_t state_hash) {
    RecordedFrame frame{.requests = {requests.begin(), requests.end()}, .state_hash = state_hash};
    for (; known_shapes_ < shapes_->shapes(); ++known_shapes_)
        if (shapes_->is_original({known_shapes_})) frame.shapes.push_back(saved_shape(*shapes_, {known_shapes_}));
    write(chunk(kFrame, to_bytes(frame)));
    ++frames_;
}

void RecordingWriter::finish() {
    write(chunk(kEnd, to_bytes(static_cast<std::uint64_t>(frames_))));
    out_.close();
    std::error_code error;
    std::filesystem::rename(partial_, file_, error);
    if (error) throw InputError(file_.string() + ": can not be written: " + error.message());
    finished_ = true;
}

void RecordingWriter::write(const std::string& bytes) {
    out_.write(bytes.data(), static_cast<std::streamsize>(bytes.size())).flush();
    if (!out_) throw InputError(file_.string() + ": can not be written: the disk may be full");
}

Recording parse_recording(std::string_view bytes) {
    ChunkReader chunks(kKind, bytes);
    Recording recording{.text = read_chunk<std::string>(kText, "its text", chunks),
                        .start = read_chunk<Snapshot>(kSnapshot, "its snapshot", chunks)};
    read_frames(chunks, recording);
    return recording;
}

Recording read_recording(const std::filesystem::path& file) {
    try {
        return parse_recording(read_whole_file(file));
    } catch (const InputError& error) {
        throw InputError(file.string() + ": " + error.what());
    } catch (const std::bad_alloc&) {
        throw InputError(file.string() + ": needs more memory than there is");
    }
}

StepReport replay_frame(const RecordedFrame& frame, RestoredWorld& restored) {
    for (const SavedShape& shape : frame.shapes) add_shape(shape, *restored.shapes);
    restored.world.adapt(frame.requests);
    return restored.world.step();
}

ReplayReport replay(const Recording& recording, const Progress& progress) {
    constexpr double kCompiling = 0.1;  // about this share of the whole
    const auto at = [&](std::string_view stage, double fraction) {
        if (progress) progress(stage, fraction);
    };
    RestoredWorld run =
        restored(recording.start, [&](std::string_view stage, double fraction) { at(stage, kCompiling * fraction); });
    ReplayReport report{.state_hash = hash(run.world)};
    for (const RecordedFrame& frame : recording.frames) {
        replay_frame(frame, run);
        report.state_hash = hash(run.world);
        if (report.state_hash != frame.state_hash && !report.first_divergence)
            report.first_divergence = run.world.frame();
        ++report.frames;
        at("replay", kCompiling + (1 - kCompiling) * report.frames / static_cast<double>(recording.frames.size()));
    }
    return report;
}

}  // namespace octomatch
