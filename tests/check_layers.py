#!/usr/bin/env python3
"""Checks the one line of dependency, core <- octree <- io <- viewer <- experiments, in the #include lines,
and that each third-party library is included only where it is meant to be hidden.

check_layers.py             checks the repository; one line per violation, exit code 1 if there are any
check_layers.py --self-test plants violations in a temporary tree and checks that they are found
"""
import fnmatch
import pathlib
import re
import sys
import tempfile

MODULES = ["core", "octree", "io", "viewer", "experiments"]  # each may include itself and what is to its left

# First part of an include path -> files that may include it. Eigen and the standard library are free.
HIDDEN = {
    "tbb": ["core/parallel.cpp"],
    "oneapi": ["core/parallel.cpp"],
    "openvdb": ["octree/surface_band.cpp"],
    "manifold": ["octree/implicit_mesh.cpp", "octree/skin_cut.cpp"],
    "tiny_obj_loader.h": ["io/*.cpp"],
    "assimp": ["io/*.cpp"],
    "nlohmann": ["io/*.cpp", "experiments/*.cpp"],
    "fmt": ["io/*.cpp", "experiments/*.cpp"],
    "spdlog": ["experiments/*.cpp"],
    "CLI": ["experiments/*.cpp"],
    **{name: ["viewer/*.cpp", "viewer/structures.h"] for name in
       ["polyscope", "imgui.h", "implot.h", "ImGuizmo.h", "glm", "GLFW", "EGL", "stb_image.h", "stb_image_write.h", "png.h"]},
}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def violations(root):
    found = []
    for module in MODULES:
        for path in sorted((root / module).rglob("*")):
            if path.suffix not in (".h", ".cpp"):
                continue
            name = path.relative_to(root).as_posix()
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                match = INCLUDE.match(line)
                if match:
                    found += [f"{name}:{number}: {why}" for why in problems(root, module, name, *match.groups())]
    return found


def problems(root, module, name, quote, include):
    first = include.split("/")[0]
    if first in MODULES and MODULES.index(first) > MODULES.index(module):
        yield f'{module} must not include "{include}"'
    elif quote == '"' and not (root / include).is_file():
        yield f'"{include}" is not a path from the top of the repository'
    if first in HIDDEN and not any(fnmatch.fnmatch(name, allowed) for allowed in HIDDEN[first]):
        yield f"<{include}> belongs in {' or '.join(HIDDEN[first])} only"


def self_test():
    files = {  # path -> its include, and whether that is a violation
        "core/vec.h": ("<Eigen/Core>", False),
        "core/parallel.cpp": ("<tbb/parallel_for.h>", False),
        "core/other.cpp": ("<tbb/parallel_for.h>", True),
        "core/upwards.cpp": ('"octree/octree.h"', True),
        "octree/octree.h": ('"core/vec.h"', False),
        "octree/surface_band.cpp": ("<openvdb/openvdb.h>", False),
        "octree/level_set.h": ("<openvdb/openvdb.h>", True),
        "octree/implicit_mesh.cpp": ("<manifold/manifold.h>", False),
        "octree/cut.cpp": ("<manifold/manifold.h>", True),
        "io/reader.cpp": ("<assimp/scene.h>", False),
        "io/reader.h": ("<nlohmann/json.hpp>", True),
        "io/bare.cpp": ('"reader.h"', True),
        "viewer/picture.cpp": ("<polyscope/polyscope.h>", False),
        "viewer/picture.h": ("  # include <imgui.h>", True),
        "viewer/upwards.cpp": ('"experiments/registry.h"', True),
        "experiments/registry.h": ('"viewer/picture.h"', False),
        "experiments/main.cpp": ("<CLI/CLI.hpp>", False),
        "experiments/view.cpp": ("<polyscope/view.h>", True),
    }
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, (include, _) in files.items():
            (root / name).parent.mkdir(exist_ok=True)
            (root / name).write_text(include if "#" in include else f"#include {include}\n")
        flagged = {line.split(":")[0] for line in violations(root)}
    planted = {name for name, (_, bad) in files.items() if bad}
    return [f"planted but not found: {name}" for name in sorted(planted - flagged)] + \
           [f"found but not planted: {name}" for name in sorted(flagged - planted)]


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    lines = self_test() if sys.argv[1:] == ["--self-test"] else violations(root)
    print("\n".join(lines) or "no violations")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
