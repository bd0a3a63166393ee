#!/usr/bin/env python3
"""Searches every file of an archive, decompressed, for runs of three lines of a solution.

  find_solutions.py ARCHIVE

Lines of braces, comments and includes alone are skipped, and blanks do not count. What stands in the lab's own stub or
handout is no secret. Status 1: a run was found; the message names both places.
"""

import bz2
import gzip
import io
import lzma
import pathlib
import re
import sys
import tarfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
RUN = 3


def lines_of(text):
    """Line number and line, without blanks, comments and what says nothing."""
    kept = []
    for number, line in enumerate(text.splitlines(), 1):
        line = re.sub(r"\s+", "", re.sub(r"//.*", "", line))
        line = re.sub(r"^(///?|\*|#\|)", "", line)
        if re.search(r"\w", line) and not line.startswith(("#include", "namespace{")) and line not in ("else", "else{", "}else{", "do{", "private:", "public:"):
            kept.append((number, line))
    return kept


def runs(text):
    lines = lines_of(text)
    for i in range(len(lines) - RUN + 1):
        yield tuple(line for _, line in lines[i:i + RUN]), lines[i][0]


def secret_runs():
    """Run -> "solutions/lab3_transpose/transpose.cu:12"."""
    secrets = {}
    for solution in sorted(ROOT.glob("solutions/*/*.cu")):
        known = set()
        for file in (ROOT / "labs" / solution.parent.name).rglob("*"):
            if file.is_file():
                known.update(run for run, _ in runs(file.read_text()))
        for run, line in runs(solution.read_text()):
            if run not in known:
                secrets.setdefault(run, f"{solution.relative_to(ROOT)}:{line}")
    if not secrets:
        sys.exit("find_solutions.py: there are no solutions to search for")
    return secrets


def unpacked(name, data):
    """The file, and all that is in it if it is an archive or compressed."""
    yield name, data
    if not data:
        return  # to decompress nothing gives nothing, again and again
    for opener in (gzip.decompress, bz2.decompress, lzma.decompress):
        try:
            yield from unpacked(name + " (decompressed)", opener(data))
            return
        except (OSError, EOFError, lzma.LZMAError, ValueError):
            pass
    if zipfile.is_zipfile(io.BytesIO(data)):
        with zipfile.ZipFile(io.BytesIO(data)) as inner:
            for each in inner.namelist():
                yield from unpacked(f"{name}: {each}", inner.read(each))
        return
    try:
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as inner:
            for each in inner:
                if each.isfile():
                    yield from unpacked(f"{name}: {each.name}", inner.extractfile(each).read())
    except tarfile.TarError:
        pass


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: find_solutions.py ARCHIVE")
    secrets = secret_runs()
    files = found = 0
    with tarfile.open(sys.argv[1]) as archive:
        for member in archive:
            if not member.isfile():
                continue
            files += 1
            for name, data in unpacked(member.name, archive.extractfile(member).read()):
                for run, line in runs(data.decode("utf-8", errors="replace")):
                    if run in secrets:
                        found += 1
                        print(f"{name}:{line} has three lines of {secrets[run]}: {' / '.join(run)}", file=sys.stderr)
    print(f"{files} files searched, {len(secrets)} runs of solutions, {found} found")
    sys.exit(1 if found else 0)


main()
