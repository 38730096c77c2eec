#include "viewer/runner.h"

#include <algorithm>
#include <utility>

namespace octomatch {

namespace {}  // namespace

Runner::Runner(Pace pace, AfterFrame after_frame)
    : pace_(pace), after_frame_(std::move(after_frame)), thread_([this] { run(); }) {}

Runner::~Runner() {
    try {
        stop();
    } catch (const std::exception&) {  // nobody is left to tell
    }
}

// ---- from outside

void Runner::post(Command command) {
    const std::lock_guard lock(mutex_);
    commands_.push_back(std::move(command));
    ++posted_;
    wake_.notify_one();
}

void Runner::open(Open open) {
    {
        const std::lock_guard lock(mutex_);
        status_.loading = "opening";
        status_.loaded = 0;
    }
    post(std::move(open));
}

void Runner::ask(std::vector<Request> requests) {
    if (!requests.empty()) post(std::move(requests));
}

void Runner::step() {
    post(Step{});
}

void Runner::reset() {
    post(Reset{});
}

void Runner::seek(int frame) {
    post(Seek{frame});
}

void Runner::record(const std::filesystem::path& file) {
    post(Record{file});
}

void Runner::finish_recording() {
    post(Record{});
}

void Runner::set_paused(bool paused) {
    const std::lock_guard lock(mutex_);
    status_.paused = paused;
    wake_.notify_one();
}

void Runner::set_speed(double speed) {
    const std::lock_guard lock(mutex_);
    speed_ = speed;
    next_frame_ = watch_.seconds();
    wake_.notify_one();
}

void Runner::tick() {
    std::unique_lock lock(mutex_);
    if (pace_ == Pace::in_step) {
        ++ticks_asked_;
        wake_.notify_one();
        done_.wait(lock, [&] { return ticks_done_ == ticks_asked_ || error_ || stopping_; });
    }
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
}

void Runner::settle() {
    std::unique_lock lock(mutex_);
    settling_ = true;
    wake_.notify_one();
    done_.wait(lock, [this, wanted = posted_] { return carried_out_ >= wanted || error_ || stopping_; });
    settling_ = false;
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
}

void Runner::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
        wake_.notify_one();
    }
    if (thread_.joinable()) thread_.join();
    if (recording_) recording_->finish();
    recording_.reset();
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
}

std::shared_ptr<const WorldFrame> Runner::latest() const {
    const std::lock_guard lock(mutex_);
    return latest_;
}

int Runner::opened() const {
    const std::lock_guard lock(mutex_);
    return opened_;
}

GrabId Runner::first_free_grab() const {
    const std::lock_guard lock(mutex_);
    return first_free_grab_;
}

CutId Runner::first_free_cut() const {
    const std::lock_guard lock(mutex_);
    return first_free_cut_;
}

std::shared_ptr<const Scene> Runner::scene() const {
    const std::lock_guard lock(mutex_);
    return scene_;
}

Runner::Span Runner::span() const {
    const std::lock_guard lock(mutex_);
    return span_;
}

Runner::Status Runner::status() const {
    const std::lock_guard lock(mutex_);
    return status_;
}

std::vector<std::string> Runner::take_notes() {
    const std::lock_guard lock(mutex_);
    return std::exchange(notes_, {});
}

// ---- the thread; what it does with commands is in viewer/runner_commands.cpp

bool Runner::frame_is_due() const {
    if (pace_ == Pace::in_step) return ticks_asked_ > ticks_done_;
    return latest_ && !status_.paused && seconds_to_wait() <= 0;
}

// In step, all is done when a tick asks for it, so that a run does not depend on how fast it is.
bool Runner::has_work() const {
    return stopping_ || frame_is_due() || (!commands_.empty() && (settling_ || pace_ == Pace::real_time));
}

double Runner::seconds_to_wait() const {
    return next_frame_ - watch_.seconds();
}

void Runner::run() {
    std::unique_lock lock(mutex_);
    for (;;) {
        if (pace_ == Pace::real_time && latest_ && !status_.paused)
            wake_.wait_for(lock, std::chrono::duration<double>(std::max(0.0, seconds_to_wait())),
                           [this] { return has_work(); });
        else
            wake_.wait(lock, [this] { return has_work(); });
        if (stopping_) return;
        std::vector<Command> commands = std::exchange(commands_, {});
        const int taken = posted_;
        const bool asks_step = std::any_of(commands.begin(), commands.end(),
                                           [](const Command& c) { return std::holds_alternative<Step>(c); });
        if (!asks_step && !status_.paused && frame_is_due()) commands.emplace_back(Step{});
        if (commands.empty() && pace_ == Pace::real_time) continue;
        status_.busy = true;
        const bool ends_tick = ticks_asked_ > ticks_done_;
        lock.unlock();
        std::exception_ptr error;
        try {
            work(commands);
        } catch (...) {
            error = std::current_exception();
        }
        lock.lock();
        status_.busy = false;
        if (error) error_ = error;
        carried_out_ = taken;
        if (ends_tick) ++ticks_done_;
        done_.notify_all();
    }
}

void Runner::work(const std::vector<Command>& commands) {
    for (const Command& command : commands)
        if (simulation_ || std::holds_alternative<Open>(command))
            std::visit([this](const auto& c) { carry_out(c); }, command);
    if (simulation_ && changed_) publish();
}

}  // namespace octomatch
