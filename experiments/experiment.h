// Experiments answer questions. Each states what a paper says, what came out here, and the rule by which code compares
// the two; registry.cpp lists them all.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/progress.h"

namespace octomatch {

enum class Verdict { reproduced, better, deviates, not_comparable };

std::string name_of(Verdict verdict);

struct Claim {
    std::string what;
    std::optional<double> paper;  // as printed; none where the paper gives no number
    double here = 0;
    std::string unit;
    std::string rule;  // when it counts as reproduced, in words
    Verdict verdict = Verdict::not_comparable;
    std::string why;  // what a reader should know about the verdict
};

/// A table of numbers: one row per line of series.csv.
struct Series {
    std::vector<std::string> columns;  // with units
    std::vector<std::vector<double>> rows;
};

struct Picture {
    std::filesystem::path file;  // inside the experiment's folder
    std::string caption;
};

struct ExperimentResult {
    std::vector<Claim> claims;
    Series series;
    std::vector<Picture> pictures;
    std::vector<std::string> notes;  // what could not be done on this machine, one line each
};

struct ExperimentRun {
    bool quick = false;            // the smallest form that still asks the question
    std::filesystem::path folder;  // exists; pictures go here
    Progress progress;
};

struct Experiment {
    std::string name;
    std::string paper, figure;
    std::string question;
    std::string method;        // a few sentences
    double seconds_quick = 0;  // about, on two cores
    ExperimentResult (*run)(const ExperimentRun& run) = nullptr;
};

const std::vector<Experiment>& experiments();

/// `here` is reproduced within `share` of `paper` (0.25: from three quarters to five quarters).
Claim claim_within(std::string what, double paper, double here, std::string unit, double share, std::string why);

/// `here` is at least `paper` / `factor`; above `paper` it is better.
Claim claim_at_least(std::string what, double paper, double here, std::string unit, double factor, std::string why);

/// A law without a number in the paper: holds or not.
Claim claim_below(std::string what, double limit, double here, std::string unit, std::string why);

/// An order that the paper states or a law demands: `here` is less than `limit`. Runs are the same to the bit every
/// time, so that any difference comes of what differs between the things compared.
Claim claim_less(std::string what, double limit, double here, std::string unit, std::string why);

/// Stated beside the paper's number without a verdict.
Claim claim_not_comparable(std::string what, double paper, double here, std::string unit, std::string why);

}  // namespace octomatch
