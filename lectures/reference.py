#!/usr/bin/env python3
"""Which headers of the grader's rooms are public: the site has all their symbols, and each has a comment.

    lectures/reference.py           # their paths, on one line
    lectures/reference.py --rooms   # as tables for guides/rooms.md, room by room

A room is a folder of autograder/ or support/. The emulator, simt/, is one room: inside, its folders belong together. Public
is a header that a file of another room includes, and what such a header includes itself. simt/include is left out: it has
CUDA's own names, which NVIDIA documents. Tests are no room.
"""

import argparse
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROOMS = ("autograder", "simt", "support")
INCLUDE = re.compile(r'^\s*#include "([^"]+)"', re.MULTILINE)


def files(*suffixes):
    """Of all rooms, relative to the root, sorted."""
    found = [path.relative_to(ROOT) for room in ROOMS for path in (ROOT / room).rglob("*") if path.suffix in suffixes]
    return sorted(path for path in found if "tests" not in path.parts)


def room_of(path):
    return "simt" if path.parts[0] == "simt" else str(path.parent)


def included_by(path, headers):
    """The headers that a file includes, by any of the folders that the compilers search."""
    for name in INCLUDE.findall((ROOT / path).read_text(errors="replace")):
        candidates = [pathlib.Path(name), pathlib.Path("autograder") / name, path.parent / name]
        yield from [candidate for candidate in candidates if candidate in headers][:1]


def public_headers():
    headers = {path for path in files(".hpp") if path.parts[:2] != ("simt", "include")}
    includes = {path: set(included_by(path, headers)) for path in files(".hpp", ".h", ".cpp", ".cu", ".cuh")}
    public = {
        header for path, its_includes in includes.items() for header in its_includes if room_of(path) != room_of(header)
    }
    waiting = list(public)
    while waiting:
        further = includes[waiting.pop()] - public
        public |= further
        waiting += further
    return sorted(public)


def rooms():
    """The public headers by room, each with the first sentence of its comment, as Markdown."""
    of_room = {}
    for header in public_headers():
        of_room.setdefault(room_of(header), []).append(header)
    lines = []
    for room, headers in sorted(of_room.items()):
        lines += [f"## {room}", "", "| header | what it is for |", "|---|---|"]
        for header in headers:
            comment = re.match(r"(?:// .*\n)*", (ROOT / header).read_text())[0].replace("// ", "").replace("\n", " ")
            sentence = re.split(r"(?<=\.) ", comment.strip())[0].rstrip(".").replace("|", "\\|")
            lines.append(f'| \\ref {header} "{header.name}" | {sentence} |')
        lines.append("")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rooms", action="store_true")
    print(rooms() if parser.parse_args().rooms else " ".join(map(str, public_headers())))


if __name__ == "__main__":
    main()
