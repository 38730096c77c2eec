// A scene of any text is read, or refused with one line; what was read is written so that it reads back the same.
#include <cstdint>

#include "io/scene.h"
#include "tests/fuzz/laws.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace octomatch;
    const std::string text(reinterpret_cast<const char*>(data), size);
    // The first line also serves as an override.
    const std::vector<std::string> overrides{text.substr(0, text.find('\n'))};
    for (const auto& changes : {std::vector<std::string>{}, overrides}) {
        try {
            const std::string written = resolved_json(parse_scene(text, "scene.json", {}, changes));
            fuzz::require(resolved_json(parse_scene(written, "written.json")) == written, "scenes read back the same");
        } catch (const InputError& error) {
            fuzz::require_one_line(error.what());
        }
    }
    return 0;
}
