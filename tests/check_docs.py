#!/usr/bin/env python3
"""Checks that what README.md, CHANGELOG.md and docs/*.md name does exist: files, make targets, commands and flags.

check_docs.py OCTOMATCH      checks the documents against the repository and that executable's --help
check_docs.py --self-test    plants errors in a temporary tree and checks that they are found

Looked at are `code spans`, fenced code blocks and [links](to/files). A block that begins with ```cpp file=PATH is that file. A line with the words "not built yet" may name
commands that do not exist. Files below build/ and out/ are made, not kept, and are not looked for.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

MADE = ("build", "out")
TOP_LEVEL = re.compile(r"Makefile|LICENSE|[\w.-]+\.(md|txt|json)|\.clang-\w+|\.ci/\w+")
PATH = re.compile(r"[\w.-]+(/[\w.-]+)*/([\w-]*\.\w+)?")  # has a slash; ends in one, or in a name with an extension
MAKE = re.compile(r"(?:^|[;&|$]\s*)make((?:\s+[\w-]+(?:=\S*)?)+)")
PROGRAM = re.compile(r"(?:^|[;&|$(]\s*)(?:\S*/)?octomatch((?:\s+[^\s;&|)]+)*)")


def code_of(text):
    """Yields (line number, line, code, fenced) for every code span and every line of a fenced block."""
    fenced = False
    lines = iter(enumerate(text.splitlines(), 1))
    for number, line in lines:
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif fenced:
            while line.endswith("\\"):  # a command goes on in the next line
                line = line[:-1] + next(lines, (0, ""))[1]
            yield number, line, re.sub(r"\s#\s.*", "", line).strip(), True
        else:
            for span in re.findall(r"`([^`]+)`", line):
                yield number, line, span.strip(), False


def missing_files(root, code, fenced):
    top = {entry.name for entry in root.iterdir()}
    for word in code.split():
        word = word.strip("\"',;:()")
        parts = word.split("/")
        looks_like_ours = PATH.fullmatch(word) and (parts[0] in top or not fenced)
        if (looks_like_ours or not fenced and TOP_LEVEL.fullmatch(word)) and parts[0] not in MADE:
            if not (root / word).exists():
                yield f"no such file: {word}"


def unequal_listings(root, text):
    for path, listing in re.findall(r"^```\w+ file=(\S+)\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        if not (root / path).exists() or (root / path).read_text(encoding="utf-8") != listing:
            yield f"the listing is not {path}"


def missing_targets(makefile, code):
    targets = set(re.findall(r"^([\w-]+):", makefile, re.MULTILINE))
    for words in MAKE.findall(code):
        for word in words.split():
            if "=" not in word and word not in targets:
                yield f"no such target: make {word}"


def unknown_commands(help_of, code):
    for words in PROGRAM.findall(code):
        words = words.split()
        command = [words[0]] if words and re.fullmatch(r"[a-z][a-z-]*", words[0]) else []
        if command and not re.search(rf"^\s+{command[0]}\b", help_of(()), re.MULTILINE):
            yield f"no such command: octomatch {command[0]}"
            continue
        for flag in (word.split("=")[0].strip("[].,") for word in words if word.lstrip("[").startswith("--")):
            if not re.search(rf"(?<![\w-]){flag}(?![\w-])", help_of(tuple(command))):
                yield f"no such flag: octomatch {' '.join(command + [flag])}"


def problems(root, help_of):
    makefile = (root / "Makefile").read_text(encoding="utf-8")
    documents = [root / "README.md", root / "CHANGELOG.md", *sorted((root / "docs").glob("*.md"))]
    for document in (d for d in documents if d.exists()):
        text = document.read_text(encoding="utf-8")
        name = document.relative_to(root).as_posix()
        for number, line, code, fenced in code_of(text):
            found = [*missing_files(root, code, fenced), *missing_targets(makefile, code)]
            if "not built yet" not in line:
                found += unknown_commands(help_of, code)
            yield from (f"{name}:{number}: {why}" for why in found)
        yield from (f"{name}: {why}" for why in unequal_listings(root, text))
        for link in re.findall(r"\]\(([^)#\s]+)", text):
            if "://" not in link and not (document.parent / link).exists():
                yield f"{name}: broken link: {link}"


def help_of_program(program):
    known = {}

    def help_of(command):
        if command not in known:
            known[command] = subprocess.run([program, *command, "--help"], check=True, capture_output=True, text=True,
                                            stdin=subprocess.DEVNULL).stdout
        return known[command]

    return help_of


def self_test():
    good = """
`core/vec.h`, `core/`, `Makefile`, `make test`, `make test FAST=1`, `octomatch sample hand --json`,
`build/release/octomatch`, `a/b`, `x = y/2`, `octomatch`, `octomatch --help`, [the notes](docs/notes.md),
`octomatch view --fancy` is not built yet.
```
make build && build/release/octomatch sample my/mesh.obj --picture=out/hand.png   # draws it; see --nothing
octomatch sample hand \\
    --json
#include "core/vec.h"
octomatch view   # not built yet
```
"""
    bad = {  # a document's line -> what must be said about it
        "`core/gone.h`": "no such file: core/gone.h",
        "`cores/`": "no such file: cores/",
        "`MISSING.md`": "no such file: MISSING.md",
        "```\n#include \"core/gone.h\"\n```": "no such file: core/gone.h",
        "`make nothing`": "no such target: make nothing",
        "```\nmake test nothing\n```": "no such target: make nothing",
        "`octomatch view hand`": "no such command: octomatch view",
        "```cpp file=core/vec.h\nanother line\n```": "the listing is not core/vec.h",
        "`octomatch sample hand --gone`": "no such flag: octomatch sample --gone",
        "```\n./octomatch sample \\\n  --pict x.png\n```": "no such flag: octomatch sample --pict",
        "[gone](docs/gone.md)": "broken link: docs/gone.md",
    }
    helps = {(): "Subcommands:\n  sample   samples\n --help", ("sample",): "  --json  JSON\n  --picture FILE.png"}
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for made in ("core", "docs"):
            (root / made).mkdir()
        (root / "core/vec.h").touch()
        (root / "docs/notes.md").write_text("[vectors](../core/vec.h)")
        (root / "Makefile").write_text("test: build\nbuild:\n")
        (root / "README.md").write_text(good)
        wrong += [f"found but not planted: {line}" for line in problems(root, helps.get)]
        for text, expected in bad.items():
            (root / "README.md").write_text(text)
            found = list(problems(root, helps.get))
            if len(found) != 1 or not found[0].endswith(expected):
                wrong.append(f"{text!r}: expected {expected!r}, found {found}")
    return wrong


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    root = pathlib.Path(__file__).resolve().parent.parent
    lines = self_test() if sys.argv[1] == "--self-test" else list(problems(root, help_of_program(sys.argv[1])))
    print("\n".join(lines) or "no errors")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
