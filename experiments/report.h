// What is left of a run of experiments: a folder each with report.json, series.csv and pictures, and one page for all.
#pragma once
#include <filesystem>
#include <vector>

#include "experiments/experiment.h"

namespace octomatch {

struct FinishedExperiment {
    Experiment experiment;
    double seconds = 0;
    ExperimentResult result;
};

/// FOLDER/NAME/report.json and series.csv. Returns their paths and the pictures', relative to FOLDER.
std::vector<std::filesystem::path> write_experiment(const std::filesystem::path& folder,
                                                    const FinishedExperiment& finished);

/// FOLDER/index.html over all of them.
void write_report_page(const std::filesystem::path& folder, const std::vector<FinishedExperiment>& all, bool quick);

/// As `octomatch run --json` prints it.
std::string report_json(const std::vector<FinishedExperiment>& all);

}  // namespace octomatch
