#include <cstring>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/input_error.h"
#include "io/mesh_readers.h"

namespace octomatch {

namespace {

using Json = nlohmann::json;

constexpr int kDeepestNode = 256;  // assimp and we go down the tree by recursion

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

Json list_or_empty(const Json& object, const char* key) {
    if (!object.contains(key)) return Json::array();
    if (!object.at(key).is_array()) throw InputError(fmt::format("glTF: '{}' is not a list", key));
    return object.at(key);
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

std::string buffer_bytes(const Json& buffer, std::string_view binary_chunk, const std::filesystem::path& folder) {
    if (!buffer.contains("uri")) return std::string(binary_chunk);
    const std::string uri = buffer.at("uri").get<std::string>();
    if (uri.starts_with("data:")) {
        const std::size_t comma = uri.find(";base64,");
        if (comma == std::string::npos) throw InputError("glTF: a buffer is not base64");
        return decode_base64(std::string_view(uri).substr(comma + 8));
    }
    const std::filesystem::path file = folder / uri;
    if (!std::filesystem::is_regular_file(file)) throw InputError(fmt::format("glTF: buffer '{}' is missing", uri));
    return read_bytes(file);
}

std::size_t component_bytes(std::size_t type) {
    switch (type) {
        case 5120: case 5121: return 1;
        case 5122: case 5123: return 2;
        case 5125: case 5126: return 4;
    }
    throw InputError(fmt::format("glTF: unknown component type {}", type));
}

/// Copies the geometry of a document, checking every reference on the way.
class GeometryOnly {
public:
    GeometryOnly(const Json& document, std::string_view binary_chunk, const std::filesystem::path& folder)
        : in_(document) {
        for (const Json& buffer : list_or_empty(in_, "buffers")) {
            std::string bytes = buffer_bytes(buffer, binary_chunk, folder);
            const std::size_t length = number(buffer, "byteLength");
            if (length > bytes.size())
                throw InputError(fmt::format("truncated: a glTF buffer has {} of {} bytes", bytes.size(), length));
            buffers_.push_back(std::move(bytes));
        }
        out_ = {{"asset", {{"version", "2.0"}}}, {"bufferViews", Json::array()}, {"accessors", Json::array()},
                {"meshes", Json::array()}, {"nodes", Json::array()}, {"scenes", Json::array()}, {"scene", 0}};
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
        const Json nodes = list_or_empty(in_, "nodes");
        Json roots = Json::array();
        if (const Json scenes = list_or_empty(in_, "scenes"); !scenes.empty()) {
            roots = list_or_empty(entry(scenes, number_or(in_, "scene", 0), "scene"), "nodes");
        } else {
            std::set<std::size_t> children;
            for (const Json& node : nodes)
                for (const Json& child : list_or_empty(node, "children")) children.insert(child.get<std::size_t>());
            for (std::size_t n = 0; n < nodes.size(); ++n)
                if (!children.contains(n)) roots.push_back(n);
        }
        Json new_roots = Json::array();
        for (const Json& root : roots) new_roots.push_back(copied_node(nodes, root, 0));
        out_["scenes"].push_back({{"nodes", new_roots}});
    }

    /// The number of the copy. Nodes are a forest, so none is met twice.
    std::size_t copied_node(const Json& nodes, const Json& index, int depth) {
        if (!index.is_number_unsigned()) throw InputError("glTF: a node's number is not a count");
        const Json& node = entry(nodes, index.get<std::size_t>(), "node");
        if (depth > kDeepestNode) throw InputError(fmt::format("glTF: nodes nested deeper than {}", kDeepestNode));
        if (!seen_nodes_.insert(index.get<std::size_t>()).second) throw InputError("glTF: a node has two parents");
        Json copy = Json::object();
        for (const auto& [key, size] : {std::pair{"matrix", 16}, {"translation", 3}, {"rotation", 4}, {"scale", 3}})
            if (node.contains(key)) copy[key] = checked_numbers(node.at(key), static_cast<std::size_t>(size));
        if (node.contains("mesh")) {
            const std::size_t mesh = number(node, "mesh");
            entry(out_["meshes"], mesh, "mesh");
            if (!out_["meshes"][mesh]["primitives"].empty()) copy["mesh"] = mesh;
        }
        Json children = Json::array();
        for (const Json& child : list_or_empty(node, "children"))
            children.push_back(copied_node(nodes, child, depth + 1));
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
        for (const Json& primitive : list_or_empty(mesh, "primitives")) {
            const std::size_t mode = number_or(primitive, "mode", 4);
            if (mode < 4) continue;  // points and lines
            if (mode > 6) throw InputError(fmt::format("glTF: unknown primitive mode {}", mode));
            if (!primitive.contains("attributes") || !primitive.at("attributes").contains("POSITION")) continue;
            Json copy{{"mode", mode}};
            copy["attributes"]["POSITION"] = copied_accessor(number(primitive.at("attributes"), "POSITION"), "VEC3");
            if (primitive.contains("indices")) copy["indices"] = copied_accessor(number(primitive, "indices"), "SCALAR");
            primitives.push_back(copy);
        }
        return {{"primitives", primitives}};
    }

    /// The number of the copy, which has a view and bytes of its own, tightly packed.
    std::size_t copied_accessor(std::size_t index, const std::string& type) {
        const Json& accessor = entry(list(in_, "accessors"), index, "accessor");
        const std::size_t component = number(accessor, "componentType"), count = number(accessor, "count");
        if (accessor.value("type", "") != type) throw InputError(fmt::format("glTF: accessor {} is no {}", index, type));
        if ((type == "VEC3") != (component == 5126))
            throw InputError(fmt::format("glTF: component type {} of accessor {} is not supported", component, index));
        if (accessor.contains("sparse") || !accessor.contains("bufferView"))
            throw InputError(fmt::format("glTF: accessor {} is sparse or compressed, which is not supported", index));
        const std::size_t bytes = component_bytes(component) * (type == "VEC3" ? 3 : 1);

        const Json& view = entry(list(in_, "bufferViews"), number(accessor, "bufferView"), "buffer view");
        const std::string_view data = view_bytes(view);
        const std::size_t stride = number_or(view, "byteStride", bytes), offset = number_or(accessor, "byteOffset", 0);
        if (stride < bytes || stride > 252) throw InputError(fmt::format("glTF: a stride of {} bytes", stride));
        if (count == 0 || count > data.size() || offset > data.size() ||
            (count - 1) * stride + bytes > data.size() - offset)
            throw InputError(fmt::format("glTF: accessor {} reaches beyond its buffer", index));

        const std::size_t begin = binary_.size();
        if (begin + count * bytes > kMostBytes) throw InputError("glTF: holds more than 2 GiB of geometry");
        for (std::size_t i = 0; i < count; ++i) binary_ += data.substr(offset + i * stride, bytes);
        out_["bufferViews"].push_back({{"buffer", 0}, {"byteOffset", begin}, {"byteLength", count * bytes}});
        out_["accessors"].push_back({{"bufferView", out_["bufferViews"].size() - 1}, {"componentType", component},
                                     {"count", count}, {"type", type}});
        binary_.resize((binary_.size() + 3) / 4 * 4, '\0');
        return out_["accessors"].size() - 1;
    }

    std::string_view view_bytes(const Json& view) const {
        const std::size_t buffer = number(view, "buffer");
        if (buffer >= buffers_.size()) throw InputError(fmt::format("glTF: there is no buffer {}", buffer));
        const std::size_t offset = number_or(view, "byteOffset", 0), length = number(view, "byteLength");
        if (offset > buffers_[buffer].size() || length > buffers_[buffer].size() - offset)
            throw InputError("glTF: a view reaches beyond its buffer");
        return std::string_view(buffers_[buffer]).substr(offset, length);
    }

    static const Json& list(const Json& object, const char* key) {
        if (!object.contains(key)) throw InputError(fmt::format("glTF: '{}' is missing", key));
        return object.at(key);
    }

    static constexpr std::size_t kMostBytes = std::size_t{1} << 31;

    const Json& in_;
    Json out_;
    std::vector<std::string> buffers_;
    std::string binary_;
    std::set<std::size_t> seen_nodes_;
};

}  // namespace

std::string checked_glb(const std::filesystem::path& file) {
    const std::string bytes = read_bytes(file);
    const Chunks chunks = bytes.starts_with("glTF") ? chunks_of_glb(bytes) : Chunks{bytes, {}};
    const Json document = Json::parse(chunks.json, nullptr, false);
    if (!document.is_object()) throw InputError("truncated, or not glTF: the JSON can not be read");
    if (!document.contains("asset") || !document.at("asset").value("version", "").starts_with("2."))
        throw InputError("glTF: version 2 is read, no other");
    return GeometryOnly(document, chunks.binary, file.parent_path()).glb();
}

}  // namespace octomatch
