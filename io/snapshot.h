// Snapshots: a world and its shapes at one moment. A restored world goes on to the bit as the one that was saved.
//
// A shape is kept as what it is compiled from, and compiled again when it is restored. The hash of what came out the
// first time is kept beside it, so that a program that compiles differently says so instead of going on with a body
// that is not quite the same.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/progress.h"
#include "core/world.h"
#include "octree/shape_library.h"

namespace octomatch {

struct SavedShape {
    ShapeId id;
    TriangleMesh mesh;
    SampleSettings settings;     // resolved
    std::uint64_t compiled = 0;  // hash of the BodyRest and the skin that came out
};

/// A shape that came out of cuts and refinement.
struct SavedEditedShape {
    SavedEdits edits;
    std::uint64_t compiled = 0;
};

struct Snapshot {
    std::string program;             // version of the program that saved it
    std::vector<SavedShape> shapes;  // that were sampled, by ShapeId
    std::vector<SavedEditedShape> edited;
    std::int32_t next_shape = 0;
    World::Saved world;
    std::uint64_t state_hash = 0;  // of the world
};

struct RestoredWorld {
    std::shared_ptr<ShapeLibrary> shapes;  // the world's compiler
    World world;
};

Snapshot snapshot_of(const ShapeLibrary& shapes, const World& world);

/// Throws InputError for a snapshot that contradicts itself, or whose shapes compile differently.
RestoredWorld restored(const Snapshot& snapshot, const Progress& progress = {});

/// Written to a temporary name beside it and renamed. Both throw InputError, one line with the file and the reason.
void write_snapshot(const std::filesystem::path& file, const ShapeLibrary& shapes, const World& world);
RestoredWorld read_snapshot(const std::filesystem::path& file, const Progress& progress = {});

SavedShape saved_shape(const ShapeLibrary& shapes, ShapeId id);
/// Compiles it and adds it as the next one. Throws InputError as restored() does.
void add_shape(const SavedShape& shape, ShapeLibrary& shapes, const Progress& progress = {});

}  // namespace octomatch
