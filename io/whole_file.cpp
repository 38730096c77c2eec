#include "io/whole_file.h"

#include <unistd.h>

#include <fstream>

#include "core/input_error.h"

namespace octomatch {

namespace fs = std::filesystem;

std::string read_whole_file(const fs::path& file) {
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    if (!fs::exists(status)) throw InputError("no such file");
    if (fs::is_directory(status)) throw InputError("is a folder");
    if (!fs::is_regular_file(status)) throw InputError("is not a regular file");
    std::ifstream in(file, std::ios::binary);
    if (!in) throw InputError("can not be opened for reading");
    std::string bytes(fs::file_size(file, error), '\0');
    in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(in.gcount()));
    return bytes;
}

void write_whole_file(const fs::path& file, std::string_view bytes) {
    const fs::path partial = partial_name(file);
    std::ofstream out(partial, std::ios::binary);
    if (!out) throw InputError(file.string() + ": can not be written: its folder is missing or not writable");
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    out.close();
    std::error_code error = out ? std::error_code() : std::make_error_code(std::errc::io_error);
    if (!error) fs::rename(partial, file, error);
    if (!error) return;
    std::error_code ignored;
    fs::remove(partial, ignored);
    throw InputError(file.string() + ": can not be written: " + error.message());
}

fs::path partial_name(const fs::path& file) {
    return file.string() + "." + std::to_string(getpid()) + ".part";
}

}  // namespace octomatch
