#include <charconv>
#include <cstring>
#include <deque>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/input_error.h"
#include "io/mesh_readers.h"
#include "io/text.h"

namespace octomatch {

namespace {

using Json = nlohmann::json;

constexpr int kDeepestNode = 256;                 // assimp and we go down the tree by recursion
constexpr std::size_t kMostNumbers = 30'000'000;  // a small file can place a large part many times
constexpr std::size_t kMostBytes = std::size_t{1} << 31;

// The values of a document are looked at in place: to copy deeply nested ones takes as deep a recursion.

std::size_t number_or(const Json& object, const char* key, std::size_t otherwise) {
    if (!object.contains(key)) return otherwise;
    if (!object.at(key).is_number_unsigned()) throw InputError(fmt::format("glTF: '{}' is not a count", key));
    return object.at(key).get<std::size_t>();
}

std::size_t number(const Json& object, const char* key) {
    if (!object.contains(key)) throw InputError(fmt::format("glTF: '{}' is missing", key));
    return number_or(object, key, 0);
}

const Json& entry(const Json& list, std::size_t index, const char* what) {
    if (!list.is_array() || index >= list.size()) throw InputError(fmt::format("glTF: there is no {} {}", what, index));
    return list[index];
}

const Json& list_or_empty(const Json& object, const char* key) {
    static const Json kEmpty = Json::array();
    if (!object.contains(key)) return kEmpty;
    if (!object.at(key).is_array()) throw InputError(fmt::format("glTF: '{}' is not a list", key));
    return object.at(key);
}

std::string text_or_empty(const Json& object, const char* key) {
    if (!object.contains(key)) return {};
    if (!object.at(key).is_string()) throw InputError(fmt::format("glTF: '{}' is not a text", key));
    return object.at(key).get<std::string>();
}

std::size_t index_of(const Json& value) {
    if (!value.is_number_unsigned()) throw InputError("glTF: a node's number is not a count");
    return value.get<std::size_t>();
}

std::uint32_t word_at(std::string_view bytes, std::size_t offset) {
    std::uint32_t word = 0;
    if (offset + sizeof word > bytes.size()) throw InputError("truncated: the GLB chunks end too early");
    std::memcpy(&word, bytes.data() + offset, sizeof word);
    return word;
}

constexpr std::uint32_t kJsonChunk = 0x4e4f534a, kBinaryChunk = 0x004e4942;  // "JSON", "BIN\0"

struct Chunks {
    std::string_view json, binary;
};

Chunks chunks_of_glb(std::string_view glb) {
    if (word_at(glb, 4) != 2) throw InputError("GLB version 2 is read, no other");
    if (word_at(glb, 8) > glb.size())
        throw InputError(fmt::format("truncated: {} of {} bytes", glb.size(), word_at(glb, 8)));
    Chunks chunks;
    for (std::size_t at = 12; at < word_at(glb, 8);) {
        const std::size_t size = word_at(glb, at);
        const std::uint32_t type = word_at(glb, at + 4);
        at += 8;
        if (size > glb.size() - at) throw InputError("truncated: a GLB chunk ends too early");
        if (type == kJsonChunk && chunks.json.empty()) chunks.json = glb.substr(at, size);
        if (type == kBinaryChunk && chunks.binary.empty()) chunks.binary = glb.substr(at, size);
        at += size;
    }
    return chunks;
}

std::string decode_base64(std::string_view text) {
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    std::uint32_t window = 0;
    int bits = 0;
    for (char c : text.substr(0, text.find('='))) {
        const std::size_t digit = kDigits.find(c);
        if (digit == std::string_view::npos) throw InputError("glTF: a buffer is not base64");
        window = window << 6 | static_cast<std::uint32_t>(digit);
        if ((bits += 6) >= 8) bytes.push_back(static_cast<char>(window >> (bits -= 8) & 0xff));
    }
    return bytes;
}

// %20 for a blank and the like.
std::string decode_percent(std::string_view uri) {
    std::string text;
    for (std::size_t i = 0; i < uri.size(); ++i) {
        unsigned char byte = 0;
        const std::string_view digits = uri.substr(std::min(i + 1, uri.size()), 2);
        const bool is_coded = uri[i] == '%' && digits.size() == 2 &&
                              std::from_chars(digits.data(), digits.data() + 2, byte, 16).ptr == digits.data() + 2;
        text.push_back(is_coded ? static_cast<char>(byte) : uri[i]);
        if (is_coded) i += 2;
    }
    return text;
}

std::string bytes_at(const std::string& uri, const std::filesystem::path& folder) {
    if (uri.starts_with("data:")) {
        const std::size_t comma = uri.find(";base64,");
        if (comma == std::string::npos) throw InputError("glTF: a buffer is not base64");
        return decode_base64(std::string_view(uri).substr(comma + 8));
    }
    const std::filesystem::path file = folder / decode_percent(uri);
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error))
        throw InputError(fmt::format("glTF: there is no file {} for a buffer", in_quotes(uri)));
    return read_bytes(file);
}

