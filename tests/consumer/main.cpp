// A jelly block falls to the ground: the library in twenty lines.
#include <cstdio>
#include <memory>

#include "core/hash.h"
#include "core/world.h"
#include "io/models.h"
#include "octree/shape_library.h"

int main() {
    using namespace octomatch;
    const auto shapes = std::make_shared<ShapeLibrary>();
    const ShapeId block = shapes->add(find_model("block")->make(), {.depth = 2});

    World world(shapes, {.ground = Ground{}});
    const Request requests[] = {CreateBody{.shape = block, .position = {0, 0.3, 0}}};
    world.adapt(requests);

    Skin skin;
    for (int frame = 0; frame < 60; ++frame) {
        world.step();
        const Body& body = world.bodies()[0];
        pose_skin(*world.shape_of(body).rest, *world.shape_of(body).skin, body.state, skin);
    }
    std::printf("%zu vertices, state %s\n", skin.positions.size(), hex(hash(world)).c_str());
}
