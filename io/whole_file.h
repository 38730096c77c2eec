// Whole files in and out.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

namespace octomatch {

/// Throws InputError with the reason alone.
std::string read_whole_file(const std::filesystem::path& file);

/// Written to a temporary name beside it and renamed: there is the whole file or none. Throws InputError with the path.
void write_whole_file(const std::filesystem::path& file, std::string_view bytes);

/// The temporary name, unique to this process.
std::filesystem::path partial_name(const std::filesystem::path& file);

}  // namespace octomatch
