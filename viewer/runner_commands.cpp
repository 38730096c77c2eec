// Runner, in its thread: what is asked of it, carried out.
#include <algorithm>
#include <set>
#include <utility>

#include "core/hash.h"
#include "core/input_error.h"
#include "viewer/runner.h"

namespace octomatch {

namespace {

constexpr double kMostDebt = 0.1;  // [s] a simulation that is late by more goes on from now
constexpr int kKeyframeSpacing = 30;
constexpr std::size_t kKeyframes = 64;  // then every other one is dropped

}  // namespace

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
    by_hand_.clear();
    keyframes_.clear();
    keyframe_spacing_ = kKeyframeSpacing;
    hand_was_in_ = -1;
    span_now_ = {start_.frame, std::max(start_.frame, simulation_->recorded_until())};
    last_step_ = {};
    for (const std::string& warning : simulation_->warnings()) note(warning);
    publish();
    {
        const std::lock_guard lock(mutex_);
        first_free_grab_ = simulation_->first_free_grab();
        first_free_cut_ = simulation_->first_free_cut();
        scene_ = std::make_shared<const Scene>(simulation_->scene());
    }
    is_done("");
}

void Runner::carry_out(const std::vector<Request>& requests) {
    if (simulation_->world().frame() < span_now_.last) go_own_way();
    const AdaptReport report = simulation_->adapt(requests);
    for (const auto& lines : {report.refused, report.notes})
        for (const std::string& line : lines) note(line);
    for (const Request& request : requests) keep(request);
    hand_was_in_ = simulation_->world().frame();
    by_hand_[hand_was_in_] = asked_;
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

// What was done by hand is not done again; a recording is run again.
void Runner::carry_out(const Reset&) {
    go_back_to(start_);
    by_hand_.clear();
    keyframes_.clear();
    span_now_.last = std::max(start_.frame, simulation_->recorded_until());
    last_step_ = {};
    changed_ = true;
    if (recording_) carry_out(Record{recording_file_});
}

void Runner::carry_out(const Seek& seek) {
    const int frame = std::clamp(seek.frame, span_now_.first, span_now_.last);
    if (recording_) {
        carry_out(Record{});
        note("the recording ends where the time line was used");
    }
    const auto after = keyframes_.upper_bound(frame);
    const World::Saved& nearest = after == keyframes_.begin() ? start_ : std::prev(after)->second;
    if (frame < simulation_->world().frame() || nearest.frame > simulation_->world().frame()) go_back_to(nearest);
    changed_ = true;
    while (simulation_->world().frame() < frame) last_step_ = run_frame().step;
}

void Runner::go_back_to(const World::Saved& saved) {
    simulation_->go_back_to(saved);
    asked_.clear();
    hand_was_in_ = -1;
}

/// What was recorded or done from here on gives way to what is done now.
void Runner::go_own_way() {
    const int frame = simulation_->world().frame();
    span_now_.last = frame;
    by_hand_.erase(by_hand_.lower_bound(frame), by_hand_.end());
    keyframes_.erase(keyframes_.upper_bound(frame), keyframes_.end());
    const bool leaves_recording = simulation_->recorded_until() > frame;
    simulation_->leave_recording();
    // What the hand held then, nobody lets go any more; what a recorded one held, neither.
    const GrabId first_grab = leaves_recording ? GrabId{0} : simulation_->first_free_grab();
    const CutId first_cut = leaves_recording ? CutId{0} : simulation_->first_free_cut();
    std::vector<Request> let_go;
    std::set<CutId> cuts;
    for (const Body& body : simulation_->world().bodies()) {
        for (const Grab& grab : body.grabs)
            if (grab.id >= first_grab) let_go.emplace_back(ReleaseGrab{grab.id});
        if (body.cut >= first_cut && cuts.insert(body.cut).second) let_go.emplace_back(EndCut{body.cut});
    }
    simulation_->adapt(let_go);
    asked_.insert(asked_.end(), let_go.begin(), let_go.end());
    if (leaves_recording) note("the recording is left at frame " + std::to_string(frame));
}

void Runner::keep_keyframe() {
    const int frame = simulation_->world().frame();
    if ((frame - span_now_.first) % keyframe_spacing_ != 0 || keyframes_.contains(frame)) return;
    keyframes_.emplace(frame, simulation_->world().save());
    if (keyframes_.size() <= kKeyframes) return;
    keyframe_spacing_ *= 2;
    std::erase_if(keyframes_,
                  [&](const auto& entry) { return (entry.first - span_now_.first) % keyframe_spacing_ != 0; });
}

Simulation::Frame Runner::run_frame() {
    const auto again = by_hand_.find(simulation_->world().frame());
    if (again != by_hand_.end() && again->first != hand_was_in_) {
        simulation_->adapt(again->second);
        asked_ = again->second;
    }
    Simulation::Frame frame = simulation_->advance();
    frame.requests.insert(frame.requests.begin(), asked_.begin(), asked_.end());
    asked_.clear();
    keep_keyframe();
    span_now_.last = std::max(span_now_.last, simulation_->world().frame());
    return frame;
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
    const Simulation::Frame frame = run_frame();
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
    span_ = span_now_;
    latest_ = std::move(frame);
}

void Runner::note(const std::string& line) {
    const std::lock_guard lock(mutex_);
    notes_.push_back(line);
}

}  // namespace octomatch
