// A progress bar on standard error: on a terminal only, and only for work above two seconds.
#pragma once
#include <memory>
#include <string_view>

#include "core/progress.h"

namespace octomatch {

/// Shows stage, share and time left while it lives, and leaves a clean line.
class ProgressBar {
public:
    ProgressBar();
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    /// To be handed to workers; valid while the bar lives.
    Progress progress();

private:
    struct Painter;
    std::unique_ptr<Painter> painter_;  // none where nobody looks
};

/// Progress of a part of the work: its 0..1 becomes begin..end of the whole.
Progress part_of(Progress whole, double begin, double end);

}  // namespace octomatch
