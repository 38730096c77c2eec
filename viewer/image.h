// Pictures as plain bytes, and PNG files of them.
#pragma once
#include <filesystem>
#include <vector>

namespace octomatch {

/// RGB, the top row first.
struct Image {
    Image() = default;
    Image(int columns, int rows) : width(columns), height(rows), rgb(std::size_t(3) * columns * rows) {}

    int width = 0, height = 0;
    std::vector<unsigned char> rgb;

    unsigned char* pixel(int x, int y) { return &rgb[3 * (std::size_t(y) * width + x)]; }
    const unsigned char* pixel(int x, int y) const { return &rgb[3 * (std::size_t(y) * width + x)]; }

    bool operator==(const Image&) const = default;
};

/// Copies `part` so that its upper left pixel comes to (left, top). It must fit.
void paste(const Image& part, int left, int top, Image& whole);

/// Whole or not at all. Throws InputError with the path.
void write_png(const std::filesystem::path& file, const Image& image);

}  // namespace octomatch
