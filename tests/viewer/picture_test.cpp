#include "viewer/picture.h"

#include <gtest/gtest.h>
#include <stb_image.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <numbers>
#include <set>
#include <string>

#include "core/input_error.h"

namespace octomatch {
namespace {

namespace fs = std::filesystem;

TriangleMesh torus(double major, double minor) {
    constexpr int kAround = 48, kAcross = 24;
    TriangleMesh mesh;
    const auto vertex = [](int i, int j) { return (i % kAround) * kAcross + j % kAcross; };
    for (int i = 0; i < kAround; ++i)
        for (int j = 0; j < kAcross; ++j) {
            const double a = 2 * std::numbers::pi * i / kAround, b = 2 * std::numbers::pi * j / kAcross;
            const double r = major + minor * std::cos(b);
            mesh.vertices.emplace_back(r * std::cos(a), r * std::sin(a), minor * std::sin(b));
            mesh.triangles.push_back({vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1)});
            mesh.triangles.push_back({vertex(i, j), vertex(i + 1, j + 1), vertex(i, j + 1)});
        }
    return mesh;
}

/// A ring of cells along the torus; the right half is one level finer.
SamplePicture ring(const TriangleMesh& skin, int fine_level) {
    SamplePicture body{skin, {}, {}, {}, {}, {}, {}};
    constexpr int kCells = 16;
    for (int i = 0; i < kCells; ++i) {
        const double a = 2 * std::numbers::pi * (i + 0.5) / kCells;
        const Vec3d centre(std::cos(a), std::sin(a), 0);
        const bool fine = centre.x() > 0;
        const double edge = fine ? 0.3 : 0.5;
        body.nodes.push_back(centre);
        body.node_cell.push_back(edge);
        body.node_level.push_back(fine ? fine_level : 0);
        body.links.emplace_back(i, (i + 1) % kCells);
        body.cells.push_back({centre.array() - edge / 2, centre.array() + edge / 2});
        body.cell_level.push_back(body.node_level.back());
    }
    return body;
}

std::string bytes_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

struct Picture {
    explicit Picture(const fs::path& file)
        : pixels(stbi_load(file.c_str(), &width, &height, &channels, 3), stbi_image_free) {}

    /// 24-bit colours in the columns left .. right.
    std::set<int> colours(int left, int right) const {
        std::set<int> found;
        for (int y = 0; y < height; ++y)
            for (int x = left; x < right; ++x) {
                const unsigned char* p = &pixels.get()[3 * (y * width + x)];
                found.insert(p[0] << 16 | p[1] << 8 | p[2]);
            }
        return found;
    }
    /// How many pixels of these columns are of a strong colour whose largest channel is `channel` (0 red .. 2 blue).
    int vivid(int left, int right, int channel) const {
        int count = 0;
        for (int y = 0; y < height; ++y)
            for (int x = left; x < right; ++x) {
                const unsigned char* p = &pixels.get()[3 * (y * width + x)];
                const auto [low, high] = std::minmax({p[0], p[1], p[2]});
                count += high - low > 50 && p[channel] == high;
            }
        return count;
    }

    int width = 0, height = 0, channels = 0;
    std::unique_ptr<unsigned char, void (*)(void*)> pixels;
};

class PictureTest : public testing::Test {
protected:
    void SetUp() override {
        folder_ = fs::temp_directory_path() / ("octomatch_picture_" + std::to_string(getpid()));
        fs::create_directory(folder_);
        try {
            write_picture(folder_ / "probe.png", skin_);
        } catch (const InputError& e) {
            GTEST_SKIP() << "no headless OpenGL here: " << e.what();
        }
        fs::remove(folder_ / "probe.png");
    }
    void TearDown() override { fs::remove_all(folder_); }

    int files() const { return static_cast<int>(std::distance(fs::directory_iterator(folder_), {})); }

