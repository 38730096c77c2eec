// Question: is a run the same to the bit, whatever the number of threads, and after a restart in its middle?
// Method: built-in scenes, each with 1, 2, 3, 4 and 8 threads, and once more from a snapshot written half-way.
// Expected: one hash per scene.
#include "experiments/determinism.h"

#include <algorithm>
#include <set>

#include "core/hash.h"
#include "core/parallel.h"
#include "experiments/scene_catalogue.h"
#include "io/simulation.h"
#include "io/snapshot.h"

namespace octomatch {

namespace {

constexpr int kThreads[] = {1, 2, 3, 4, 8};

std::uint64_t hash_after(Simulation& simulation, int frames) {
    while (simulation.world().frame() < frames) simulation.advance();
    return hash(simulation.world());
}

/// Saved half-way, read back with its shapes compiled anew, and run to the end.
std::uint64_t hash_with_restart(Simulation first, int frames, const std::filesystem::path& file) {
    hash_after(first, frames / 2);
    write_snapshot(file, *first.shapes(), first.world());
    Simulation second(first.scene(), read_snapshot(file));
    std::filesystem::remove(file);
    return hash_after(second, frames);
}

ExperimentResult run(const ExperimentRun& run) {
    ExperimentResult result;
    result.series.columns = {"scene", "threads", "hash, high half", "hash, low half"};
    const int frames = run.quick ? 4 : 120;
    const int before = thread_count();
    const auto& scenes = scene_catalogue();
    for (std::size_t s = 0; s < scenes.size(); ++s) {
        const Simulation start(load_scene(scenes[s].name));
        const auto again = [&] {
            return Simulation(start.scene(), {start.shapes(), World::restored(start.shapes(), start.world().save())});
        };
        std::set<std::uint64_t> hashes;
        const auto note = [&](int threads, std::uint64_t value) {
            hashes.insert(value);
            result.series.rows.push_back(
                {double(s), double(threads), double(value >> 32), double(value & 0xffffffffu)});
        };
        if (run.progress) run.progress(scenes[s].name, double(s) / scenes.size());
        for (int threads : kThreads) {
            set_thread_count(threads);
            Simulation simulation = again();
            note(threads, hash_after(simulation, frames));
        }
        set_thread_count(before);
        note(0, hash_with_restart(again(), frames, run.folder / "half_way.snapshot"));
        result.claims.push_back(claim_below("different results of the scene " + scenes[s].name + " besides the first",
                                            0, static_cast<double>(hashes.size() - 1), "hashes",
                                            "1, 2, 3, 4, 8 threads and a restart from a snapshot"));
    }
    return result;
}

}  // namespace

Experiment determinism_experiment() {
    return {.name = "determinism",
            .paper = "octomatch",
            .figure = "-",
            .question = "Is a run the same to the bit for every number of threads, and after a restart?",
            .method =
                "Every built-in scene runs with 1, 2, 3, 4 and 8 threads, and once more with a restart from a "
                "snapshot half-way. The hash of the final state is compared. In the table, 0 threads mean the "
                "restart, and scenes are numbered as `octomatch scenes` lists them.",
            .seconds_quick = 20,
            .run = run};
}

}  // namespace octomatch
