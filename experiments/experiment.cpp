#include "experiments/experiment.h"

#include <fmt/format.h>

#include <cmath>

namespace octomatch {

std::string name_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::reproduced:
            return "reproduced";
        case Verdict::better:
            return "better";
        case Verdict::deviates:
            return "deviates";
        case Verdict::not_comparable:
            break;
    }
    return "not comparable";
}

Claim claim_within(std::string what, double paper, double here, std::string unit, double share, std::string why) {
    const bool near = std::abs(here - paper) <= share * std::abs(paper);
    return {std::move(what),
            paper,
            here,
            std::move(unit),
            fmt::format("within {:g} % of the paper", 100 * share),
            near ? Verdict::reproduced : Verdict::deviates,
            std::move(why)};
}

Claim claim_at_least(std::string what, double paper, double here, std::string unit, double factor, std::string why) {
    const Verdict verdict = here > paper             ? Verdict::better
                            : here * factor >= paper ? Verdict::reproduced
                                                     : Verdict::deviates;
    return {std::move(what),
            paper,
            here,
            std::move(unit),
            fmt::format("at least the paper's over {:g}; more is better", factor),
            verdict,
            std::move(why)};
}

Claim claim_below(std::string what, double limit, double here, std::string unit, std::string why) {
    return {std::move(what),
            {},
            here,
            std::move(unit),
            fmt::format("at most {:g}", limit),
            here <= limit ? Verdict::reproduced : Verdict::deviates,  // false for NaN
            std::move(why)};
}

Claim claim_less(std::string what, double limit, double here, std::string unit, std::string why) {
    Claim claim = claim_below(std::move(what), limit, here, std::move(unit), std::move(why));
    claim.rule = fmt::format("less than {:g}", limit);
    claim.verdict = here < limit ? Verdict::reproduced : Verdict::deviates;
    return claim;
}

Claim claim_not_comparable(std::string what, double paper, double here, std::string unit, std::string why) {
    return {std::move(what), paper, here, std::move(unit), "stated only", Verdict::not_comparable, std::move(why)};
}

}  // namespace octomatch
