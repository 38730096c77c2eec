// The specification of scene files: every key with its type, default, range, unit and text, said once. Checking,
// reading and writing of scenes, `octomatch schema`, the documents and the sliders follow from it.
#pragma once
#include <limits>
#include <string>
#include <vector>

namespace octomatch {

struct Range {
    double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
    bool above = false, below = false;  // the bound itself is out
    bool nonzero = false;               // of a vector: not all zero

    bool contains(double x) const;  // false for NaN
    /// "between 0 and 12", "above 0 and at most 1"; empty: any number.
    std::string text() const;
};

struct SceneKey {
    std::string path;                // "world.wind.gust", "bodies[].sampling.depth"
    std::string type;                // "number", "three numbers", "object", ...
    std::vector<std::string> words;  // those allowed, of a word
    std::string default_value;       // JSON; empty: none
    bool required = false;
    std::vector<std::string> instead_of;  // the keys beside it of which only one can be given
    Range range;                          // of each number
    std::string unit;
    std::string text;  // one line
};

/// In the order in which a scene is written.
const std::vector<SceneKey>& scene_keys();

/// {"keys": [{"path", "type", ...}]}
std::string schema_json();
/// A table for the documents.
std::string schema_markdown();

// The same with the members that the keys set (io/object_spec.h). Inside io only.
template <class Object>
class ObjectSpec;
struct Scene;
struct WorldSettings;
const ObjectSpec<Scene>& scene_spec();
const ObjectSpec<WorldSettings>& world_spec();

}  // namespace octomatch
