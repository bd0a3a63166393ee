#!/usr/bin/env python3
"""Grade lab 3's solution in two folders of the course in turn, and record how long a grading takes in each.

    measurements/record_grading_cost.py --old ../older-course measurements/data/grading_cost.json
    measurements/record_grading_cost.py --table measurements/data/grading_cost.json     # as Markdown

Both folders must be built. A fresh grading compiles a source that was never seen; a repeated one finds its library. The
processor is shared with other programs: as root, `chrt -r 5` before the command leaves both to the gradings.
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


def seconds(course, is_fresh):
    """How long one grading takes in the emulator."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        source = (course / "solutions/lab3_transpose/transpose.cu").read_text()
        remark = f"// {time.time_ns()}\n" if is_fresh else ""
        (pathlib.Path(folder) / "transpose.cu").write_text(source + remark)
        command = [course / "build/bin/grade", "--root", course, "lab3", "--backend", "simt", "--submission", folder]
        started = time.monotonic()
        finished = subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
        if finished.returncode != 0:
            sys.exit(f"record_grading_cost: grade in {course} ended with status {finished.returncode}")
        return time.monotonic() - started


def record(options):
    courses = {"old": options.old.resolve(), "new": ROOT}
    times = {kind: {name: [] for name in courses} for kind in KINDS}
    for kind in KINDS:
        for course in courses.values():
            seconds(course, is_fresh=False)  # made, so that it is found again
        for _ in range(options.times):
            for name, course in courses.items():
                times[kind][name].append(round(seconds(course, kind == "fresh"), 4))
    data = provenance.made("seconds of a grading of solutions/lab3_transpose in the emulator, in turn", options,
                           "measurements/record_grading_cost.py")
    old = subprocess.run(["git", "rev-parse", "HEAD"], cwd=courses["old"], capture_output=True, text=True, check=True)
    data |= {"cpu": provenance.cpu(), "processors": os.cpu_count(), "old_commit": old.stdout.strip(),
             "has_nvcc": options.has_nvcc, "seconds": times}
    provenance.write(options.file, data)


def table(file):
    data = json.loads(file.read_text())
    print("# What the walls and the gate cost\n")
    print("Median of a grading of lab 3's solution in the emulator, in turn with an older state of the course, which had")
    print("neither walls, nor a gate, nor a check of what nvcc would refuse. A fresh grading compiles a source that was never")
    print("seen, a repeated one finds its library. Both processors were left to the gradings.\n")
    print(f"{data['cpu']}, {data['processors']} processors, {'with' if data['has_nvcc'] else 'without'} nvcc, {data['date']}, "
          f"commit {data['commit'][:10]} beside {data['old_commit'][:10]}. Made by")
    print("`measurements/record_grading_cost.py --table measurements/data/grading_cost.json`.\n")
    print("| grading | old | new | difference |\n|---|---|---|---|")
    for kind, times in data["seconds"].items():
        old, new = statistics.median(times["old"]), statistics.median(times["new"])
        print(f"| {kind} | {old:.2f} s | {new:.2f} s | {new - old:+.2f} s |")


def main():
    parser = provenance.arguments(__doc__)
    parser.add_argument("--old", type=pathlib.Path, help="the other folder of the course, built")
    parser.add_argument("--times", type=int, default=12, help="pairs of each kind")
    parser.add_argument("--has-nvcc", action="store_true", help="nvcc is installed, and checks each fresh source, too")
    options = parser.parse_args()
    if options.table:
        table(options.file)
    elif options.old is None:
        sys.exit("record_grading_cost: name the other folder: --old DIR")
    else:
        record(options)


if __name__ == "__main__":
    main()
