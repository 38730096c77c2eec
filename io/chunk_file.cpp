#include "io/chunk_file.h"

#include <cassert>

#include "core/hash.h"
#include "io/byte_layout.h"

namespace octomatch {

namespace {

constexpr std::string_view kProgram = "octomatch ";
constexpr std::size_t kLongestKind = 20;

std::uint64_t checksum(std::string_view tag, std::string_view payload) {
    Hash hash;
    hash.add_bytes(tag.data(), tag.size());
    hash.add_bytes(payload.data(), payload.size());
    return hash.value();
}

std::string first_line(std::string_view kind) {
    return std::string(kProgram) + std::string(kind) + "\n";
}

// What a file of ours that is not of the expected kind says it is; empty for foreign files.
std::string_view kind_of(std::string_view file) {
    if (!file.starts_with(kProgram)) return {};
    file.remove_prefix(kProgram.size());
    const std::size_t end = file.substr(0, kLongestKind).find('\n');
    const std::string_view kind = end == file.npos ? "" : file.substr(0, end);
    return kind.find_first_not_of("abcdefghijklmnopqrstuvwxyz") == kind.npos ? kind : "";
}

template <class T>
T number_at(std::string_view bytes, std::size_t place) {
    return from_bytes<T>(bytes.substr(place, sizeof(T)));
}

}  // namespace

std::string file_start(std::string_view kind) {
    return first_line(kind) + to_bytes(kFormatVersion);
}

std::string chunk(std::string_view tag, std::string_view payload) {
    assert(tag.size() == 4);
    return std::string(tag) + to_bytes(static_cast<std::uint64_t>(payload.size())) + to_bytes(checksum(tag, payload)) +
           std::string(payload);
}

ChunkReader::ChunkReader(std::string_view kind, std::string_view file) : rest_(file) {
    const std::string line = first_line(kind), expected = "an octomatch " + std::string(kind);
    if (file.empty()) throw InputError("is empty");
    if (!file.starts_with(line)) {
        if (line.starts_with(file)) throw InputError("is cut off within its first line");
        const std::string_view other = kind_of(file);
        throw InputError(other.empty() ? "is not " + expected
                                       : "is an octomatch " + std::string(other) + ", not " + expected);
    }
    rest_.remove_prefix(line.size());
    if (rest_.size() < sizeof kFormatVersion) throw InputError("is cut off within its version");
    const auto version = number_at<std::uint32_t>(rest_, 0);
    if (version != kFormatVersion)
        throw InputError("has format version " + std::to_string(version) +
                         (version > kFormatVersion ? ", newer than" : ", not") + " version " +
                         std::to_string(kFormatVersion) + " that this program reads");
    rest_.remove_prefix(sizeof kFormatVersion);
}

std::string_view ChunkReader::next(std::string_view wanted) {
    constexpr std::size_t kLengthAt = kTagBytes, kChecksumAt = kLengthAt + 8, kPayloadAt = kChecksumAt + 8;
    if (rest_.size() < kPayloadAt) throw InputError("cut off");
    if (tag() != wanted) throw InputError("damaged");
    const auto length = number_at<std::uint64_t>(rest_, kLengthAt);
    if (length > rest_.size() - kPayloadAt) throw InputError("cut off");
    const std::string_view payload = rest_.substr(kPayloadAt, length);
    if (number_at<std::uint64_t>(rest_, kChecksumAt) != checksum(wanted, payload)) throw InputError("damaged");
    rest_.remove_prefix(kPayloadAt + length);
    return payload;
}

}  // namespace octomatch
