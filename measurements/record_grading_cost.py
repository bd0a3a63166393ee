#!/usr/bin/env python3
"""Grade lab 3's solution with two builds of the same course in turn, one without walls, and record how long it takes.

    cmake --preset without-walls && cmake --build --preset without-walls
    measurements/record_grading_cost.py measurements/data/grading_cost.json
    measurements/record_grading_cost.py --table measurements/data/grading_cost.json     # as Markdown

It prints how many times as long, and how many seconds longer, a grading with walls takes. A fresh grading compiles a source
that was never seen; a repeated one finds its library. The processor is shared with other programs: as root, `chrt -r 5`
before the command leaves both to the gradings.
"""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import provenance
from provenance import ROOT

KINDS = ("fresh", "repeated")
PROGRAMS = {"with walls": ROOT / "build/bin/grade", "without walls": ROOT / "build/without-walls/bin/grade"}


def seconds(grade, is_fresh, has_nvcc):
    """How long one grading takes in the emulator."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        source = (ROOT / "solutions/lab3_transpose/transpose.cu").read_text()
        remark = f"// {time.time_ns()}\n" if is_fresh else ""
        (pathlib.Path(folder) / "transpose.cu").write_text(source + remark)
        command = [grade, "--root", ROOT, "lab3", "--backend", "simt", "--submission", folder]
        environment = os.environ if has_nvcc else os.environ | {"CUDA_HOME": "none"}
        started = time.monotonic()
        finished = subprocess.run(command, stdout=subprocess.DEVNULL, env=environment, check=False)
        if finished.returncode != 0:
            sys.exit(f"record_grading_cost: {grade} ended with status {finished.returncode}")
        return time.monotonic() - started


def record(options):
    times = {kind: {name: [] for name in PROGRAMS} for kind in KINDS}
    for kind in KINDS:
        for grade in PROGRAMS.values():
            seconds(grade, False, options.has_nvcc)  # made, so that it is found again
        for _ in range(options.times):
            for name, grade in PROGRAMS.items():
                times[kind][name].append(round(seconds(grade, kind == "fresh", options.has_nvcc), 4))
    data = provenance.made("seconds of a grading of solutions/lab3_transpose in the emulator, with and without walls in turn",
                           options, "measurements/record_grading_cost.py")
    data |= {"cpu": provenance.cpu(), "processors": os.cpu_count(), "has_nvcc": options.has_nvcc, "seconds": times}
    provenance.write(options.file, data)
    for kind, medians in medians_of(data).items():
        print(f"{kind}: {words(*medians)}")


def medians_of(data):
    return {kind: [statistics.median(times[name]) for name in PROGRAMS] for kind, times in data["seconds"].items()}


def words(with_walls, without):
    return f"{with_walls / without:.2f} times as long, {with_walls - without:+.2f} s"


def table(file):
    data = json.loads(file.read_text())
    count = len(data["seconds"]["fresh"]["with walls"])
    print("# What the walls and the gate cost\n")
    print(f"Median of {count} gradings of lab 3's solution in the emulator, in turn with {count} by the same grader built without")
    print("what holds hostile submissions back: walls around compiler and student code, the filter of system calls, the")
    print("checks of a program's text and of its object file. A fresh grading compiles a source that was never seen, a")
    print("repeated one finds its library.\n")
    print(f"{data['cpu']}, {data['processors']} processors, {'with' if data['has_nvcc'] else 'without'} nvcc, {data['date']}, "
          f"commit {data['commit'][:10]}. Made by")
    print("`measurements/record_grading_cost.py --table measurements/data/grading_cost.json`.\n")
    print("| grading | without | with | |\n|---|---|---|---|")
    for kind, (with_walls, without) in medians_of(data).items():
        print(f"| {kind} | {without:.2f} s | {with_walls:.2f} s | {words(with_walls, without)} |")


def main():
    parser = provenance.arguments(__doc__)
    parser.add_argument("--times", type=int, default=12, help="pairs of each kind")
    parser.add_argument("--has-nvcc", action="store_true", help="nvcc checks each fresh source, too, where it is installed")
    options = parser.parse_args()
    if options.table:
        table(options.file)
    elif not all(grade.exists() for grade in PROGRAMS.values()):
        sys.exit("record_grading_cost: build both programs first: the commands are at the beginning of this file")
    else:
        record(options)


if __name__ == "__main__":
    main()
