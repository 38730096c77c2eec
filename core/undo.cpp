// World::adapt: taking cuts back and doing them again, and how much is kept for that.
#include <algorithm>
#include <set>

#include "core/adaptation.h"
#include "core/ragged.h"

namespace octomatch {

namespace {

std::size_t bytes_of_state(const Body& body) {
    const BodyState& s = body.state;
    return bytes_of(s.x) + bytes_of(s.v) + bytes_of(s.rotation) + bytes_of(s.spin) + bytes_of(s.matched) +
           bytes_of(s.plastic) + bytes_of(body.region_stiffness) + bytes_of(body.pins);
}

}  // namespace

std::size_t World::undo_bytes() const {
    std::set<const BodyShape*> counted;
    for (const Body& body : bodies_) counted.insert(body.form.get());
    std::size_t bytes = 0;
    for (const auto* levels : {&undo_, &redo_})
        for (const UndoLevel& level : *levels)
            for (const Body& body : level.before)
                bytes +=
                    bytes_of_state(body) + (counted.insert(body.form.get()).second ? compiler_->bytes(body.shape) : 0);
    return bytes;
}

// The body as it is before a cut meets it.
void Adaptation::keep_for_undo(CutId cut, const Body& body) {
    if (world_.settings_.undo_levels == 0) return;
    auto& undo = world_.undo_;
    auto level = std::find_if(undo.begin(), undo.end(), [&](const UndoLevel& known) { return known.cut == cut; });
    if (level == undo.end()) {
        world_.redo_.clear();
        level = undo.insert(undo.end(), {.cut = cut, .before = {}, .after = {}});
    }
    level->before.push_back(body);
    level->after.push_back(body.id);
    bound_undo();
}

// The oldest cuts stay for good. Of the cuts that can be done again none is given up: each was one to take back.
void Adaptation::bound_undo() {
    auto& undo = world_.undo_;
    const auto levels = static_cast<std::size_t>(world_.settings_.undo_levels);
    if (undo.size() > levels) undo.erase(undo.begin(), undo.end() - static_cast<std::ptrdiff_t>(levels));
    if (levels == 0) world_.redo_.clear();
    int given_up = 0;
    for (; !undo.empty() && world_.undo_bytes() > 1e6 * world_.settings_.undo_memory; ++given_up)
        undo.erase(undo.begin());
    if (given_up)
        report_.notes.push_back(std::to_string(given_up) + (given_up == 1 ? " cut" : " cuts") +
                                " can not be taken back any more, which would need more memory than undo_memory");
}

void Adaptation::operator()(const UndoCut&) {
    end_cuts();
    if (world_.undo_.empty()) return refuse("there is no cut to take back");
    UndoLevel level = std::move(world_.undo_.back());
    world_.undo_.pop_back();
    world_.redo_.push_back(swap(std::move(level)));
    report_.notes.push_back("a cut is taken back");
}

void Adaptation::operator()(const RedoCut&) {
    end_cuts();
    if (world_.redo_.empty()) return refuse("there is no cut to do again");
    UndoLevel level = std::move(world_.redo_.back());
    world_.redo_.pop_back();
    world_.undo_.push_back(swap(std::move(level)));
    report_.notes.push_back("a cut is done again");
}

UndoLevel Adaptation::swap(UndoLevel level) {
    UndoLevel back;
    for (BodyId id : level.after) {
        const Body* body = world_.find(id);
        if (!body) continue;
        back.before.push_back(*body);
        const auto index = body - world_.bodies_.data();
        world_.bodies_.erase(world_.bodies_.begin() + index);
        world_.workspaces_.erase(world_.workspaces_.begin() + index);
    }
    for (Body& body : level.before) {
        // A hand that let go since, or holds something else by now, does not come back.
        std::erase_if(body.grabs, [&](const Grab& grab) {
            return std::any_of(world_.bodies_.begin(), world_.bodies_.end(), [&](const Body& other) {
                return std::any_of(other.grabs.begin(), other.grabs.end(),
                                   [&](const Grab& g) { return g.id == grab.id; });
            });
        });
        back.after.push_back(body.id);
        world_.insert(std::move(body));
    }
    return back;
}

}  // namespace octomatch
