// "path.to.key=value": changes a scene's JSON before it is checked. Inside io only.
#pragma once
#include <optional>
#include <string>

#include "io/json_value.h"

namespace octomatch {

/// What came from override number i stands in "line" -1 - i, so that errors can name it.
inline int override_line(std::size_t i) {
    return -1 - static_cast<int>(i);
}
inline std::optional<std::size_t> override_of(int line) {
    return line < 0 ? std::optional<std::size_t>(-1 - line) : std::nullopt;
}

/// Objects on the way that are missing are made; of keys that exclude each other (io/scene_spec.h) the new one stays.
/// Items of a list go by their number, * for all, and bodies also by name. Throws JsonError.
void apply_override(const std::string& text, int line, JsonValue& scene);

}  // namespace octomatch
