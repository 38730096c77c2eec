#include "viewer/video.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "core/input_error.h"
#include "io/whole_file.h"

extern char** environ;

namespace octomatch {

namespace {

namespace fs = std::filesystem;

/// Starts a program, found by PATH and not by a shell, with its standard input and error as given. Returns an errno.
int spawn(const std::vector<std::string>& words, int input, int errors, pid_t& process) {
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
    const int failed = posix_spawnp(&process, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    return failed;
}

int exit_status(pid_t process) {
    int status = 0;
    while (waitpid(process, &status, 0) < 0)
        if (errno != EINTR) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::vector<std::string> words_of(const std::string& line) {
    std::istringstream in(line);
    return {std::istream_iterator<std::string>(in), {}};
}

std::string number_text(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.9g", value);
    return text.data();
}

constexpr const char* kMissing =
    "videos need the program ffmpeg: install the package ffmpeg, or write pictures instead";

}  // namespace

VideoWriter::VideoWriter(const fs::path& file, double frames_per_second)
    : file_(file),
      partial_(partial_name(file)),
      frames_per_second_(frames_per_second),
      messages_(nullptr, std::fclose) {
    if (file.extension() != ".mp4") throw InputError(file.string() + ": the name of a video must end in .mp4");
    pid_t process;
    const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    const int failed = spawn({"ffmpeg", "-version"}, nothing, nothing, process);
    close(nothing);
    if (failed || exit_status(process) != 0) throw InputError(kMissing);
    if (!std::ofstream(partial_))
        throw InputError(file.string() + ": can not be written: its folder is missing or not writable");
}

VideoWriter::~VideoWriter() {
    if (ffmpeg_ > 0) {
        kill(ffmpeg_, SIGKILL);
        wait_for_end();
    }
    std::error_code ignored;
    fs::remove(partial_, ignored);
}

void VideoWriter::start(int width, int height) {
    width_ = width;
    height_ = height;
    std::array<int, 2> ends{};
    // A socket, because writing to one can be told not to raise SIGPIPE where ffmpeg has gone.
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) fail(std::strerror(errno));
    messages_.reset(std::tmpfile());
    if (!messages_) fail(std::strerror(errno));
    std::vector<std::string> words = words_of("ffmpeg -hide_banner -loglevel error -y -f rawvideo -pixel_format rgb24");
    const auto add = [&](const std::string& more) {
        for (const std::string& word : words_of(more)) words.push_back(word);
    };
    add("-video_size " + std::to_string(width) + "x" + std::to_string(height));
    add("-framerate " + number_text(frames_per_second_) + " -i pipe:0");
    // H.264 in yuv420p, the one form that every player opens, has even sides. Its colours are those of BT.709, and say
    // so: players guess otherwise, by the size.
    add("-vf crop=trunc(iw/2)*2:trunc(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv");
    add("-c:v libx264 -crf 18 -pix_fmt yuv420p");
    add("-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv");
    add("-movflags +faststart -f mp4");
    words.push_back("file:" + partial_.string());
    pid_t process = -1;
    const int failed = spawn(words, ends[0], fileno(messages_.get()), process);
    close(ends[0]);
    if (failed) {
        close(ends[1]);
        fail(std::strerror(failed));
    }
    ffmpeg_ = process;
    to_ffmpeg_ = ends[1];
}

void VideoWriter::add(const Image& frame) {
    if (ffmpeg_ < 0) start(frame.width, frame.height);
    if (frame.width != width_ || frame.height != height_) fail("its frames differ in size");
    const unsigned char* next = frame.rgb.data();
    for (std::size_t left = frame.rgb.size(); left > 0;) {
        const ssize_t sent = send(to_ffmpeg_, next, left, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0) fail("ffmpeg ended early");
        next += sent;
        left -= static_cast<std::size_t>(sent);
    }
}

void VideoWriter::finish() {
    if (ffmpeg_ < 0) fail("it has no frames");
    if (const int status = wait_for_end(); status != 0) fail("ffmpeg failed with code " + std::to_string(status));
    std::error_code error;
    fs::rename(partial_, file_, error);
    if (error) fail(error.message());
}

int VideoWriter::wait_for_end() {
    close(std::exchange(to_ffmpeg_, -1));
    return exit_status(std::exchange(ffmpeg_, -1));
}

void VideoWriter::fail(const std::string& what) {
    if (ffmpeg_ > 0) wait_for_end();  // to hear all it says
    std::string said;
    if (messages_) {
        std::rewind(messages_.get());
        for (int c; said.size() < 200 && (c = std::fgetc(messages_.get())) != EOF && c != '\n';) said += char(c);
    }
    throw InputError(file_.string() + ": the video can not be written: " + what + (said.empty() ? "" : ": " + said));
}

ImageSequence::ImageSequence(const fs::path& folder) : folder_(folder) {
    std::error_code error;
    fs::create_directories(folder_, error);
    if (error) throw InputError(folder_.string() + ": the folder can not be made: " + error.message());
}

void ImageSequence::add(const Image& frame) {
    std::array<char, 32> name{};
    std::snprintf(name.data(), name.size(), "frame_%04d.png", frames_);
    write_png(folder_ / name.data(), frame);
    ++frames_;
}

}  // namespace octomatch
