#include <cstdint>
#include <cstring>

#include <fmt/format.h>

#include "core/input_error.h"
#include "io/mesh_readers.h"
#include "io/text.h"

namespace octomatch {

namespace {

void expect_words(Text& text, std::initializer_list<std::string_view> words) {
    for (std::string_view expected : words)
        if (const std::string_view word = text.word(); word != expected)
            throw InputError(fmt::format("has {} where '{}' is due", in_quotes(word), expected));
}

void expect_numbers(Text& text, int count) {
    for (int i = 0; i < count; ++i)
        if (const std::string_view word = text.word(); !number_of<double>(word))
            throw InputError(fmt::format("has {} where a number is due", in_quotes(word)));
}

void expect_facet(Text& text) {
    expect_words(text, {"normal"});
    expect_numbers(text, 3);
    expect_words(text, {"outer", "loop"});
    for (int i = 0; i < 3; ++i) {
        expect_words(text, {"vertex"});
        expect_numbers(text, 3);
    }
    expect_words(text, {"endloop", "endfacet"});
}

// Solids of facets. A name may be any words up to the end of its line.
std::size_t count_facets(Text text) {
    std::size_t facets = 0;
    try {
        while (!text.only_space_left()) {
            expect_words(text, {"solid"});
            text.line();
            std::string_view word = text.word();
            for (; word == "facet"; word = text.word()) {
                ++facets;
                expect_facet(text);
            }
            if (word != "endsolid") throw InputError(fmt::format("has {} where 'endsolid' is due", in_quotes(word)));
            text.line();
        }
    } catch (const InputError& error) {
        throw InputError(fmt::format("facet {} {}", facets, error.what()));
    }
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
    if (bytes.starts_with("solid")) return count_facets(Text(bytes));
    throw InputError(
        fmt::format("is neither text STL nor binary STL, which would have {} triangles in {} bytes, not {}", count,
                    expected, bytes.size()));
}

}  // namespace octomatch