    TriangleMesh skin_ = torus(1, 0.3);
    fs::path folder_;
};

TEST_F(PictureTest, ThreePanelsShowSomethingAndLevelsDifferInColour) {
    write_picture(folder_ / "ring.png", ring(skin_, 2));
    const Picture picture(folder_ / "ring.png");
    ASSERT_TRUE(picture.pixels);
    EXPECT_EQ(picture.width, 2400);
    EXPECT_EQ(picture.height, 900);
    for (int panel = 0; panel < 3; ++panel)
        EXPECT_GT(picture.colours(800 * panel, 800 * (panel + 1)).size(), 100u) << "panel " << panel;
    for (int panel = 1; panel < 3; ++panel) {
        EXPECT_GT(picture.vivid(800 * panel, 800 * (panel + 1), 0), 200) << "amber of level 2, panel " << panel;
        EXPECT_GT(picture.vivid(800 * panel, 800 * (panel + 1), 2), 200) << "blue of level 0, panel " << panel;
    }
    EXPECT_EQ(picture.vivid(0, 800, 2), 0) << "the skin alone has no colour of a level";
}

TEST_F(PictureTest, TheBodyFillsThePanelWhereverItIsAndHoweverLarge) {
    write_picture(folder_ / "here.png", skin_);
    TriangleMesh elsewhere = skin_;
    for (Vec3d& p : elsewhere.vertices) p = 1e-3 * p + Vec3d(1000, -2000, 500);
    write_picture(folder_ / "elsewhere.png", elsewhere);
    for (const char* name : {"here.png", "elsewhere.png"}) {
        const Picture picture(folder_ / name);
        EXPECT_EQ(picture.width, 800);
        EXPECT_EQ(picture.colours(0, 5).size(), 1u) << "background at the left border of " << name;
        EXPECT_EQ(picture.colours(795, 800).size(), 1u) << "background at the right border of " << name;
        EXPECT_GT(picture.colours(40, 60).size(), 1u) << name;
        EXPECT_GT(picture.colours(740, 760).size(), 1u) << name;
    }
}

TEST_F(PictureTest, TheSameBodyGivesTheSameBytes) {
    write_picture(folder_ / "a.png", ring(skin_, 1));
    write_picture(folder_ / "other.png", ring(skin_, 3));
    write_picture(folder_ / "b.png", ring(skin_, 1));
    EXPECT_EQ(bytes_of(folder_ / "a.png"), bytes_of(folder_ / "b.png"));
    EXPECT_NE(bytes_of(folder_ / "a.png"), bytes_of(folder_ / "other.png"));
}

TEST_F(PictureTest, NothingButThePictureIsWrittenOrPrinted) {
    const fs::path before = fs::current_path();
    fs::current_path(folder_);
    testing::internal::CaptureStdout();
    write_picture("only.png", ring(skin_, 1));
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
    fs::current_path(before);
    EXPECT_EQ(files(), 1);
}

TEST_F(PictureTest, AnUnwritablePathIsAnInputErrorAndLeavesNoFile) {
    fs::create_directory(folder_ / "taken.png");  // a folder stands where the file should go
    for (const fs::path& file : {folder_ / "missing" / "p.png", folder_ / "taken.png"}) {
        try {
            write_picture(file, skin_);
            ADD_FAILURE() << file << " was written";
        } catch (const InputError& e) {
            EXPECT_NE(std::string(e.what()).find(file.string()), std::string::npos) << e.what();
        }
    }
    EXPECT_EQ(files(), 1);
}

/// Runs in a process of its own, where the loader finds no graphics driver.
TEST(PictureDeathTest, WithoutADriverTheErrorSaysWhatToInstall) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const auto attempt = [] {
        setenv("__EGL_VENDOR_LIBRARY_DIRS", "/nowhere", 1);
        try {
            write_picture("/nowhere/p.png", torus(1, 0.3));
        } catch (const InputError& e) {
            std::fprintf(stderr, "%s\n", e.what());
            std::_Exit(2);
        }
        std::_Exit(0);
    };
    EXPECT_EXIT(attempt(), testing::ExitedWithCode(2), "install libegl1 libgl1 libgl1-mesa-dri");
}

}  // namespace
}  // namespace octomatch
