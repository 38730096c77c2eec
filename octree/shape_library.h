// The shapes of a world: meshes, what they were sampled into, what was cut and refined since, and what the machine
// runs.
#pragma once
#include <map>
#include <optional>

#include "core/body_compiler.h"
#include "octree/adaptive_body.h"
#include "octree/shape_edits.h"
#include "octree/skin_update.h"

namespace octomatch {

/// All that an edited shape is compiled from, as plain data for files.
struct SavedEdits {
    ShapeId id, original;
    std::vector<CutSheet> sheets;
    CutSkin skin;
    bool skin_is_closed = false;
    struct Stroke {
        StrokeSettings settings;
        Blade blade;
        CutSheet sheet;
        CutSkin before;
        std::int32_t rows_in_material = 0;
    };
    std::optional<Stroke> stroke;  // under way
    Adjacencies removed;
    std::vector<std::vector<Morton>> split;  // corners of the split cells, per level
    std::vector<std::int64_t> seeds;         // a voxel of every component of the material: 64 x cell + bit
};

class ShapeLibrary : public BodyCompiler {
public:
    /// Samples a solid and binds its surface; equal meshes with equal resolved settings are one shape. Throws
    /// InputError as make_body does. Such shapes stay as long as the library does.
    ShapeId add(const TriangleMesh& mesh, const SampleSettings& settings, const Progress& progress = {});

    int shapes() const override { return next_; }
    bool has(ShapeId id) const override { return find(id) != nullptr; }
    std::shared_ptr<const BodyShape> shared(ShapeId id) const override;
    MaterialPoint locate(ShapeId id, const Vec3d& rest_point) const override;
    double distance(ShapeId id, const Vec3d& rest_point) const override;
    std::size_t bytes(ShapeId id) const override;
    EditResult edit(ShapeId id, const ShapeEdit& edit, const BodyState& state) override;

    /// The surface as it is, cuts and all.
    const TriangleMesh& mesh(ShapeId id) const { return at(id).mesh(); }
    const AdaptiveBody& body(ShapeId id) const { return *at(id).body; }
    std::shared_ptr<const AdaptiveBody> shared_body(ShapeId id) const { return at(id).body; }

    /// The shape that was sampled and became this one, by edits; itself where there were none.
    ShapeId original(ShapeId id) const { return at(id).original; }
    bool is_original(ShapeId id) const { return has(id) && original(id) == id; }
    /// nullptr for originals.
    const ShapeEdits* edits(ShapeId id) const { return at(id).edits.get(); }
    std::shared_ptr<const ShapeEdits> shared_edits(ShapeId id) const { return at(id).edits; }

    /// An edited shape as it can be compiled again from its original.
    SavedEdits edited_from(ShapeId id) const;
    /// It lives as long as somebody has it. Throws InputError for what contradicts itself.
    std::shared_ptr<const BodyShape> add_edited(const SavedEdits& saved);
    /// No shape will get an id below this.
    void reserve(int next) { next_ = std::max(next_, next); }

private:
    struct Entry;
    using EntryPointer = std::shared_ptr<const Entry>;

    EntryPointer find(ShapeId id) const;
    const Entry& at(ShapeId id) const { return *find(id); }
    ShapeId keep(std::shared_ptr<Entry> entry);
    static void bind(Entry& entry);
    static void bind_as_before(const Entry& before, const BodyChange& change, Entry& entry);
    static void index_sheets(Entry& entry);
    static ShapeEdits edits_of(const Entry& entry);

    EditResult move_blade(const EntryPointer& entry, const Blade& blade, const BodyState& state);
    EditResult end_cut(ShapeId id, const EntryPointer& entry);
    EditResult split(ShapeId id, const EntryPointer& entry,
                     const std::function<bool(const Cell&, bool is_split)>& wants_split);

    struct Entry {
        TriangleMesh solid;  // of an original
        ShapeId original;
        std::shared_ptr<const AdaptiveBody> body;
        std::shared_ptr<const SheetIndex> sheets;   // none without cuts
        std::shared_ptr<const PointBinder> binder;  // none for clusters, whose nodes are the surface
        std::shared_ptr<const BoundSkin> bound;     // likewise
        BodyShape shape;
        std::shared_ptr<const ShapeEdits> edits;

        const TriangleMesh& mesh() const { return edits ? edits->skin.mesh : solid; }
    };
    std::map<ShapeId, EntryPointer> originals_;
    mutable std::map<ShapeId, std::weak_ptr<const Entry>> edited_;
    std::vector<std::shared_ptr<const BodyShape>> just_made_;  // until whoever asked for the edit has taken them
    int next_ = 0;
};

}  // namespace octomatch
