// A simulation in a thread of its own: it takes what was asked of it between two steps, and hands out the frame it
// finished last. So the window never waits for a body that is being sampled or cut.
//
// What was asked, stamped with the frame in which it was carried out, is the recording: what is done by hand replays
// without a window to the bit.
#pragma once
#include <condition_variable>
#include <exception>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "core/timer.h"
#include "io/recording.h"
#include "io/simulation.h"
#include "viewer/world_frame.h"

namespace octomatch {

enum class Pace {
    in_step,   // a frame for every tick() that waits for it: the same run every time
    real_time  // as fast as the world's time goes, times the speed, and no faster
};

class Runner {
public:
    /// Loads and samples what is to be simulated; runs in the runner's thread.
    using Open = std::function<Simulation(const Progress&)>;
    /// After every frame, in the runner's thread.
    using AfterFrame = std::function<void(const Simulation&, const Simulation::Frame&)>;

    explicit Runner(Pace pace, AfterFrame after_frame = {});
    ~Runner();
    Runner(const Runner&) = delete;
    Runner& operator=(const Runner&) = delete;

    // Carried out in the order in which they were asked.
    void open(Open open);
    void ask(std::vector<Request> requests);
    void step();   // one frame, though it is paused
    void reset();  // back to the start; a recording begins again there
    /// To another frame of what has been run, or of a recording: what was done by hand is done again on the way. What
    /// is asked at an earlier frame replaces all that came after it.
    void seek(int frame);
    /// Begins with the world as it is then. What was recorded before is finished.
    void record(const std::filesystem::path& file);
    void finish_recording();

    // At once.
    void set_paused(bool paused);
    void set_speed(double speed);  // 1: real time

    /// In step: carries out all that was asked, and one frame unless paused; returns when that is done. In real time:
    /// nothing. Throws what was thrown in the thread.
    void tick();

    /// Ends the thread, after the step it is in, and finishes a recording.
    void stop();

    /// Carries out all that was asked, without a frame, and returns when that is done. Throws as tick() does.
    void settle();

    /// The frame finished last; nullptr: nothing is open yet.
    std::shared_ptr<const WorldFrame> latest() const;
    /// Counts what has been opened; of the last one:
    int opened() const;
    GrabId first_free_grab() const;
    CutId first_free_cut() const;
    std::shared_ptr<const Scene> scene() const;

    struct Status {
        bool paused = false, recording = false;
        bool busy = false;    // with a step, or with what was asked
        std::string loading;  // the stage; empty: nothing is being opened
        double loaded = 0;    // share
        std::string failed;   // why the last one could not be
    };
    Status status() const;
    /// The frames that can be sought.
    struct Span {
        int first = 0, last = 0;
    };
    Span span() const;
    /// What happened since the last call, one line each.
    std::vector<std::string> take_notes();

    /// Only while nothing runs: in step between ticks, or after stop(). Something must be open.
    const Simulation& simulation() const { return *simulation_; }

private:
    struct Step {};
    struct Reset {};
    struct Seek {
        int frame = 0;
    };
    struct Record {
        std::filesystem::path file;  // empty: finish
    };
    using Command = std::variant<Open, std::vector<Request>, Step, Reset, Seek, Record>;

    void post(Command command);
    void run();
    bool has_work() const;
    bool frame_is_due() const;
    double seconds_to_wait() const;
    void work(const std::vector<Command>& commands);

    void carry_out(const Open& open);
    void carry_out(const std::vector<Request>& requests);
    void carry_out(const Step&) { advance(); }
    void carry_out(const Reset&);
    void carry_out(const Seek& seek);
    void carry_out(const Record& record);
    void advance();
    Simulation::Frame run_frame();
    void keep_keyframe();
    void go_back_to(const World::Saved& saved);
    void go_own_way();
    void publish();
    void note(const std::string& line);
    void keep(const Request& request);

    const Pace pace_;
    const AfterFrame after_frame_;

    // The thread's own.
    std::optional<Simulation> simulation_;
    World::Saved start_;
    std::vector<Request> asked_;  // and carried out, since the last frame
    StepReport last_step_;
    bool changed_ = false;                         // since the last published frame
    std::map<int, std::vector<Request>> by_hand_;  // before the step of which frame
    std::map<int, World::Saved> keyframes_;
    int keyframe_spacing_ = 0;
    int hand_was_in_ = -1;  // the frame whose by_hand_ the world has already
    Span span_now_;
    std::filesystem::path recording_file_;
    std::optional<RecordingWriter> recording_;

    // Shared.
    mutable std::mutex mutex_;
    std::condition_variable wake_, done_;
    std::vector<Command> commands_;
    std::shared_ptr<const WorldFrame> latest_;
    std::vector<std::string> notes_;
    Status status_;
    std::exception_ptr error_;
    int ticks_asked_ = 0, ticks_done_ = 0, opened_ = 0;
    int posted_ = 0, carried_out_ = 0;  // commands
    GrabId first_free_grab_;
    CutId first_free_cut_;
    std::shared_ptr<const Scene> scene_;
    Span span_;
    double speed_ = 1, next_frame_ = 0;  // when it is due, on the watch
    double time_step_ = 1.0 / 60;
    bool settling_ = false, stopping_ = false;

    const Stopwatch watch_;
    std::thread thread_;
};

}  // namespace octomatch