std::size_t component_bytes(std::size_t type) {
    switch (type) {
        case 5120:
        case 5121:
            return 1;
        case 5122:
        case 5123:
            return 2;
        case 5125:
        case 5126:
            return 4;
    }
    throw InputError(fmt::format("glTF: unknown component type {}", type));
}

std::size_t little_endian(std::string_view bytes) {
    std::size_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
    return value;
}

/// The buffers of a document. Those of files and data URIs are kept here, the binary chunk where it is.
class Buffers {
public:
    Buffers(const Json& document, std::string_view binary_chunk, const std::filesystem::path& folder) {
        std::size_t total = 0;
        for (const Json& buffer : list_or_empty(document, "buffers")) {
            const std::string uri = text_or_empty(buffer, "uri");
            std::string_view bytes = uri.empty() ? binary_chunk : kept_.emplace_back(bytes_at(uri, folder));
            const std::size_t length = number(buffer, "byteLength");
            if (length > bytes.size())
                throw InputError(fmt::format("truncated: a glTF buffer has {} of {} bytes", bytes.size(), length));
            if (!uri.empty() && (total += bytes.size()) > kMostBytes)
                throw InputError("glTF: buffers of more than 2 GiB");
            buffers_.push_back(bytes);
        }
    }

    std::string_view view(const Json& view) const {
        const std::size_t buffer = number(view, "buffer");
        if (buffer >= buffers_.size()) throw InputError(fmt::format("glTF: there is no buffer {}", buffer));
        const std::size_t offset = number_or(view, "byteOffset", 0), length = number(view, "byteLength");
        if (offset > buffers_[buffer].size() || length > buffers_[buffer].size() - offset)
            throw InputError("glTF: a view reaches beyond its buffer");
        return buffers_[buffer].substr(offset, length);
    }

private:
    std::deque<std::string> kept_;
    std::vector<std::string_view> buffers_;
};

/// Copies the geometry of a document, checking every reference on the way.
class GeometryOnly {
public:
    GeometryOnly(const Json& document, const Buffers& buffers) : in_(document), buffers_(buffers) {
        out_ = {{"asset", {{"version", "2.0"}}},
                {"bufferViews", Json::array()},
                {"accessors", Json::array()},
                {"meshes", Json::array()},
                {"nodes", Json::array()},
                {"scenes", Json::array()},
                {"scene", 0}};
        copy_scene();
        out_["buffers"] = Json::array({{{"byteLength", binary_.size()}}});
    }

    std::string glb() && {
        std::string json = out_.dump();
        json.resize((json.size() + 3) / 4 * 4, ' ');
        binary_.resize((binary_.size() + 3) / 4 * 4, '\0');
        std::string glb = "glTF";
        const auto add_word = [&](std::size_t word) {
            const auto small = static_cast<std::uint32_t>(word);
            glb.append(reinterpret_cast<const char*>(&small), sizeof small);
        };
        add_word(2);
        add_word(12 + 8 + json.size() + 8 + binary_.size());
        add_word(json.size());
        add_word(kJsonChunk);
        glb += json;
        add_word(binary_.size());
        add_word(kBinaryChunk);
        return glb + binary_;
    }

private:
    void copy_scene() {
        for (const Json& mesh : list_or_empty(in_, "meshes")) out_["meshes"].push_back(copied_mesh(mesh));
        Json roots = Json::array();
        for (std::size_t root : root_nodes()) roots.push_back(copied_node(root, 0));
        out_["scenes"].push_back({{"nodes", roots}});
    }

