#include "viewer/image.h"

#include <stb_image_write.h>

#include <algorithm>
#include <string>

#include "io/whole_file.h"

namespace octomatch {

void paste(const Image& part, int left, int top, Image& whole) {
    for (int y = 0; y < part.height; ++y)
        std::copy_n(part.pixel(0, y), std::size_t(3) * part.width, whole.pixel(left, top + y));
}

void write_png(const std::filesystem::path& file, const Image& image) {
    std::string bytes;
    const auto append = [](void* context, void* data, int size) {
        static_cast<std::string*>(context)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
    };
    stbi_flip_vertically_on_write(0);
    stbi_write_png_compression_level = 9;
    stbi_write_png_to_func(append, &bytes, image.width, image.height, 3, image.rgb.data(), 3 * image.width);
    write_whole_file(file, bytes);
}

}  // namespace octomatch
