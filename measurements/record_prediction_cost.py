#!/usr/bin/env python3
"""Count a lab's solution in the emulator with and without a prediction of time, in turn, and record the processor time.

    measurements/record_prediction_cost.py measurements/data/prediction_cost.json
    measurements/record_prediction_cost.py --table measurements/data/prediction_cost.json     # as Markdown

Libraries are compiled before: a prediction needs one of its own, in which instructions are counted. Processor time, not
time, is recorded: the processors are shared with other programs.
"""
import json
import os
import resource
import statistics
import subprocess
import sys

import provenance
from provenance import ROOT

LABS = {"lab1": "lab1_matvec", "lab2": "lab2_matmul", "lab3": "lab3_transpose"}
KINDS = {"counted": [], "predicted": ["--predict"]}


def seconds(lab, options):
    """Processor time of one grading and all its processes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [ROOT / "build/bin/grade", "--root", ROOT, lab, "--backend", "simt", "--seed", "7", "--submission",
               ROOT / "solutions" / LABS[lab], *options]
    finished = subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
    if finished.returncode != 0:
        sys.exit(f"record_prediction_cost: {lab} was graded with status {finished.returncode}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def record(options):
    times = {}
    for lab in LABS:
        for kind in KINDS.values():
            seconds(lab, kind)  # compiled, so that the library is found again
        times[lab] = {kind: [] for kind in KINDS}
        for _ in range(options.times):
            for name, kind in KINDS.items():
                times[lab][name].append(round(seconds(lab, kind), 3))
    data = provenance.made("processor seconds of gradings in the emulator, in turn", options,
                           "measurements/record_prediction_cost.py")
    provenance.write(options.file, data | {"cpu": provenance.cpu(), "processors": os.cpu_count(), "seconds": times})


def table_of(file):
    """The record as Markdown."""
    rows = ["| lab | counted | with a prediction | ratio |", "|---|---|---|---|"]
    for lab, times in json.loads(file.read_text())["seconds"].items():
        counted, predicted = (statistics.median(times[kind]) for kind in KINDS)
        rows.append(f"| {lab} | {counted:.2f} s | {predicted:.2f} s | {predicted / counted:.2f} |")
    return "\n".join(rows)


def main():
    parser = provenance.arguments(__doc__)
    parser.add_argument("--times", type=int, default=5, help="pairs")
    options = parser.parse_args()
    if options.table:
        print(table_of(options.file))
    else:
        record(options)


if __name__ == "__main__":
    main()
