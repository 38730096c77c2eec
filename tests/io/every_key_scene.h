// A scene in which every key of the specification is given, each with a value that is not its default.
#pragma once

namespace octomatch::test {

inline const char* const kEveryKey = R"({
  "about": "all keys",
  "frames": 12,
  "world": {
    "time_step": 0.01, "substeps": 3, "gravity": [1, -2, 3],
    "wind": {"velocity": [4, 5, 6], "coupling": 0.5, "gust": 0.25, "period": 3, "length": 7},
    "ground": {"normal": [0, 2, 1], "offset": -0.5, "friction": 0.75, "restitution": 0.125},
    "plan": "brute_force", "rotation": "reference", "undo_levels": 5, "undo_memory": 10
  },
  "bodies": [
    {
      "name": "first", "model": "block", "scale": 2, "at": [0.1, 0.2, 0.3],
      "rotate": {"axis": [1, 1, 0], "degrees": 30}, "velocity": [1, 0, -1], "angular_velocity": [0, 2, 0],
      "copies": {"count": 3, "columns": 2, "spacing": [0.5, 0.25, 0.75], "jitter": 0.5, "seed": 9},
      "sampling": {
        "base_cell": 0.1, "base_cells": 20, "depth": 2, "shift": [0.25, 0.5, 0.75],
        "criteria": ["uniform", "curvature"], "kappa": 0.5, "spread": 0.2, "budget": 500,
        "positions": "cell_centre", "links": "touching", "density": 900, "width": 0.05, "epsilon": 0.25, "relation": "blocks",
        "symmetry": "union", "memory_limit": 2,
        "field": [
          {"box": [[0, 0, 0], [1, 1, 1]], "cell": 0.02},
          {"ball": {"centre": [0, 1, 0], "radius": 0.5}, "cell": 0.03},
          {"painted": {"points": [[0, 0, 0], [1, 0, 0]], "radius": 0.1}, "cell": 0.04},
          {"share": [[0, 0, 0], [1, 0.5, 1]], "cell": 0.05}
        ],
        "widths": [
          {"box": [[0, 0, 0], [1, 1, 2]], "width": 0.06},
          {"ball": {"centre": [0, 2, 0], "radius": 0.25}, "width": 0.07},
          {"painted": {"points": [[0, 0, 0], [2, 0, 0]], "radius": 0.2}, "width": 0.08},
          {"share": [[0, 0, 0], [1, 0.25, 1]], "width": 0.09}
        ]
      },
      "material": {
        "rule": "as_printed", "young": 5000, "damping": 5, "damping_order": "rj07", "drag": 0.25,
        "plasticity": {"yield": 0.1, "creep": 2, "maximum": 0.5},
        "model": "quadratic", "beta": 0.75, "keep_volume": false,
        "regions": [
          {"box": [[0, 0, 0], [1, 1, 3]], "stiffness": 0.1},
          {"ball": {"centre": [0, 3, 0], "radius": 0.125}, "stiffness": 0.2},
          {"painted": {"points": [[0, 0, 0], [3, 0, 0]], "radius": 0.3}, "stiffness": 0.3},
          {"share": [[0, 0, 0], [1, 0.125, 1]], "stiffness": 0.4}
        ]
      },
      "pins": [
        {"box": [[0, 0, 0], [1, 1, 4]], "velocity": [1, 0, 0]},
        {"ball": {"centre": [0, 4, 0], "radius": 1}},
        {"painted": {"points": [[0, 0, 0], [4, 0, 0]], "radius": 0.4}},
        {"share": [[0, 0, 0], [0.5, 1, 1]]}
      ]
    },
    {"name": "second", "model": "duck", "material": {"frequency": 12}, "sampling": {"clusters": {"edge": 0.2, "overlap": 0.5}}},
    {"name": "third", "mesh": "some.obj", "material": {"alpha": 0.5}}
  ],
  "script": [
    {"at": 0.1, "grab": {"name": "soft", "body": "first[1]", "point": [0, 0.1, 0], "rate": 15, "by": [0, 1, 0], "over": 2}},
    {"at": 0.2, "grab": {"name": "fixed", "body": "second", "point": [0, 0.2, 0], "hard": true, "to": [0, 2, 0]}},
    {"at": 0.3, "release": "soft"},
    {"at": 0.4, "pin": {"body": "first", "box": [[0, 0, 0], [1, 1, 5]], "velocity": [2, 0, 0]}},
    {"at": 0.4, "pin": {"body": "first", "ball": {"centre": [0, 5, 0], "radius": 2}}},
    {"at": 0.4, "pin": {"body": "first", "painted": {"points": [[0, 0, 0], [5, 0, 0]], "radius": 0.5}}},
    {"at": 0.4, "pin": {"body": "first", "share": [[0, 0, 0], [0.25, 1, 1]]}},
    {"at": 0.5, "unpin": {"body": "first", "box": [[0, 0, 0], [1, 1, 6]]}},
    {"at": 0.5, "unpin": {"body": "first", "ball": {"centre": [0, 6, 0], "radius": 3}}},
    {"at": 0.5, "unpin": {"body": "first", "painted": {"points": [[0, 0, 0], [6, 0, 0]], "radius": 0.6}}},
    {"at": 0.5, "unpin": {"body": "first", "share": [[0, 0, 0], [0.125, 1, 1]]}},
    {"at": 0.6, "world": {
      "time_step": 0.02, "substeps": 4, "gravity": [2, -2, 3],
      "wind": {"velocity": [5, 5, 6], "coupling": 0.25, "gust": 0.5, "period": 4, "length": 8},
      "ground": {"normal": [0, 3, 1], "offset": -0.25, "friction": 0.25, "restitution": 0.25},
      "plan": "tree", "rotation": "kernel", "undo_levels": 6, "undo_memory": 20}},
    {"at": 0.7, "cut": {"body": "second", "blades": [[[0, 1, -1], [0, 1, 1]], [[0, 0, -1], [0, 0, 1]]], "over": 0.25}},
    {"at": 0.8, "undo": 2},
    {"at": 0.9, "redo": 3},
    {"at": 1.0, "refine": {"body": "first", "box": [[0, 0, 0], [1, 1, 7]], "cell": 0.01}},
    {"at": 1.0, "refine": {"body": "first", "ball": {"centre": [0, 7, 0], "radius": 4}}},
    {"at": 1.0, "refine": {"body": "first", "painted": {"points": [[0, 0, 0], [7, 0, 0]], "radius": 0.7}}},
    {"at": 1.0, "refine": {"body": "first", "share": [[0, 0, 0], [0.75, 1, 1]]}},
    {"at": 1.1, "coarsen": {"body": "first", "box": [[0, 0, 0], [1, 1, 8]], "cell": 0.02}},
    {"at": 1.1, "coarsen": {"body": "first", "ball": {"centre": [0, 8, 0], "radius": 5}}},
    {"at": 1.1, "coarsen": {"body": "first", "painted": {"points": [[0, 0, 0], [8, 0, 0]], "radius": 0.8}}},
    {"at": 1.1, "coarsen": {"body": "first", "share": [[0, 0, 0], [0.875, 1, 1]]}}
  ],
  "lod": {
    "touch": {"cell": 0.01, "within": 0.1}, "ground": {"cell": 0.02, "within": 0.2}, "view": {"pixels": 30},
    "strain": {"cell": 0.03, "strain": 0.2}, "deviation": {"cell": 0.04, "speed": 0.3},
    "every": 6, "hysteresis": 2, "budget": 1000, "work": 300
  },
  "camera": {"from": [1, 2, 3], "to": [4, 5, 6], "field_of_view": 60}
}
)";

}  // namespace octomatch::test
