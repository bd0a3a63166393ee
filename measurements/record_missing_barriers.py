#!/usr/bin/env python3
"""Record how the errors lie that threads make without a barrier, and blocks with only their own.

    measurements/record_missing_barriers.py measurements/data/missing_barriers_h200.json
    measurements/record_missing_barriers.py --table measurements/data/missing_barriers_h200.json > measurements/missing-barriers.md

Needs a GPU and nvcc: compiles and runs missing_barriers.cu.
"""
import json
import pathlib
import tempfile

import nsight
import provenance
from provenance import ROOT

SOURCE = ROOT / "measurements/missing_barriers.cu"
WAYS = {
    "none": "nothing waits",
    "syncthreads": "`__syncthreads()` after each half of a step",
    "launches": "a launch for each half of a step",
}


def record(options):
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "missing_barriers"
        nsight.run([nsight.nvcc(), "-std=c++20", "-O3", "-arch=native", "-o", program, SOURCE])
        found = json.loads(nsight.run([program]))
    data = provenance.made("errors of threads that do not wait for each other", options, "measurements/record_missing_barriers.py")
    data |= {"device": provenance.gpu("name"), "driver": provenance.gpu("driver_version")}
    provenance.write(options.file, data | found)


def table(file):
    data = json.loads(file.read_text())
    launches, numbers = data["launches"], data["numbers"]
    lines = [
        "# Errors without barriers",
        "",
        f"Two blocks of 64 threads change two arrays of {numbers} numbers in turn, 50 times in a launch: P from the mean of all of X, X",
        f"from the mean of all of P. {launches} launches of each way on an {data['device']}, driver {data['driver']}, {data['date']},",
        f"commit {data['commit'][:10]}. Made by `measurements/record_missing_barriers.py --table` from",
        "[missing_barriers.cu](missing_barriers.cu).",
        "",
        "| | launches with errors | wrong numbers | warps whose numbers differ | blocks whose numbers differ | launches whose blocks agree in themselves, but not with each other |",
        "|---|---|---|---|---|---|",
    ]
    for name, way in WAYS.items():
        one = data["ways"][name]
        lines.append(
            f"| {way} | {one['wrong_launches']} of {launches} | {one['wrong_numbers']} of {launches * numbers} "
            f"| {one['warps_of_several_values']} of {launches * numbers // 32} "
            f"| {one['blocks_of_several_values']} of {launches * 2} | {one['launches_where_blocks_disagree']} of {launches} |"
        )
    return "\n".join(lines) + "\n"


def main():
    options = provenance.arguments(__doc__).parse_args()
    if options.table:
        print(table(options.file), end="")
    else:
        record(options)


if __name__ == "__main__":
    main()