    /// Those of the scene that is shown; without scenes, all that are nobody's children.
    std::vector<std::size_t> root_nodes() const {
        std::vector<std::size_t> roots;
        if (const Json& scenes = list_or_empty(in_, "scenes"); !scenes.empty()) {
            const Json& scene = entry(scenes, number_or(in_, "scene", 0), "scene");
            for (const Json& root : list_or_empty(scene, "nodes")) roots.push_back(index_of(root));
            return roots;
        }
        const Json& nodes = list_or_empty(in_, "nodes");
        std::set<std::size_t> children;
        for (const Json& node : nodes)
            for (const Json& child : list_or_empty(node, "children")) children.insert(index_of(child));
        for (std::size_t n = 0; n < nodes.size(); ++n)
            if (!children.contains(n)) roots.push_back(n);
        return roots;
    }

    /// The number of the copy. Nodes are a forest, so none is met twice.
    std::size_t copied_node(std::size_t index, int depth) {
        const Json& node = entry(list_or_empty(in_, "nodes"), index, "node");
        if (depth > kDeepestNode) throw InputError(fmt::format("glTF: nodes nested deeper than {}", kDeepestNode));
        if (!seen_nodes_.insert(index).second) throw InputError("glTF: a node has two parents");
        Json copy = Json::object();
        for (const auto& [key, size] : {std::pair{"matrix", 16}, {"translation", 3}, {"rotation", 4}, {"scale", 3}})
            if (node.contains(key)) copy[key] = checked_numbers(node.at(key), static_cast<std::size_t>(size));
        if (node.contains("mesh")) {
            const std::size_t mesh = number(node, "mesh");
            if (!entry(out_["meshes"], mesh, "mesh")["primitives"].empty()) copy["mesh"] = mesh;
            count_numbers(numbers_of_mesh_[mesh]);
        }
        Json children = Json::array();
        for (const Json& child : list_or_empty(node, "children"))
            children.push_back(copied_node(index_of(child), depth + 1));
        if (!children.empty()) copy["children"] = children;
        out_["nodes"].push_back(copy);
        return out_["nodes"].size() - 1;
    }

    static Json checked_numbers(const Json& list, std::size_t size) {
        if (!list.is_array() || list.size() != size) throw InputError("glTF: a transform of a wrong size");
        for (const Json& value : list)
            if (!value.is_number()) throw InputError("glTF: a transform that is not numbers");
        return list;
    }

    Json copied_mesh(const Json& mesh) {
        Json primitives = Json::array();
        const std::size_t before = numbers_;
        for (const Json& primitive : list_or_empty(mesh, "primitives")) {
            const std::size_t mode = number_or(primitive, "mode", kTriangles);
            if (mode < kTriangles) continue;  // points and lines
            if (mode > kFan) throw InputError(fmt::format("glTF: unknown primitive mode {}", mode));
            if (!primitive.contains("attributes") || !primitive.at("attributes").contains("POSITION")) continue;
            primitives.push_back(copied_primitive(primitive, mode));
        }
        numbers_of_mesh_.push_back(numbers_ - before);
        return {{"primitives", primitives}};
    }

    Json copied_primitive(const Json& primitive, std::size_t mode) {
        const Accessor positions = accessor(number(primitive.at("attributes"), "POSITION"), "VEC3");
        count_numbers(3 * positions.count);
        std::size_t corners = positions.count;
        Json copy{{"mode", mode}};
        copy["attributes"]["POSITION"] = copied(positions, "VEC3");
        if (primitive.contains("indices")) {
            const Accessor indices = accessor(number(primitive, "indices"), "SCALAR");
            check_indices(indices, positions.count);
            corners = indices.count;
            copy["indices"] = copied(indices, "SCALAR");
        }
        count_numbers(corners);
        // Assimp computes the number of triangles of a shorter strip as corners - 2, without a sign.
        if (corners < 3 || (mode == kTriangles && corners % 3 != 0))
            throw InputError(fmt::format("glTF: {} corners do not make triangles", corners));
        return copy;
    }

