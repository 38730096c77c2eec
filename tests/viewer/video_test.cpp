#include "viewer/video.h"

#include <gtest/gtest.h>
#include <stb_image.h>

#include <array>
#include <cstdlib>
#include <fstream>

#include "core/input_error.h"
#include "tests/io/temporary_folder.h"

namespace octomatch {
namespace {

namespace fs = std::filesystem;

bool runs(const std::string& command) {
    return std::system((command + " > /dev/null 2>&1").c_str()) == 0;
}

std::string output_of(const std::string& command) {
    std::string text;
    std::FILE* pipe = popen(command.c_str(), "r");
    for (int c; pipe && (c = std::fgetc(pipe)) != EOF;) text += static_cast<char>(c);
    if (pipe) pclose(pipe);
    return text;
}

Image grey(int width, int height, int value) {
    Image image(width, height);
    std::fill(image.rgb.begin(), image.rgb.end(), static_cast<unsigned char>(value));
    return image;
}

std::string message_of(const std::function<void()>& action) {
    try {
        action();
    } catch (const InputError& error) {
        return error.what();
    }
    return "nothing was thrown";
}

int files_in(const fs::path& folder) {
    return static_cast<int>(std::distance(fs::directory_iterator(folder), {}));
}

class VideoTest : public testing::Test {
protected:
    void SetUp() override {
        if (!runs("ffmpeg -version")) GTEST_SKIP() << "ffmpeg is not installed";
    }
    test::TemporaryFolder folder_;
};

TEST_F(VideoTest, HasTheFramesTheRateAndTheFormThatWereAskedFor) {
    if (!runs("ffprobe -version")) GTEST_SKIP() << "ffprobe is not installed";
    const fs::path file = folder_.path() / "a grey one.mp4";
    VideoWriter video(file, 60);
    for (int i = 0; i < 7; ++i) video.add(grey(65, 33, 30 * i));  // odd sides
    EXPECT_FALSE(fs::exists(file)) << "before it is whole";
    video.finish();
    EXPECT_EQ(output_of("ffprobe -v error -count_frames -select_streams v -show_entries "
                        "stream=codec_name,width,height,pix_fmt,r_frame_rate,nb_read_frames -of csv=p=0 '" +
                        file.string() + "'"),
              "h264,64,32,yuv420p,60/1,7\n");
    EXPECT_EQ(files_in(folder_.path()), 1);
}

TEST_F(VideoTest, ShowsTheFramesInTheirOrderAndUpright) {
    const fs::path file = folder_.path() / "v.mp4";
    {
        VideoWriter video(file, 25);
        for (int i = 0; i < 3; ++i) {
            Image frame = grey(64, 64, 60 * i + 40);
            std::fill_n(frame.pixel(0, 0), 3 * 64 * 16, static_cast<unsigned char>(250));  // a bright upper edge
            video.add(frame);
        }
        video.finish();
    }
    const std::string raw = output_of("ffmpeg -v error -i '" + file.string() + "' -f rawvideo -pix_fmt gray -");
    ASSERT_EQ(raw.size(), std::size_t(3 * 64 * 64));
    for (int i = 0; i < 3; ++i) {
        EXPECT_NEAR(static_cast<unsigned char>(raw[64 * 64 * i + 64 * 4 + 32]), 250, 6);
        EXPECT_NEAR(static_cast<unsigned char>(raw[64 * 64 * i + 64 * 48 + 32]), 60 * i + 40, 6);
    }
}

TEST_F(VideoTest, KeepsTheColoursAndNamesTheirSystem) {
    const fs::path file = folder_.path() / "v.mp4";
    const std::array<int, 3> clay{200, 120, 70};
    {
        VideoWriter video(file, 25);
        Image frame(64, 64);
        for (std::size_t i = 0; i < frame.rgb.size(); ++i) frame.rgb[i] = static_cast<unsigned char>(clay[i % 3]);
        video.add(frame);
        video.finish();
    }
    const std::string raw = output_of("ffmpeg -v error -i '" + file.string() + "' -f rawvideo -pix_fmt rgb24 -");
    ASSERT_EQ(raw.size(), std::size_t(3 * 64 * 64));
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(static_cast<unsigned char>(raw[k]), clay[k], 4);
    if (!runs("ffprobe -version")) GTEST_SKIP() << "ffprobe is not installed";
    EXPECT_EQ(output_of("ffprobe -v error -show_entries stream=color_range,color_space,color_transfer,color_primaries "
                        "-of csv=p=0 '" +
                        file.string() + "'"),
              "tv,bt709,bt709,bt709\n");
}

TEST_F(VideoTest, ThatIsNotFinishedLeavesNothing) {
    {
        VideoWriter video(folder_.path() / "v.mp4", 25);
        video.add(grey(64, 64, 100));
    }
    EXPECT_EQ(files_in(folder_.path()), 0);
}

TEST_F(VideoTest, WithoutFramesOrWithFramesOfTwoSizesIsAnError) {
    const fs::path file = folder_.path() / "v.mp4";
    EXPECT_NE(message_of([&] { VideoWriter(file, 25).finish(); }).find("no frames"), std::string::npos);
    const std::string message = message_of([&] {
        VideoWriter video(file, 25);
        video.add(grey(64, 64, 0));
        video.add(grey(32, 64, 0));
    });
    EXPECT_NE(message.find("differ in size"), std::string::npos) << message;
    EXPECT_EQ(files_in(folder_.path()), 0);
}

TEST_F(VideoTest, WhereItCanNotBeWrittenIsAnErrorBeforeAnyFrame) {
    const std::string message = message_of([&] { VideoWriter(folder_.path() / "missing" / "v.mp4", 25); });
    EXPECT_NE(message.find("v.mp4: can not be written"), std::string::npos) << message;
    EXPECT_NE(message_of([&] { VideoWriter(folder_.path() / "v.avi", 25); }).find(".mp4"), std::string::npos);
    EXPECT_EQ(files_in(folder_.path()), 0);
}

/// Programs called ffmpeg that answer, but take one frame and give up, or take all and fail.
TEST_F(VideoTest, AnFfmpegThatFailsIsAnErrorInItsOwnWords) {
    const fs::path programs = folder_.path() / "programs";
    fs::create_directory(programs);
    const fs::path fake = programs / "ffmpeg";
    const std::string path = std::getenv("PATH");
    for (const std::string take : {"head -c 1000", "cat"}) {
        std::ofstream(fake) << "#!/bin/sh\n[ \"$1\" = -version ] && exit 0\n"
                            << take << " > /dev/null\necho 'no encoder today' >&2\nexit 3\n";
        fs::permissions(fake, fs::perms::owner_all);
        setenv("PATH", (programs.string() + ":" + path).c_str(), 1);
        const std::string message = message_of([&] {
            VideoWriter video(folder_.path() / "v.mp4", 25);
            for (int i = 0; i < 10; ++i) video.add(grey(640, 360, 0));
            video.finish();
        });
        setenv("PATH", path.c_str(), 1);
        EXPECT_NE(message.find("no encoder today"), std::string::npos) << message;
        EXPECT_EQ(message.find('\n'), std::string::npos);
        EXPECT_EQ(files_in(folder_.path()), 1) << "the folder of programs alone";
    }
}

TEST(Video, WithoutFfmpegTheErrorNamesThePackage) {
    const test::TemporaryFolder folder;
    const std::string path = std::getenv("PATH");
    setenv("PATH", folder.path().c_str(), 1);
    const std::string message = message_of([&] { VideoWriter(folder.path() / "v.mp4", 25); });
    setenv("PATH", path.c_str(), 1);
    EXPECT_NE(message.find("install the package ffmpeg"), std::string::npos) << message;
    EXPECT_EQ(files_in(folder.path()), 0);
}

TEST(ImageSequence, NumbersItsPicturesInAFolderOfItsOwn) {
    const test::TemporaryFolder folder;
    ImageSequence sequence(folder.path() / "new" / "frames");
    for (int i = 0; i < 3; ++i) sequence.add(grey(20, 10, 50 * i));
    EXPECT_EQ(sequence.frames(), 3);
    for (int i = 0; i < 3; ++i) {
        const fs::path file = folder.path() / "new" / "frames" / ("frame_000" + std::to_string(i) + ".png");
        int width = 0, height = 0, channels = 0;
        unsigned char* pixels = stbi_load(file.c_str(), &width, &height, &channels, 3);
        ASSERT_TRUE(pixels) << file;
        EXPECT_EQ(width, 20);
        EXPECT_EQ(height, 10);
        EXPECT_EQ(pixels[3 * 20 * 5], 50 * i);
        stbi_image_free(pixels);
    }
}

TEST(ImageSequence, WhereAFileStandsThereCanBeNoFolder) {
    const test::TemporaryFolder folder;
    folder.file("taken", "");
    EXPECT_NE(message_of([&] { ImageSequence(folder.path() / "taken"); }).find("taken"), std::string::npos);
}

}  // namespace
}  // namespace octomatch
