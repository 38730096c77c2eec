#include "viewer/frame_renderer.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "io/models.h"
#include "tests/io/temporary_folder.h"
#include "tests/viewer/small_world.h"
#include "viewer/picture.h"

namespace octomatch {
namespace {

constexpr Canvas kSmall{.width = 320, .height = 180, .supersampling = 1};

/// Share of the pixels that differ from what stands behind them in the other picture.
double difference(const Image& a, const Image& b) {
    int count = 0;
    for (int y = 0; y < a.height; ++y)
        for (int x = 0; x < a.width; ++x)
            for (int k = 0; k < 3; ++k)
                if (std::abs(a.pixel(x, y)[k] - b.pixel(x, y)[k]) > 8) {
                    ++count;
                    break;
                }
    return static_cast<double>(count) / (a.width * a.height);
}

Image background(const Image& like) {
    Image image(like.width, like.height);
    for (int y = 0; y < like.height; ++y)
        for (int x = 0; x < like.width; ++x) std::copy_n(like.pixel(0, 0), 3, image.pixel(x, y));
    return image;
}

/// The hand that a test bends; sampled once.
const std::shared_ptr<ShapeLibrary>& hand_shape() {
    static const auto shapes = [] {
        auto made = std::make_shared<ShapeLibrary>();
        made->add(find_model("hand")->make(), {.depth = 2});
        return made;
    }();
    return shapes;
}

class FrameRendererTest : public testing::Test {
protected:
    void SetUp() override { SKIP_WITHOUT_OPENGL(); }
};

TEST_F(FrameRendererTest, AHandCoversAPlausibleShareOfThePictureAndMovesInIt) {
    World world(hand_shape(), {.gravity = Vec3d::Zero()});
    world.adapt(std::vector<Request>{CreateBody{.shape = {0}},
                                     PinZone{.body = {0}, .where = {.box = {{-1, -1, -1}, {1, 0.03, 1}}}}});
    FrameRenderer renderer({.canvas = kSmall});
    const Image before = renderer.render(world, *hand_shape());
    EXPECT_EQ(before.width, 320);
    EXPECT_EQ(before.height, 180);
    const double share = difference(before, background(before));
    EXPECT_GT(share, 0.08);
    EXPECT_LT(share, 0.45);

    world.adapt(std::vector<Request>{GrabPoint{
        .grab = {0}, .body = {0}, .point = Vec3d(0.023, 0.17, 0.011), .target = {0.06, 0.1, 0.06}, .rate = 20}});
    for (int i = 0; i < 20; ++i) world.step();
    const double moved = difference(before, renderer.render(world, *hand_shape()));
    EXPECT_GT(moved, 0.005);
    EXPECT_LT(moved, share) << "the palm is held";
}

TEST_F(FrameRendererTest, TheSamePoseGivesTheSameBytesWhateverWasDrawnBetween) {
    Simulation simulation = test::held_pillar();
    const World::Saved start = simulation.world().save();
    FrameRenderer renderer({.canvas = kSmall});
    const Image first = renderer.render(simulation.world(), *simulation.shapes());
    EXPECT_EQ(renderer.render(simulation.world(), *simulation.shapes()), first);

    const std::vector<Request> pull{
        GrabPoint{.grab = {0}, .body = {0}, .point = Vec3d(0, 2, 0), .target = {0.5, 1.8, 0}, .rate = 20}};
    simulation.advance(pull);
    for (int i = 0; i < 10; ++i) simulation.advance();
    const Image bent = renderer.render(simulation.world(), *simulation.shapes());
    EXPECT_GT(difference(first, bent), 0.01);

    const World back = World::restored(simulation.shapes(), start);
    EXPECT_EQ(renderer.render(back, *simulation.shapes()), first);
    FrameRenderer other({.canvas = kSmall});
    EXPECT_EQ(other.render(back, *simulation.shapes()), first) << "another renderer";
    EXPECT_EQ(renderer.render(back, *simulation.shapes()), first) << "after the other renderer had the stage";
}

TEST_F(FrameRendererTest, APictureOfAMeshBetweenTwoFramesDisturbsNeither) {
    const test::TemporaryFolder folder;
    const Simulation simulation = test::held_pillar();
    const TriangleMesh cube = test::unit_cube();
    write_picture(folder.path() / "alone.png", cube);
    FrameRenderer renderer({.canvas = kSmall});
    const Image before = renderer.render(simulation.world(), *simulation.shapes());
    write_picture(folder.path() / "between.png", cube);
    EXPECT_EQ(renderer.render(simulation.world(), *simulation.shapes()), before);
    const auto bytes = [&](const char* name) {
        std::ifstream in(folder.path() / name, std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(in), {});
    };
    EXPECT_EQ(bytes("between.png"), bytes("alone.png"));
}

TEST_F(FrameRendererTest, EveryOverlayShowsSomethingElse) {
    const Simulation simulation = test::held_pillar();
    std::vector<Image> images;
    for (const Shown& shown : {Shown{}, Shown{.nodes = true}, Shown{.links = true}, Shown{.cells = true},
                               Shown{.skin = false}, Shown{.skin = false, .nodes = true}}) {
        FrameRenderer renderer({.canvas = kSmall, .camera = SceneCamera{{2, 2, 5}, {0, 1, 0}, 35}, .shown = shown});
        images.push_back(renderer.render(simulation.world(), *simulation.shapes()));
        for (std::size_t i = 0; i + 1 < images.size(); ++i)
            EXPECT_GT(difference(images[i], images.back()), 0.005) << i << " and " << images.size() - 1;
    }
}

TEST_F(FrameRendererTest, BodiesThatComeAndGoAreDrawnAndGone) {
    const Simulation simulation = test::held_pillar();
    World world = World::restored(simulation.shapes(), simulation.world().save());
    FrameRenderer renderer({.canvas = kSmall});
    const Image alone = renderer.render(world, *simulation.shapes());
    world.adapt(std::vector<Request>{CreateBody{.shape = {0}, .position = {2, 0, 0}}});
    EXPECT_GT(difference(renderer.render(world, *simulation.shapes()), alone), 0.02);
    world.adapt(std::vector<Request>{RemoveBody{{1}}});
    EXPECT_EQ(renderer.render(world, *simulation.shapes()), alone);
}

TEST_F(FrameRendererTest, TheShadowTellsHowHighABodyIs) {
    const Simulation simulation = test::falling_cube();
    World world = World::restored(simulation.shapes(), simulation.world().save());
    WorldSettings settings = world.settings();
    FrameRenderer renderer({.canvas = kSmall, .shown = {.skin = false}});
    const Image high = renderer.render(world, *simulation.shapes());
    settings.ground->offset = -0.5;
    world.adapt(std::vector<Request>{ChangeWorld{settings}});
    EXPECT_GT(difference(renderer.render(world, *simulation.shapes()), high), 0.005);
    settings.ground.reset();
    world.adapt(std::vector<Request>{ChangeWorld{settings}});
    const Image none = renderer.render(world, *simulation.shapes());
    EXPECT_EQ(difference(none, background(none)), 0) << "without ground there is no shadow";
}

TEST_F(FrameRendererTest, FarFromTheOriginThePictureIsTheSame) {
    const auto picture_at = [&](const Vec3d& place) {
        const Simulation simulation = test::held_pillar();
        World world(simulation.shapes(), {});
        world.adapt(std::vector<Request>{CreateBody{.shape = {0}, .position = place}});
        return FrameRenderer({.canvas = kSmall}).render(world, *simulation.shapes());
    };
    EXPECT_LT(difference(picture_at({0, 0, 0}), picture_at({1e5, -3e5, 2e5})), 0.002);
}

TEST_F(FrameRendererTest, AnEmptyWorldIsAnEmptyPicture) {
    const auto shapes = std::make_shared<ShapeLibrary>();
    const Image image = FrameRenderer({.canvas = kSmall}).render(World(shapes), *shapes);
    EXPECT_EQ(image, background(image));
}

TEST_F(FrameRendererTest, PicturesOfImpossibleSizesAreRefused) {
    for (const Canvas& canvas : {Canvas{0, 100, 1}, Canvas{100, -5, 1}, Canvas{100000, 100, 1}, Canvas{5000, 100, 2}})
        EXPECT_THROW(FrameRenderer({.canvas = canvas}), InputError);
}

}  // namespace
}  // namespace octomatch
