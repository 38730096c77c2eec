// Frames into files: a video by ffmpeg, which runs as a process of its own, or numbered pictures.
#pragma once
#include <sys/types.h>

#include <cstdio>
#include <filesystem>
#include <memory>

#include "viewer/image.h"

namespace octomatch {

class VideoWriter {
public:
    /// H.264 in an .mp4 that every player opens. Throws InputError where ffmpeg is missing, naming its package, or
    /// where the file can not be written.
    VideoWriter(const std::filesystem::path& file, double frames_per_second);
    /// Without finish() nothing is left.
    ~VideoWriter();
    VideoWriter(const VideoWriter&) = delete;
    VideoWriter& operator=(const VideoWriter&) = delete;

    /// All frames must have one size. Throws InputError with ffmpeg's own words where that fails.
    void add(const Image& frame);

    /// Waits for ffmpeg and gives the file its name. There must be a frame.
    void finish();

private:
    void start(int width, int height);
    int wait_for_end();
    [[noreturn]] void fail(const std::string& what);

    std::filesystem::path file_, partial_;
    double frames_per_second_;
    int width_ = 0, height_ = 0;
    pid_t ffmpeg_ = -1;
    int to_ffmpeg_ = -1;
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> messages_;  // what ffmpeg says
};

/// frame_0000.png, frame_0001.png ... in a folder, which is made if there is none.
class ImageSequence {
public:
    explicit ImageSequence(const std::filesystem::path& folder);
    void add(const Image& frame);
    int frames() const { return frames_; }

private:
    std::filesystem::path folder_;
    int frames_ = 0;
};

}  // namespace octomatch
