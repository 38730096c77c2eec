#include "viewer/runner.h"

#include <algorithm>
#include <utility>

#include "core/hash.h"
#include "core/input_error.h"

namespace octomatch {

namespace {

constexpr double kMostDebt = 0.1;  // [s] a simulation that is late by more goes on from now

}  // namespace

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

std::optional<SceneCamera> Runner::camera() const {
    const std::lock_guard lock(mutex_);
    return camera_;
}

Runner::Status Runner::status() const {
    const std::lock_guard lock(mutex_);
    return status_;
}

std::vector<std::string> Runner::take_notes() {
    const std::lock_guard lock(mutex_);
    return std::exchange(notes_, {});
}

// ---- the thread

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

void Runner::carry_out(const Open& open) {
    struct Abandoned {};
    const auto progress = [this](std::string_view stage, double share) {
        const std::lock_guard lock(mutex_);
        if (stopping_) throw Abandoned{};
        status_.loading = stage;
        status_.loaded = share;
    };
    const auto is_done = [this](const std::string& why_not) {
        const std::lock_guard lock(mutex_);
        status_.loading.clear();
        status_.failed = why_not;
        if (why_not.empty()) ++opened_;
        next_frame_ = watch_.seconds();
    };
    try {
        Simulation opened = open(progress);
        carry_out(Record{});
        simulation_.emplace(std::move(opened));
    } catch (const InputError& error) {
        note(error.what());
        return is_done(error.what());
    } catch (const Abandoned&) {
        return;
    }
    start_ = simulation_->world().save();
    asked_.clear();
    last_step_ = {};
    for (const std::string& warning : simulation_->warnings()) note(warning);
    publish();
    {
        const std::lock_guard lock(mutex_);
        first_free_grab_ = simulation_->first_free_grab();
        camera_ = simulation_->scene().camera;
    }
    is_done("");
}

void Runner::carry_out(const std::vector<Request>& requests) {
    const AdaptReport report = simulation_->adapt(requests);
    for (const auto& lines : {report.refused, report.notes})
        for (const std::string& line : lines) note(line);
    for (const Request& request : requests) keep(request);
    changed_ = true;
}

// While the world stands still only the last place of a hand counts.
void Runner::keep(const Request& request) {
    const auto* move = std::get_if<MoveGrab>(&request);
    const auto* last = asked_.empty() ? nullptr : std::get_if<MoveGrab>(&asked_.back());
    if (move && last && move->grab == last->grab)
        asked_.back() = request;
    else
        asked_.push_back(request);
}

void Runner::carry_out(const Reset&) {
    simulation_->go_back_to(start_);
    asked_.clear();
    last_step_ = {};
    changed_ = true;
    if (recording_) carry_out(Record{recording_file_});
}

void Runner::carry_out(const Record& record) {
    if (recording_ && record.file != recording_file_) recording_->finish();
    recording_.reset();
    recording_file_ = record.file;
    if (!record.file.empty()) {
        try {
            recording_.emplace(record.file, resolved_json(simulation_->scene()), simulation_->shapes(),
                               simulation_->world());
            asked_.clear();  // the start has them
        } catch (const InputError& error) {
            note(error.what());
        }
    }
    const std::lock_guard lock(mutex_);
    status_.recording = recording_.has_value();
}

void Runner::advance() {
    Simulation::Frame frame = simulation_->advance();
    frame.requests.insert(frame.requests.begin(), asked_.begin(), asked_.end());
    asked_.clear();
    last_step_ = frame.step;
    changed_ = true;
    for (const auto& lines : {frame.adapted.refused, frame.adapted.notes})
        for (const std::string& line : lines) note(line);
    if (recording_) recording_->append(frame.requests, hash(simulation_->world()));
    if (frame.step.non_finite) {
        note("a position is no number any more: reset");
        set_paused(true);
    }
    if (after_frame_) after_frame_(*simulation_, frame);
    const std::lock_guard lock(mutex_);
    time_step_ = simulation_->world().settings().time_step;
    const double now = watch_.seconds();
    next_frame_ += time_step_ / speed_;
    if (next_frame_ < now - kMostDebt) next_frame_ = now;
}

void Runner::publish() {
    auto frame = std::make_shared<WorldFrame>(frame_of(simulation_->world(), *simulation_->shapes()));
    frame->step = last_step_;
    changed_ = false;
    const std::lock_guard lock(mutex_);
    latest_ = std::move(frame);
}

void Runner::note(const std::string& line) {
    const std::lock_guard lock(mutex_);
    notes_.push_back(line);
}

}  // namespace octomatch
