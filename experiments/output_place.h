// Looks at the places where results should go before any work is done for them.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace octomatch {

/// Throws InputError unless `file` ends in one of the extensions (none: any name will do) and could be written.
void require_writable_file(const std::filesystem::path& file, const std::vector<std::string>& extensions);

/// Throws InputError unless a folder could be made there.
void require_writable_folder(const std::filesystem::path& folder);

}  // namespace octomatch
