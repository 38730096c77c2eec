// A file of any bytes is read, or refused with one line.
#pragma once
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

#include "core/parallel.h"
#include "io/mesh_file.h"
#include "tests/fuzz/laws.h"

namespace octomatch::fuzz {

/// A file that is written again and again, and removed at the end.
class Scratch {
public:
    explicit Scratch(const std::string& extension)
        : path_(std::filesystem::temp_directory_path() /
                ("octomatch_fuzz_" + std::to_string(getpid()) + "." + extension)) {}
    ~Scratch() {
        std::error_code ignored;
        std::filesystem::remove(path_, ignored);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    const std::filesystem::path& with(const std::uint8_t* data, std::size_t size) const {
        std::ofstream(path_, std::ios::binary)
            .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
        return path_;
    }

private:
    std::filesystem::path path_;
};

inline int fuzz_reader(const char* extension, const std::uint8_t* data, std::size_t size) {
    static const Scratch scratch(extension);
    set_thread_count(1);
    try {
        const TriangleMesh mesh = read_mesh(scratch.with(data, size));
        require_numbers(mesh);
        require_checked(check_mesh(mesh));
    } catch (const InputError& error) {
        require_one_line(error.what());
    }
    return 0;
}

}  // namespace octomatch::fuzz
