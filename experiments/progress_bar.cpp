#include "experiments/progress_bar.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>

#include "core/timer.h"

namespace octomatch {

namespace {

constexpr double kPatience = 2;  // seconds before anything is shown
constexpr auto kBetweenPaints = std::chrono::milliseconds(200);
constexpr int kWidth = 30;

std::string time_text(double seconds) {
    const int whole = static_cast<int>(seconds + 0.5);
    return whole < 100 ? fmt::format("{} s", whole) : fmt::format("{}:{:02} min", whole / 60, whole % 60);
}

}  // namespace

// A thread of its own paints, because a stage may be silent for longer than anybody likes to look at a still bar.
struct ProgressBar::Painter {
    Painter() : painting([this](std::stop_token stop) { paint_until(stop); }) {}
    ~Painter() {
        painting.request_stop();
        painting.join();
        if (shown) std::fputs("\r\033[K", stderr);
    }

    void report(std::string_view now, double done) {
        const std::lock_guard lock(guard);
        stage = now;
        fraction = std::clamp(done, 0.0, 1.0);
        reported = watch.seconds();
    }

    void paint_until(std::stop_token stop) {
        std::unique_lock lock(guard);
        while (!wake.wait_for(lock, stop, kBetweenPaints, [&] { return stop.stop_requested(); }))
            if (watch.seconds() > kPatience) paint();
    }

    void paint() {
        const double now = watch.seconds();
        // At the pace so far; between two reports the clock goes on and the work is assumed to.
        const double left = fraction > 0 ? reported * (1 - fraction) / fraction - (now - reported) : -1;
        const int full = static_cast<int>(kWidth * fraction);
        const std::string line =
            fmt::format("[{:#<{}}{:-<{}}] {:3.0f} %  {}  {}", "", full, "", kWidth - full, 100 * fraction,
                        left > 0.5 ? time_text(left) + " left" : time_text(now) + " so far", stage);
        std::fprintf(stderr, "\r%s\033[K", line.c_str());
        std::fflush(stderr);
        shown = true;
    }

    Stopwatch watch;
    std::mutex guard;
    std::condition_variable_any wake;
    std::string stage;
    double fraction = 0, reported = 0;
    bool shown = false;
    std::jthread painting;  // the last member: it uses all others
};

ProgressBar::ProgressBar() : painter_(isatty(STDERR_FILENO) ? std::make_unique<Painter>() : nullptr) {}

ProgressBar::~ProgressBar() = default;

Progress ProgressBar::progress() {
    if (!painter_) return {};
    return [painter = painter_.get()](std::string_view stage, double fraction) { painter->report(stage, fraction); };
}

Progress part_of(Progress whole, double begin, double end) {
    if (!whole) return {};
    return [whole = std::move(whole), begin, end](std::string_view stage, double fraction) {
        whole(stage, begin + (end - begin) * fraction);
    };
}

}  // namespace octomatch
