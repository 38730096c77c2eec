// Files of chunks: a first line that says what the file is, the version of its layout, then chunks, each with its
// length and a checksum, so that a file that was cut off or damaged is recognised and read up to there. Inside io only.
//
//   file    "octomatch KIND\n", version (4 bytes), chunks
//   chunk   tag (4 letters), length (8 bytes), checksum of tag, length and payload (8 bytes), payload
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "io/byte_stream.h"

namespace octomatch {

std::string file_start(std::string_view kind);
std::string chunk(std::string_view tag, std::string_view payload);

/// Chunks from first to last. Throws InputError with the reason alone.
class ChunkReader {
public:
    /// Refuses files of another kind or version.
    ChunkReader(std::string_view kind, std::string_view file);

    std::size_t left() const { return rest_.size(); }

    /// The tag of the next chunk, whole or not.
    std::string_view tag() const { return rest_.substr(0, kTagBytes); }

    /// The payload of the next chunk, which must have this tag. One that is cut off or damaged is not passed.
    std::string_view next(std::string_view tag);

private:
    static constexpr std::size_t kTagBytes = 4;

    std::string_view rest_;
};

/// The next chunk as what it holds; an error says what `name` is.
template <class T>
T read_chunk(std::string_view tag, const std::string& name, ChunkReader& chunks) {
    try {
        return from_bytes<T>(chunks.next(tag));
    } catch (const InputError& error) {
        throw InputError(name + " is " + error.what());
    }
}

}  // namespace octomatch
