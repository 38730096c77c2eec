#include <fstream>
#include <iostream>
#include <map>
#include <set>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "io/mesh_report.h"
#include "tests/io/broken_files.h"
#include "tests/io/format_test.h"

namespace octomatch {
namespace {

using namespace test;
namespace fs = std::filesystem;

#ifndef __has_feature  // clang's way to say what GCC says by macros
#define __has_feature(feature) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || __has_feature(address_sanitizer) || \
    __has_feature(thread_sanitizer)
constexpr bool kIsSanitized = true;  // these reserve terabytes of addresses
#else
constexpr bool kIsSanitized = false;
#endif

/// While it lives the process can get `bytes` more of memory, or rather of addresses.
class LittleMemory {
public:
    explicit LittleMemory(std::size_t bytes) {
        getrlimit(RLIMIT_AS, &before_);
        std::size_t pages = 0;
        std::ifstream("/proc/self/statm") >> pages;
        const rlimit limit{pages * 4096 + bytes, before_.rlim_max};
        if (!kIsSanitized && pages > 0) setrlimit(RLIMIT_AS, &limit);
    }
    ~LittleMemory() { setrlimit(RLIMIT_AS, &before_); }
    LittleMemory(const LittleMemory&) = delete;
    LittleMemory& operator=(const LittleMemory&) = delete;

private:
    rlimit before_{};
};

std::string refusal_of(const fs::path& file) {
    const LittleMemory little(std::size_t{256} << 20);
    return refusal([&] { check_mesh(read_mesh(file)); });
}

/// Fit for one line behind "error: ".
void expect_one_line(const std::string& message) {
    EXPECT_NE(message, "accepted");
    EXPECT_FALSE(message.empty());
    EXPECT_LT(message.size(), 1100u);
    for (char c : message) EXPECT_FALSE(static_cast<unsigned char>(c) < ' ' || c == 127) << message;
    EXPECT_EQ(message.find("memory"), std::string::npos) << message;
    EXPECT_EQ(message.find("exception"), std::string::npos) << message;
    EXPECT_EQ(message.find("std::"), std::string::npos) << message;
}

/// One test per format and not per file: a process for each of hundreds of files would take longer than reading them.
class BrokenFilesOfFormat : public testing::TestWithParam<std::string> {};

TEST_P(BrokenFilesOfFormat, AreRefusedWithOneLineEach) {
    const TemporaryFolder folder;
    for (const MeshFile& file : broken_files()) {
        if (file.extension != GetParam()) continue;
        std::cout << file.name << std::flush;  // should reading crash or hang
        SCOPED_TRACE(file.name);
        const std::string message = refusal_of(folder.file("mesh." + file.extension, file.bytes));
        expect_one_line(message);
        std::cout << ": " << message << "\n";
    }
}

INSTANTIATE_TEST_SUITE_P(Formats, BrokenFilesOfFormat, testing::ValuesIn(mesh_extensions()),
                         [](const auto& instance) { return instance.param; });

TEST(BrokenFiles, WouldFailForWantOfMemoryIfTheyAskedForALot) {
    if (kIsSanitized) GTEST_SKIP() << "memory can not be limited under this sanitizer";
    const LittleMemory little(std::size_t{256} << 20);
    std::vector<char> much;
    EXPECT_THROW(much.resize(std::size_t{512} << 20), std::bad_alloc);
}

TEST(OddFiles, OfACubeAreAcceptedAsACube) {
    for (const MeshFile& file : odd_files_of_a_cube()) {
        SCOPED_TRACE(file.name);
        const CheckedMesh checked = check_mesh(read_bytes_as(file.extension, file.bytes));
        EXPECT_TRUE(checked.report.closed);
        expect_same_surface(checked.mesh, unit_cube());
    }
}

TEST(OddFiles, AnObjCutOffBetweenTwoLinesIsAnOpenSurface) {
    const std::string whole = obj_file(unit_cube());
    const CheckedMesh checked = check_mesh(read_bytes_as("obj", whole.substr(0, whole.rfind("f "))));
    EXPECT_FALSE(checked.report.closed);
    EXPECT_EQ(checked.report.triangles, 11);
}

TEST(BrokenFiles, AreManyOfEveryFormatWithNamesOfTheirOwn) {
    std::map<std::string, int> of_format;
    std::set<std::string> names;
    for (const MeshFile& file : broken_files()) {
        ++of_format[file.extension];
        EXPECT_TRUE(names.insert(file.name).second) << file.name;
    }
    for (const std::string& extension : mesh_extensions()) EXPECT_GE(of_format[extension], 20) << extension;
}

TEST(BrokenFiles, PathsThatAreNoFilesAreRefused) {
    const TemporaryFolder folder;
    const auto reason = [&](const fs::path& file) {
        const std::string message = refusal_of(file);
        expect_one_line(message);
        const std::size_t colon = message.rfind(": ");
        return colon == message.npos ? message : message.substr(colon + 2);
    };
    fs::create_directory(folder.path() / "folder.obj");
    fs::create_symlink("nowhere.ply", folder.path() / "dangling.ply");
    fs::create_symlink("loop.ply", folder.path() / "loop.ply");
    EXPECT_EQ(reason(folder.path() / "folder.obj"), "is a folder, not a mesh file");
    EXPECT_EQ(reason(folder.path() / "missing.stl"), "no such file");
    EXPECT_EQ(reason(folder.path() / "dangling.ply"), "no such file");
    EXPECT_EQ(reason(folder.path() / "loop.ply"), "Too many levels of symbolic links");
    EXPECT_EQ(reason(folder.path() / "missing folder" / "cube.off"), "no such file");
    EXPECT_EQ(reason(folder.file("cube.obj", "") / "cube.off"), "no such file");
    EXPECT_EQ(reason("/dev/null/cube.obj"), "no such file");
    EXPECT_EQ(reason(folder.path() / (std::string(3000, 'n') + ".glb")), "File name too long");
    EXPECT_EQ(reason(folder.path() / "two\nlines\x1b[31m.gltf"), "no such file");
    EXPECT_EQ(reason(folder.path() / "\xff\xfe.obj"), "no such file");
    EXPECT_EQ(refusal_of("").find("'': has no extension"), 0u);
    fs::create_symlink("/dev/zero", folder.path() / "device.obj");
    EXPECT_EQ(reason(folder.path() / "device.obj"), "is not a regular file");
}

TEST(BrokenFiles, AFileThatMayNotBeReadIsRefused) {
    const TemporaryFolder folder;
    const fs::path file = folder.file("secret.obj", obj_file(unit_cube()));
    fs::permissions(file, fs::perms::none);
    if (std::ifstream(file)) GTEST_SKIP() << "this user may read everything";
    EXPECT_NE(refusal_of(file).find("can not be opened for reading"), std::string::npos);
}

TEST(BrokenFiles, NamesWithOddCharactersAreRead) {
    const TemporaryFolder folder;
    for (const char* name :
         {"with blank.obj", "quote\".ply", "two\nlines.stl", "\xc3\xa9.off", "\xff\xfe.glb", "a.b.gltf"}) {
        const std::string extension = fs::path(name).extension().string().substr(1);
        for (const MeshFile& file : files_of(unit_cube()))
            if (file.extension == extension) expect_same_surface(read_mesh(folder.file(name, file.bytes)), unit_cube());
    }
}

}  // namespace
}  // namespace octomatch