    struct Accessor {
        std::size_t component, count, bytes, stride;  // bytes of one item
        std::string_view data;                        // from the first item on
        std::string_view item(std::size_t i) const { return data.substr(i * stride, bytes); }
    };

    Accessor accessor(std::size_t index, const std::string& type) const {
        const Json& in = entry(list(in_, "accessors"), index, "accessor");
        const std::size_t component = number(in, "componentType"), count = number(in, "count");
        if (text_or_empty(in, "type") != type) throw InputError(fmt::format("glTF: accessor {} is no {}", index, type));
        if ((type == "VEC3") != (component == kFloat))
            throw InputError(fmt::format("glTF: component type {} of accessor {} is not supported", component, index));
        if (in.contains("sparse") || !in.contains("bufferView"))
            throw InputError(fmt::format("glTF: accessor {} is sparse or compressed, which is not supported", index));
        const std::size_t bytes = component_bytes(component) * (type == "VEC3" ? 3 : 1);

        const Json& view = entry(list(in_, "bufferViews"), number(in, "bufferView"), "buffer view");
        const std::string_view data = buffers_.view(view);
        const std::size_t stride = number_or(view, "byteStride", bytes), offset = number_or(in, "byteOffset", 0);
        if (stride < bytes || stride > 252) throw InputError(fmt::format("glTF: a stride of {} bytes", stride));
        if (count == 0 || count > data.size() || offset > data.size() ||
            (count - 1) * stride + bytes > data.size() - offset)
            throw InputError(fmt::format("glTF: accessor {} reaches beyond its buffer", index));
        return {component, count, bytes, stride, data.substr(offset)};
    }

    // Assimp leaves out triangles with a wrong index.
    static void check_indices(const Accessor& indices, std::size_t vertices) {
        for (std::size_t i = 0; i < indices.count; ++i)
            if (const std::size_t v = little_endian(indices.item(i)); v >= vertices)
                throw InputError(fmt::format("glTF: a face uses vertex {} of {}", v, vertices));
    }

    /// The number of the copy, which has a view and bytes of its own, tightly packed.
    std::size_t copied(const Accessor& in, const char* type) {
        const std::size_t begin = binary_.size();
        for (std::size_t i = 0; i < in.count; ++i) binary_ += in.item(i);
        out_["bufferViews"].push_back({{"buffer", 0}, {"byteOffset", begin}, {"byteLength", in.count * in.bytes}});
        out_["accessors"].push_back({{"bufferView", out_["bufferViews"].size() - 1},
                                     {"componentType", in.component},
                                     {"count", in.count},
                                     {"type", type}});
        binary_.resize((binary_.size() + 3) / 4 * 4, '\0');
        return out_["accessors"].size() - 1;
    }

    void count_numbers(std::size_t more) {
        if ((numbers_ += more) > kMostNumbers)
            throw InputError(fmt::format("glTF: places more than {} coordinates and indices", kMostNumbers));
    }

    static const Json& list(const Json& object, const char* key) {
        if (!object.contains(key)) throw InputError(fmt::format("glTF: '{}' is missing", key));
        return object.at(key);
    }

    static constexpr std::size_t kTriangles = 4, kFan = 6, kFloat = 5126;  // as numbered by the format

    const Json& in_;
    const Buffers& buffers_;
    Json out_;
    std::string binary_;
    std::set<std::size_t> seen_nodes_;
    std::size_t numbers_ = 0;                   // of coordinates and indices, as often as they are placed
    std::vector<std::size_t> numbers_of_mesh_;  // placed once
};

}  // namespace

std::string checked_glb(const std::filesystem::path& file) {
    const std::string bytes = read_bytes(file);
    const Chunks chunks = bytes.starts_with("glTF") ? chunks_of_glb(bytes) : Chunks{bytes, {}};
    const Json document = Json::parse(chunks.json, nullptr, false);
    if (!document.is_object()) throw InputError("truncated, or not glTF: the JSON can not be read");
    if (!document.contains("asset") || !text_or_empty(document.at("asset"), "version").starts_with("2."))
        throw InputError("glTF: version 2 is read, no other");
    return GeometryOnly(document, Buffers(document, chunks.binary, file.parent_path())).glb();
}

}  // namespace octomatch
