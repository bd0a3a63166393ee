#!/usr/bin/env python3
"""Record hardware counters of single requests: wide accesses of shared memory by some lanes of a warp, and atomics.

    cmake --build build --target truth-patterns
    measurements/record_patterns.py --commit "$(git rev-parse HEAD)" measurements/data/emulator_patterns_h200.json

Needs an NVIDIA GPU and Nsight Compute (ncu). Every launch of simt/tests/truth/patterns is profiled once. The file has the
patterns' names in order, and for each operation and each mask the counts of those patterns in the same order, as one line
of text; a counter that was 0 for all of them is left out, and "-" is a pattern without a launch. Where the profiler was
ended early, the last launches are missing.

Or from what ncu printed on another machine (as record_styles.py; files shared_patterns.FIRST.csv, atomic_patterns.FIRST.csv):

    measurements/record_patterns.py --printed FOLDER --commit … measurements/data/emulator_patterns_h200.json
"""
import subprocess
import sys

import nsight
import provenance
from record_styles import METRICS, PROGRAMS, arguments, tools

SHARED = {name: metric for name, metric in METRICS.items()
          if name in (f"shared_{access}_{what}" for access in ("load", "store") for what in ("wavefronts", "conflicts"))}


def counted(options, kind, launches, metrics):
    """The counters of each launch of the program for `kind`, in order."""
    if options.printed:
        files = sorted(options.printed.glob(f"{kind}_patterns.*.csv"))
        return [counts for file in files for counts in nsight.parse(file.read_text(), metrics)[1]]
    return nsight.profile([PROGRAMS / f"truth-patterns-{kind}", 0, len(launches)], metrics,
                          ["--clock-control", "none", "--cache-control", "none"])[1]


def recorded(options, kind, metrics):
    """{"patterns": names, "launches": {operation: {mask: {name: counts by pattern}}}}"""
    program = PROGRAMS / f"truth-patterns-{kind}"
    listed = subprocess.run([program, "list"], capture_output=True, text=True, check=True).stdout
    launches = [line.split(";") for line in listed.splitlines()]
    counts = counted(options, kind, launches, metrics)
    if len(counts) > len(launches):
        sys.exit(f"record_patterns: {len(launches)} launches of {kind} but {len(counts)} were profiled")
    print(f"{kind}: {len(counts)} of {len(launches)} launches")
    patterns = list(dict.fromkeys(pattern for _, _, pattern in launches))
    by_operation = {}
    for (operation, mask, pattern), count in zip(launches, counts):
        row = by_operation.setdefault(operation, {}).setdefault(mask, {})
        for name, value in count.items():
            row.setdefault(name, {})[pattern] = value
    for masks in by_operation.values():
        for mask, row in masks.items():
            masks[mask] = {name: " ".join(str(values.get(pattern, "-")) for pattern in patterns)
                           for name, values in row.items() if any(values.values())}
    return {"patterns": patterns, "launches": by_operation}


def main():
    options = arguments(__doc__).parse_args()
    data = provenance.made("counters of Nsight Compute for single requests of shared memory and atomics", options,
                           "measurements/record_patterns.py")
    data |= tools(options) | {"metrics": METRICS, "shared": recorded(options, "shared", SHARED),
                              "atomic": recorded(options, "atomic", METRICS)}
    provenance.write(options.file, data)


if __name__ == "__main__":
    main()
