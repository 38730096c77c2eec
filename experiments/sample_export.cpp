#include "experiments/sample_export.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "core/input_error.h"
#include "experiments/body_geometry.h"
#include "experiments/output_place.h"

namespace octomatch {

namespace fs = std::filesystem;

namespace {

using Text = fmt::memory_buffer;

template <class... Values>
void put(Text& text, fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(text), format, std::forward<Values>(values)...);
}

// ---- nodes, links, cells -------------------------------------------------------------------------------------------

Text nodes_csv(const BodyGeometry& body) {
    Text out;
    put(out, "node,x,y,z,level,cell,mass,width,leaf\n");
    for (std::size_t i = 0; i < body.nodes.size(); ++i) {
        const NodeGeometry& node = body.nodes[i];
        put(out, "{},{},{},{},{},{},{},{},{}\n", i, node.position.x(), node.position.y(), node.position.z(), node.level,
            node.cell, node.mass, node.width, body.leaf_of[i]);
    }
    return out;
}

Text links_csv(const BodyGeometry& body) {
    Text out;
    put(out, "a,b,length\n");
    for (std::size_t k = 0; k < body.links.size(); ++k)
        put(out, "{},{},{}\n", body.links[k].first, body.links[k].second, body.link_length[k]);
    return out;
}

Text cells_csv(const BodyGeometry& body) {
    Text out;
    put(out, "leaf,low_x,low_y,low_z,edge,level\n");
    for (std::size_t c = 0; c < body.leaves.size(); ++c) {
        const auto& [box, level] = body.leaves[c];
        put(out, "{},{},{},{},{},{}\n", c, box.low.x(), box.low.y(), box.low.z(), box.extent().x(), level);
    }
    return out;
}

void put_ply_header(Text& out, std::size_t vertices, const std::string& other_elements) {
    put(out,
        "ply\nformat ascii 1.0\nelement vertex {}\nproperty double x\nproperty double y\nproperty double z\n"
        "property int level\n{}end_header\n",
        vertices, other_elements);
}

void put_ply_vertex(Text& out, const Vec3d& p, int level) {
    put(out, "{} {} {} {}\n", p.x(), p.y(), p.z(), level);
}

Text nodes_ply(const BodyGeometry& body) {
    Text out;
    put_ply_header(out, body.nodes.size(), "");
    for (const NodeGeometry& node : body.nodes) put_ply_vertex(out, node.position, node.level);
    return out;
}

Text links_ply(const BodyGeometry& body) {
    Text out;
    put_ply_header(out, body.nodes.size(),
                   fmt::format("element edge {}\nproperty int vertex1\nproperty int vertex2\n", body.links.size()));
    for (const NodeGeometry& node : body.nodes) put_ply_vertex(out, node.position, node.level);
    for (const auto& [a, b] : body.links) put(out, "{} {}\n", a, b);
    return out;
}

Text cells_ply(const BodyGeometry& body) {
    constexpr int kFaces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    Text out;
    put_ply_header(out, 8 * body.leaves.size(),
                   fmt::format("element face {}\nproperty list uchar int vertex_indices\n", 6 * body.leaves.size()));
    for (const auto& [box, level] : body.leaves)
        for (int k = 0; k < 8; ++k)  // bit a of k: on the high side of axis a
            put_ply_vertex(
                out,
                {(k & 1 ? box.high : box.low).x(), (k & 2 ? box.high : box.low).y(), (k & 4 ? box.high : box.low).z()},
                level);
    for (std::size_t c = 0; c < body.leaves.size(); ++c)
        for (const auto& f : kFaces)
            put(out, "4 {} {} {} {}\n", 8 * c + f[0], 8 * c + f[1], 8 * c + f[2], 8 * c + f[3]);
    return out;
}

// ---- regions -------------------------------------------------------------------------------------------------------

Text regions_json(const BodyRest& rest) {
    using Json = nlohmann::ordered_json;
    Json json = {{"nodes", rest.nodes()}, {"parent", rest.parent}};
    if (!rest.link_reach.empty()) {
        json["link_reach"] = rest.link_reach;
        json["list_of"] = rest.list_of;
    } else if (rest.blocks.empty()) {
        json["list_of"] = rest.list_of;
        json["lists"] = Json::array();
        for (int list = 0; list < rest.lists.rows(); ++list) {
            Json rows = Json::array();
            for (RowId row : rest.lists.row(list)) rows.push_back(row.value);
            json["lists"].push_back(std::move(rows));
        }
    } else {
        json["blocks"] = Json::array();
        for (const auto& [a, b] : rest.blocks) json["blocks"].push_back({a.value, b.value});
    }
    Text out;
    put(out, "{}\n", json.dump());
    return out;
}

Text regions_csv(const BodyRest& rest, const BodyGeometry& body) {
    const Ragged<NodeId> nodes = members(rest);
    Text out;
    put(out, "region,width,members,summation_entries,list\n");
    for (int r = 0; r < rest.nodes(); ++r) {
        put(out, "{},{},{},", r, body.nodes[r].width, nodes.size_of(r));
        if (!rest.link_reach.empty())
            put(out, ",{}\n", rest.list_of[r]);
        else if (rest.blocks.empty())
            put(out, "{},{}\n", rest.lists.size_of(rest.list_of[r]), rest.list_of[r]);
        else
            put(out, ",\n");
    }
    return out;
}

// ---- the folder ----------------------------------------------------------------------------------------------------

constexpr const char* kReadme =
    "A body sampled by octomatch. Lengths are in the unit of the mesh, masses in kg, all numbers count from 0.\n"
    "\n"
    "nodes.csv     node, rest position x y z, level (0 = base cell), cell = edge of its leaf, mass, width of its "
    "region, leaf\n"
    "links.csv     nodes a < b that see each other through material, length along the link\n"
    "cells.csv     leaf, its lowest corner, edge, level\n"
    "regions.csv   region (that of the node of the same number), width, members, summation entries, which list\n"
    "regions.json  the summation tree: rows 0 .. nodes-1 are the nodes, then the virtual nodes; parent of each row, -1 "
    "at\n"
    "              a root; region r sums the rows of lists[list_of[r]]; or blocks: pairs of rows whose nodes have each "
    "other;\n"
    "              or link_reach: region r has all nodes at most so many links away, equal regions have equal list_of\n"
    "*.ply         nodes as points, links as edges, leaves as boxes, each vertex with its level\n";

const std::vector<std::string> kFiles{"README.txt", "cells.csv", "cells.ply",   "links.csv",   "links.ply",
                                      "nodes.csv",  "nodes.ply", "regions.csv", "regions.json"};

fs::path beside(const fs::path& folder, const char* what) {
    return folder.string() + fmt::format(".{}.{}", getpid(), what);
}

void write(const fs::path& file, std::string_view text) {
    std::ofstream out(file, std::ios::binary);
    out.write(text.data(), static_cast<std::streamsize>(text.size()));
    out.close();
    if (!out) throw InputError(file.filename().string() + " can not be written");
}

void write(const fs::path& file, const Text& text) {
    write(file, std::string_view(text.data(), text.size()));
}

void write_files(const fs::path& folder, const AdaptiveBody& body) {
    const BodyGeometry geometry = geometry_of(body);
    write(folder / "README.txt", kReadme);
    write(folder / "nodes.csv", nodes_csv(geometry));
    write(folder / "nodes.ply", nodes_ply(geometry));
    write(folder / "links.csv", links_csv(geometry));
    write(folder / "links.ply", links_ply(geometry));
    write(folder / "cells.csv", cells_csv(geometry));
    write(folder / "cells.ply", cells_ply(geometry));
    write(folder / "regions.csv", regions_csv(*body.rest, geometry));
    write(folder / "regions.json", regions_json(*body.rest));
}

}  // namespace

void require_export(const fs::path& folder) {
    require_writable_folder(folder);
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
        if (std::find(kFiles.begin(), kFiles.end(), entry.path().filename()) == kFiles.end())
            throw InputError(fmt::format("{} holds other files ({}); choose a new folder", folder.string(),
                                         entry.path().filename().string()));
}

void export_body(const fs::path& folder, const AdaptiveBody& body) {
    require_export(folder);
    const fs::path partial = beside(folder, "part"), old = beside(folder, "old");
    try {
        fs::create_directory(partial);
        write_files(partial, body);
        if (fs::exists(folder)) fs::rename(folder, old);
        fs::rename(partial, folder);
        fs::remove_all(old);
    } catch (const std::exception& error) {
        std::error_code ignored;
        fs::remove_all(partial, ignored);
        if (!fs::exists(folder, ignored)) fs::rename(old, folder, ignored);
        throw InputError(fmt::format("the export to {} failed: {}", folder.string(), error.what()));
    }
}

}  // namespace octomatch
