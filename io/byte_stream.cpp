#include "io/byte_stream.h"

namespace octomatch::bytes {

std::string_view Reader::take(std::size_t bytes) {
    if (bytes > rest_.size())
        throw InputError("ends too early: " + std::to_string(bytes) + " bytes are due and " +
                         std::to_string(rest_.size()) + " are left");
    const std::string_view taken = rest_.substr(0, bytes);
    rest_.remove_prefix(bytes);
    return taken;
}

std::size_t Reader::count(std::size_t least_bytes_each) {
    std::uint64_t count = 0;
    read(count);
    if (count > rest_.size() / least_bytes_each)
        throw InputError("a count of " + std::to_string(count) + " does not fit into the " +
                         std::to_string(rest_.size()) + " bytes left");
    return static_cast<std::size_t>(count);
}

}  // namespace octomatch::bytes
