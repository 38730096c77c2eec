#include "experiments/output_place.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "core/input_error.h"

namespace octomatch {

namespace fs = std::filesystem;

namespace {

void require_writable_parent(const fs::path& place) {
    const fs::path parent = place.has_parent_path() ? place.parent_path() : fs::path(".");
    std::error_code ignored;
    if (!fs::is_directory(parent, ignored))
        throw InputError(fmt::format("{} can not be written: there is no folder {}", place.string(), parent.string()));
    if (access(parent.c_str(), W_OK | X_OK) != 0)
        throw InputError(
            fmt::format("{} can not be written: the folder {} is not writable", place.string(), parent.string()));
}

}  // namespace

void require_writable_file(const fs::path& file, const std::vector<std::string>& extensions) {
    if (!extensions.empty() && std::find(extensions.begin(), extensions.end(), file.extension()) == extensions.end())
        throw InputError(fmt::format("{}: the name must end in {}", file.string(), fmt::join(extensions, " or ")));
    std::error_code ignored;
    if (fs::is_directory(file, ignored)) throw InputError(file.string() + " can not be written: it is a folder");
    require_writable_parent(file);
}

void require_writable_folder(const fs::path& folder) {
    std::error_code ignored;
    if (fs::exists(folder, ignored) && !fs::is_directory(folder, ignored))
        throw InputError(folder.string() + " can not be a folder: there is a file of that name");
    require_writable_parent(folder);
}

}  // namespace octomatch
