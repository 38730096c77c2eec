// Recordings from any bytes, as a file and past the checksums. There is one way to write a value, so whatever can be
// read must be written the same again.
#include "io/byte_layout.h"
#include "tests/fuzz/laws.h"

namespace {

template <class T>
void read_and_write(std::string_view bytes) {
    const bool same = octomatch::to_bytes(octomatch::from_bytes<T>(bytes)) == bytes;
    octomatch::fuzz::require(same, "what was read is written the same again");
}

void read_as(int what, std::string_view bytes) {
    switch (what) {
        case 0:
            return read_and_write<octomatch::RecordedFrame>(bytes);
        case 1:
            return read_and_write<octomatch::Snapshot>(bytes);
        default:
            octomatch::parse_recording(bytes);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    if (size == 0) return 0;
    try {
        read_as(data[0] % 3, {reinterpret_cast<const char*>(data) + 1, size - 1});
    } catch (const octomatch::InputError& error) {
        octomatch::fuzz::require_one_line(error.what());
    }
    return 0;
}
