// Files that can not be read or hold no solid, each with one thing wrong, and odd ones that are legal after all.
// For the tests of the readers, for those of the command line, and for fuzzers to start from.
#pragma once
#include <random>

#include "tests/io/mesh_writers.h"
#include "tests/io/test_meshes.h"

namespace octomatch::test {

inline std::string noise(std::size_t bytes, unsigned seed) {
    std::mt19937 random(seed);
    std::string text(bytes, '\0');
    for (char& c : text) c = static_cast<char>(random());
    return text;
}

/// The file with the bytes from `at` on replaced.
inline std::string patched(std::string bytes, std::size_t at, std::string_view with) {
    return bytes.replace(at, with.size(), with);
}

inline void add_truncated(const MeshFile& file, std::vector<MeshFile>& broken) {
    const std::size_t size = file.bytes.size();
    for (const auto& [name, bytes] : {std::pair("AfterOneByte", std::size_t{1}),
                                      {"AfterASixth", size / 6},
                                      {"AfterAHalf", size / 2},
                                      {"NearTheEnd", size - 27}})
        broken.push_back({file.name + "Truncated" + name, file.extension, file.bytes.substr(0, bytes)});
}

inline std::vector<MeshFile> broken_obj_files() {
    const std::string cube = obj_file(unit_cube()), vertices = cube.substr(0, cube.find("f "));
    const auto with_vertex = [&](const char* line) { return replaced(cube, "v 0 0 0\n", line); };
    const auto with_face = [&](const char* line) { return replaced(cube, "f 1 5 7\n", line); };
    return {{"ObjWithoutFaces", "obj", vertices},
            {"ObjWithoutVertices", "obj", "f 1 2 3\n"},
            {"ObjOfCommentsOnly", "obj", "# nothing\n# here\n"},
            {"ObjOfLinesOnly", "obj", vertices + "l 1 2 3\np 4\n"},
            {"ObjIndexZero", "obj", with_face("f 0 5 7\n")},
            {"ObjIndexTooLarge", "obj", with_face("f 1 5 9\n")},
            {"ObjIndexHuge", "obj", with_face("f 1 5 99999999999999999999\n")},
            {"ObjIndexBeyond32Bits", "obj", with_face("f 1 5 4294967303\n")},
            {"ObjIndexTooNegative", "obj", with_face("f 1 5 -9\n")},
            {"ObjIndexMostNegative", "obj", with_face("f 1 5 -2147483648\n")},
            {"ObjIndexNoNumber", "obj", with_face("f 1 five 7\n")},
            {"ObjIndexFraction", "obj", with_face("f 1 5.5 7\n")},
            {"ObjFaceOfTwoCorners", "obj", with_face("f 1 5\n")},
            {"ObjFaceOfNoCorners", "obj", with_face("f\n")},
            {"ObjFaceContinued", "obj", with_face("f 1 5 \\\n 7\n")},
            {"ObjVertexNan", "obj", with_vertex("v nan 0 0\n")},
            {"ObjVertexInfinite", "obj", with_vertex("v 0 -inf 0\n")},
            {"ObjVertexOverflow", "obj", with_vertex("v 0 0 1e999\n")},
            {"ObjVertexHuge", "obj", with_vertex("v 0 0 1e30\n")},
            {"ObjVertexOfTwoNumbers", "obj", with_vertex("v 0 0\n")},
            {"ObjVertexOfWords", "obj", with_vertex("v a b c\n")},
            {"ObjVertexHexadecimal", "obj", with_vertex("v 0x1p3 0 0\n")},
            {"ObjVertexCommaForPoint", "obj", with_vertex("v 0,5 0 0\n")},
            {"ObjZeroByteInVertex", "obj", replaced(cube, "v 0 0 0\n", std::string_view("v 0 0 0\0\n", 9))},
            {"ObjZeroByteInFace", "obj", replaced(cube, "f 1 5 7\n", std::string_view("f 1 5\0 7\n", 9))},
            {"ObjInUtf16", "obj", [&] {
                 std::string wide = "\xFF\xFE";
                 for (char c : cube) wide += {c, '\0'};
                 return wide;
             }()}};
}

inline std::vector<MeshFile> broken_ply_files() {
    const std::string text = text_ply_file(unit_cube()), binary = binary_ply_file(unit_cube());
    const std::size_t data = binary.find("end_header\n") + 11, faces = data + 8 * 12;  // where they begin
    const auto header = [&](const char* from, const char* to) { return replaced(text, from, to); };
    const auto binary_header = [&](const char* from, const char* to) { return replaced(binary, from, to); };
    return {{"PlyFourBillionVertices", "ply", header("vertex 8", "vertex 4000000000")},
            {"PlyFourBillionFaces", "ply", header("face 12", "face 4000000000")},
            {"BinaryPlyFourBillionVertices", "ply", binary_header("vertex 8", "vertex 4000000000")},
            {"BinaryPlyFourBillionFaces", "ply", binary_header("face 12", "face 4000000000")},
            {"PlyCountBeyond64Bits", "ply", header("vertex 8", "vertex 99999999999999999999999")},
            {"PlyNegativeCount", "ply", header("vertex 8", "vertex -8")},
            {"PlyOneVertexTooMany", "ply", header("vertex 8", "vertex 9")},
            {"PlyOneVertexTooFew", "ply", header("vertex 8", "vertex 7")},
            {"BinaryPlyOneVertexTooFew", "ply", binary_header("vertex 8", "vertex 7")},
            {"PlyNoVertices", "ply", header("vertex 8", "vertex 0")},
            {"PlyNoFaces", "ply", header("face 12", "face 0")},
            {"PlyWithoutFormat", "ply", header("format ascii 1.0\n", "")},
            {"PlyUnknownFormat", "ply", header("ascii", "binary_middle_endian")},
            {"PlyUnknownType", "ply", header("float x", "quaternion x")},
            {"PlyWithoutZ", "ply", header("float z", "float w")},
            {"PlyListForX", "ply", header("float x", "list uchar float x")},
            {"PlyPropertyOfNoElement", "ply", header("element vertex 8\n", "")},
            {"PlyWithoutCorners", "ply", header("vertex_indices", "texture_indices")},
            {"PlyCornersNotAList", "ply", header("list uchar int", "int")},
            {"PlyHeaderWithoutEnd", "ply", text.substr(0, text.find("end_header"))},
            {"PlyHeaderOnly", "ply", text.substr(0, text.find("end_header") + 11)},
            {"PlyPointCloud", "ply", header("element face 12\nproperty list uchar int vertex_indices\n", "")},
            {"PlyIndexTooLarge", "ply", header("3 0 4 6\n", "3 0 4 8\n")},
            {"PlyIndexNegative", "ply", header("3 0 4 6\n", "3 0 4 -1\n")},
            {"PlyIndexHuge", "ply", header("3 0 4 6\n", "3 0 4 1e300\n")},
            {"PlyIndexFraction", "ply", header("3 0 4 6\n", "3 0 4 5.5\n")},
            {"PlyListTooLong", "ply", header("3 0 4 6\n", "4000000000 0 4 6\n")},
            {"PlyListNegative", "ply", header("3 0 4 6\n", "-3 0 4 6\n")},
            {"PlyListNan", "ply", header("3 0 4 6\n", "nan 0 4 6\n")},
            {"PlyVertexNan", "ply", header("\n0 0 0\n", "\nnan 0 0\n")},
            {"PlyVertexInfinite", "ply", header("\n0 0 0\n", "\n0 inf 0\n")},
            {"PlyVertexOfWords", "ply", header("\n0 0 0\n", "\na b c\n")},
            {"BinaryPlyVertexNan", "ply", patched(binary, data, raw(std::numeric_limits<float>::quiet_NaN()))},
            {"BinaryPlyVertexHuge", "ply", patched(binary, data, raw(3e38f))},
            {"BinaryPlyIndexTooLarge", "ply", patched(binary, faces + 1, raw(8))},
            {"BinaryPlyIndexNegative", "ply", patched(binary, faces + 1, raw(-5))},
            {"BinaryPlyIndexHuge", "ply", patched(binary, faces + 1, raw(0x7fffffff))},
            {"BinaryPlyListTooLong", "ply", patched(binary, faces, "\xff")},
            {"BinaryPlyListNegative", "ply", patched(binary_header("list uchar", "list  char"), faces, "\xff")},
            {"BinaryPlySaysText", "ply", binary_header("binary_little_endian", "ascii")},
            {"BinaryPlySaysBigEndian", "ply", binary_header("binary_little", "binary_big")}};
}

inline std::vector<MeshFile> broken_stl_files() {
    const std::string text = text_stl_file(unit_cube()), binary = binary_stl_file(unit_cube());
    return {{"StlCountAllOnes", "stl", patched(binary, 80, "\xff\xff\xff\xff")},
            {"StlCountTooLarge", "stl", patched(binary, 80, raw(13))},
            {"StlCountTooSmall", "stl", patched(binary, 80, raw(11))},
            {"StlOfNoTriangles", "stl", patched(binary, 80, raw(0)).substr(0, 84)},
            {"StlHeaderOnly", "stl", binary.substr(0, 84)},
            {"StlHalfAHeader", "stl", binary.substr(0, 40)},
            {"StlVertexNan", "stl", patched(binary, 96, raw(std::numeric_limits<float>::quiet_NaN()))},
            {"StlVertexInfinite", "stl", patched(binary, 96, raw(std::numeric_limits<float>::infinity()))},
            {"StlVertexHuge", "stl", patched(binary, 96, raw(1e37f))},
            {"TextStlEmptySolid", "stl", "solid nothing\nendsolid nothing\n"},
            {"TextStlWithoutEnd", "stl", text.substr(0, text.rfind("endsolid"))},
            {"TextStlVertexOfTwoNumbers", "stl", replaced(text, "vertex 0 0 0\n", "vertex 0 0\n")},
            {"TextStlVertexOfWords", "stl", replaced(text, "vertex 0 0 0\n", "vertex a b c\n")},
            {"TextStlVertexNan", "stl", replaced(text, "vertex 0 0 0\n", "vertex nan 0 0\n")},
            {"TextStlFacetOfTwoVertices", "stl", replaced(text, "vertex 0 0 0\n", "\n")},
            {"TextStlFacetOfFourVertices", "stl", replaced(text, "vertex 0 0 0\n", "vertex 0 0 0\nvertex 0 0 0\n")},
            {"TextStlSolidOnly", "stl", "solid"}};
}

inline std::vector<MeshFile> broken_off_files() {
    const std::string cube = off_file(unit_cube());
    return {{"OffNegativeCounts", "off", replaced(cube, "8 12 0", "-8 -12 0")},
            {"OffFourBillionVertices", "off", replaced(cube, "8 12 0", "4000000000 12 0")},
            {"OffFourBillionFaces", "off", replaced(cube, "8 12 0", "8 4000000000 0")},
            {"OffCountsOfWords", "off", replaced(cube, "8 12 0", "eight twelve none")},
            {"OffNoFaces", "off", replaced(cube, "8 12 0", "8 0 0")},
            {"OffNoVertices", "off", replaced(cube, "8 12 0", "0 12 0")},
            {"OffOneVertexTooMany", "off", replaced(cube, "8 12 0", "9 12 0")},
            {"OffOneFaceTooMany", "off", replaced(cube, "8 12 0", "8 13 0")},
            {"OffWithoutKeyword", "off", replaced(cube, "OFF\n", "")},
            {"OffKeywordOnly", "off", "OFF\n"},
            {"OffBinary", "off", replaced(cube, "OFF\n", "OFF BINARY\n")},
            {"OffFourDimensions", "off", replaced(cube, "OFF\n", "4OFF\n")},
            {"OffVertexNan", "off", replaced(cube, "\n0 0 0\n", "\nnan 0 0\n")},
            {"OffVertexInfinite", "off", replaced(cube, "\n0 0 0\n", "\n0 0 inf\n")},
            {"OffVertexOfWords", "off", replaced(cube, "\n0 0 0\n", "\na b c\n")},
            {"OffIndexTooLarge", "off", replaced(cube, "3 0 4 6\n", "3 0 4 8\n")},
            {"OffIndexNegative", "off", replaced(cube, "3 0 4 6\n", "3 0 4 -6\n")},
            {"OffIndexHuge", "off", replaced(cube, "3 0 4 6\n", "3 0 4 4294967296\n")},
            {"OffFaceTooLong", "off", replaced(cube, "3 0 4 6\n", "4000000000 0 4 6\n")},
            {"OffFaceNegative", "off", replaced(cube, "3 0 4 6\n", "-3 0 4 6\n")}};
}

inline std::vector<MeshFile> broken_gltf_files() {
    const TriangleMesh cube = unit_cube();
    const std::string glb = glb_file(cube), json = gltf_json(cube, ""), buffer = gltf_buffer(cube);
    const auto with = [&](std::string_view from, std::string_view to) {
        return glb_file(replaced(json, from, to), buffer);
    };
    const auto nested = [](int depth, const char* open, const char* close) {
        std::string text;
        for (int i = 0; i < depth; ++i) text += open;
        for (int i = 0; i < depth; ++i) text += close;
        return text;
    };
    std::string chain;
    for (int i = 1; i < 100'000; ++i) chain.append(R"({"children":[)").append(std::to_string(i)).append("]},");
    const std::size_t binary_length = glb.find(std::string_view("BIN\0", 4)) - 4;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    return {
        {"GlbLengthBeyondTheFile", "glb", patched(glb, 8, "\xff\xff\xff\x7f")},
        {"GlbLengthTooSmall", "glb", patched(glb, 8, raw(16))},
        {"GlbJsonChunkBeyondTheFile", "glb", patched(glb, 12, "\xff\xff\xff\xff")},
        {"GlbBinaryChunkBeyondTheFile", "glb", patched(glb, binary_length, "\xff\xff\xff\x7f")},
        {"GlbVersionOne", "glb", patched(glb, 4, raw(1))},
        {"GlbWithoutChunks", "glb", patched(glb, 8, raw(12)).substr(0, 12)},
        {"GlbWithoutBinaryChunk", "glb",
         patched(glb, 8, raw(static_cast<std::uint32_t>(binary_length))).substr(0, binary_length)},
        {"GlbOfOtherMagic", "glb", patched(glb, 0, "gLTF")},
        {"GltfNotJson", "gltf", "this is not JSON"},
        {"GltfOtherJson", "gltf", "[1, 2, 3]"},
        {"GltfEmptyObject", "gltf", "{}"},
        {"GltfWithoutMeshes", "gltf", R"({"asset":{"version":"2.0"}})"},
        {"GltfAssetIsAList", "gltf", R"({"asset":[]})"},
        {"GltfVersionOne", "gltf", R"({"asset":{"version":"1.0"}})"},
        {"GltfNestedLists", "gltf", R"({"asset":{"version":"2.0"},"nodes":)" + nested(200'000, "[", "]") + "}"},
        {"GltfNestedObjects", "gltf", nested(200'000, R"({"nodes":)", "}")},
        {"GltfNodeChain", "gltf", R"({"asset":{"version":"2.0"},"nodes":[)" + chain + "{}]}"},
        {"GltfNodeCycle", "glb", with(R"({"mesh":0})", R"({"mesh":0,"children":[0]})")},
        {"GltfNodeNegative", "glb", with(R"("nodes":[0])", R"("nodes":[-1])")},
        {"GltfNodeHuge", "glb", with(R"("nodes":[0])", R"("nodes":[18446744073709551615])")},
        {"GltfNodeFraction", "glb", with(R"("nodes":[0])", R"("nodes":[1e300])")},
        {"GltfMatrixTooShort", "glb", with(R"({"mesh":0})", R"({"mesh":0,"matrix":[1,2,3]})")},
        {"GltfMatrixOfWords", "glb", with(R"({"mesh":0})", R"({"mesh":0,"scale":["a","b","c"]})")},
        {"GltfScaleZero", "glb", with(R"({"mesh":0})", R"({"mesh":0,"scale":[0,0,0]})")},
        {"GltfScaleHuge", "glb", with(R"({"mesh":0})", R"({"mesh":0,"scale":[1e300,1e300,1e300]})")},
        {"GltfMeshMissing", "glb", with(R"({"mesh":0})", R"({"mesh":5})")},
        {"GltfAccessorMissing", "glb", with(R"("POSITION":0)", R"("POSITION":7)")},
        {"GltfAccessorBeyondItsView", "glb", with(R"("count":8)", R"("count":9)")},
        {"GltfAccessorHugeCount", "glb", with(R"("count":8)", R"("count":9223372036854775807)")},
        {"GltfAccessorHugeOffset", "glb",
         with(R"("bufferView":0,)", R"("bufferView":0,"byteOffset":18446744073709551608,)")},
        {"GltfAccessorNegativeCount", "glb", with(R"("count":8)", R"("count":-8)")},
        {"GltfAccessorNoCount", "glb", with(R"("count":8)", R"("count":0)")},
        {"GltfAccessorUnknownComponent", "glb", with("5125", "5124")},
        {"GltfAccessorFloatIndices", "glb", with("5125", "5126")},
        {"GltfAccessorOtherType", "glb", with(R"("VEC3")", R"("MAT4")")},
        {"GltfAccessorSparse", "glb", with(R"("bufferView":0,)", R"("sparse":{},"bufferView":0,)")},
        {"GltfViewBeyondItsBuffer", "glb", with(R"("byteLength":96)", R"("byteLength":9600)")},
        {"GltfViewHugeOffset", "glb", with(R"("byteOffset":96)", R"("byteOffset":18446744073709551615)")},
        {"GltfViewStrideTooSmall", "glb", with(R"("byteLength":96)", R"("byteLength":96,"byteStride":1)")},
        {"GltfBufferTooLong", "glb", with(R"("byteLength":240)", R"("byteLength":4000000000)")},
        {"GltfBufferMissing", "gltf", gltf_json(cube, "missing.bin")},
        {"GltfBufferIsAFolder", "gltf", gltf_json(cube, ".")},
        {"GltfBufferIsADevice", "gltf", gltf_json(cube, "/dev/zero")},
        {"GltfBufferNotBase64", "gltf", gltf_json(cube, "data:application/octet-stream;base64,@@@@")},
        {"GltfBufferShort", "gltf", gltf_json(cube, data_uri("short"))},
        {"GltfIndexTooLarge", "glb", glb_file(json, patched(buffer, 96, raw(8)))},
        {"GltfIndexHuge", "glb", glb_file(json, patched(buffer, 96, "\xff\xff\xff\xff"))},
        {"GltfVertexNan", "glb", glb_file(json, patched(buffer, 0, raw(nan)))},
        {"GltfVertexHuge", "glb", glb_file(json, patched(buffer, 0, raw(3e38f)))},
        {"GltfStripOfOneCorner", "glb", replaced(with(R"("count":36)", R"("count":1 )"), R"("mode":4)", R"("mode":5)")},
        {"GltfFanOfTwoCorners", "glb", replaced(with(R"("count":36)", R"("count":2 )"), R"("mode":4)", R"("mode":6)")},
        {"GltfModeUnknown", "glb", with(R"("mode":4)", R"("mode":9)")},
        {"GltfLinesOnly", "glb", with(R"("mode":4)", R"("mode":1)")}};
}

/// Complete files of what is no solid.
inline std::vector<MeshFile> files_of_no_solid() {
    const TriangleMesh triangle{{Vec3d::Zero(), Vec3d::UnitX(), Vec3d::UnitY()}, {{0, 1, 2}}};
    const TriangleMesh repeated{triangle.vertices, {{0, 1, 2}, {1, 2, 0}, {0, 2, 1}, {0, 1, 2}}};
    const TriangleMesh point{std::vector<Vec3d>(8, Vec3d(1, 2, 3)), unit_cube().triangles};
    const TriangleMesh degenerate{unit_cube().vertices, {{0, 0, 1}, {2, 3, 3}, {4, 7, 4}, {5, 5, 5}}};
    TriangleMesh line = unit_cube(), tiny = unit_cube(), squashed = unit_cube();
    for (Vec3d& v : line.vertices) v = Vec3d(v.sum(), 0, 0);
    for (Vec3d& v : tiny.vertices) v *= 1e-30;
    for (Vec3d& v : squashed.vertices) v.z() *= 1e-12;
    std::vector<MeshFile> files;
    for (const auto& [name, mesh] : {std::pair("OfOneTriangle", triangle),
                                     {"OfOneTriangleRepeated", repeated},
                                     {"OfOnePoint", point},
                                     {"OfDegenerateTriangles", degenerate},
                                     {"OfALine", line},
                                     {"OfAFlatSheet", bent_sheet(4, 0)},
                                     {"OfABentSheet", bent_sheet(4, 0.1)},
                                     {"OfASquashedCube", squashed},
                                     {"OfATinyCube", tiny}})
        for (const MeshFile& file : files_of(mesh))
            if (file.name != "BigEndianPly") files.push_back({file.name + name, file.extension, file.bytes});
    return files;
}

/// Each must be refused, with one line.
inline std::vector<MeshFile> broken_files() {
    std::vector<MeshFile> broken;
    for (const MeshFile& file : files_of(unit_cube())) {
        add_truncated(file, broken);
        broken.push_back({file.name + "ThenNoise", file.extension, file.bytes.substr(0, 60) + noise(2000, 1)});
    }
    for (const char* extension : {"obj", "ply", "stl", "off", "gltf", "glb"}) {
        broken.push_back({std::string("EmptyFile_") + extension, extension, ""});
        broken.push_back({std::string("BlankLines_") + extension, extension, " \n\n\t\n"});
        broken.push_back({std::string("Zeros_") + extension, extension, std::string(1000, '\0')});
        for (unsigned seed : {1, 2}) {
            const std::string name = "Noise" + std::to_string(seed) + "_" + extension;
            broken.push_back({name, extension, noise(5000, seed)});
        }
    }
    for (const auto& more : {broken_obj_files(), broken_ply_files(), broken_stl_files(), broken_off_files(),
                             broken_gltf_files(), files_of_no_solid()})
        broken.insert(broken.end(), more.begin(), more.end());
    return broken;
}

/// Looks broken, but is a unit cube.
inline std::vector<MeshFile> odd_files_of_a_cube() {
    const TriangleMesh cube = unit_cube();
    const std::string obj = obj_file(cube), ply = text_ply_file(cube), glb = glb_file(cube);
    TriangleMesh doubled = cube, unused = cube;
    for (const auto& t : cube.triangles) doubled.triangles.push_back(t);
    unused.vertices.emplace_back(100, 100, 100);
    std::vector<MeshFile> files;
    for (const auto& [name, mesh] :
         {std::pair("EveryFaceTwice", doubled), {"InsideOut", flipped(cube)}, {"UnusedVertex", unused}})
        for (const MeshFile& file : files_of(mesh)) files.push_back({file.name + name, file.extension, file.bytes});
    const std::vector<MeshFile> more{
        {"ObjNoLastLineEnd", "obj", obj.substr(0, obj.size() - 1)},
        {"ObjJunkLines", "obj", "\x01\x02\x03\nwhat is this\n" + obj},
        {"PlyTrailingBytes", "ply", ply + noise(100, 3)},
        {"BinaryPlyTrailingBytes", "ply", binary_ply_file(cube) + noise(100, 3)},
        {"OffTrailingBytes", "off", off_file(cube) + noise(100, 3)},
        {"GlbTrailingBytes", "glb", glb + noise(100, 3)},
        {"PlyMissingFaceOfNoElement", "ply", replaced(ply, "end_header", "element nothing 4000000000\nend_header")}};
    files.insert(files.end(), more.begin(), more.end());
    return files;
}

}  // namespace octomatch::test
