#include <cstdint>
#include <cstring>

#include <fmt/format.h>

#include "core/input_error.h"
#include "io/mesh_readers.h"
#include "io/text.h"

namespace octomatch {

namespace {

std::size_t check_text_stl(Text text) {
    // A name may be any words, so the lines of solid and endsolid are skipped.
    std::size_t solids = 0, facets = 0, vertices = 0, facet_ends = 0, solid_ends = 0;
    while (!text.at_end()) {
        const std::string_view word = text.word();
        if (word == "solid") ++solids, text.line();
        if (word == "endsolid") ++solid_ends, text.line();
        if (word == "facet") ++facets;
        if (word == "endfacet") ++facet_ends;
        if (word != "vertex") continue;
        ++vertices;
        for (int i = 0; i < 3; ++i)
            if (!number_of<double>(text.word()))
                throw InputError(fmt::format("facet {}: a vertex needs three numbers", facets));
        if (vertices > 3 * facets) throw InputError(fmt::format("facet {} has more than three vertices", facets));
    }
    if (vertices != 3 * facets || facets != facet_ends || solids != solid_ends)
        throw InputError(fmt::format("truncated: {} facets with {} vertices, {} closed", facets, vertices, facet_ends));
    return facets;
}

}  // namespace

std::size_t check_stl(const std::filesystem::path& file) {
    const std::string bytes = read_bytes(file);
    constexpr std::size_t kHeader = 84, kTriangle = 50;  // 80 bytes of anything, the number of triangles
    std::uint32_t count = 0;
    if (bytes.size() >= kHeader) std::memcpy(&count, bytes.data() + kHeader - sizeof count, sizeof count);
    const std::size_t expected = kHeader + kTriangle * static_cast<std::size_t>(count);
    // A binary file may begin with "solid" too, so its size decides.
    if (bytes.size() == expected) return count;
    if (bytes.starts_with("solid")) return check_text_stl(Text(bytes));
    throw InputError(fmt::format("is neither text STL nor binary STL, which would have {} triangles in {} bytes, not {}",
                                 count, expected, bytes.size()));
}

}  // namespace octomatch
