// Wall time: Stopwatch reads it, Timed adds the life of a scope to a number.
#pragma once
#include <chrono>

namespace octomatch {

class Stopwatch {
public:
    double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

class Timed {
public:
    explicit Timed(double& seconds) : seconds_(seconds) {}
    ~Timed() { seconds_ += watch_.seconds(); }
    Timed(const Timed&) = delete;
    Timed& operator=(const Timed&) = delete;

private:
    double& seconds_;
    Stopwatch watch_;
};

}  // namespace octomatch
