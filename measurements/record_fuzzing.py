#!/usr/bin/env python3
"""Fuzz the emulator's parts with libFuzzer and record the runs with their provenance.

    cmake --build build --target simt_fuzz
    measurements/record_fuzzing.py --runs 1000000 measurements/data/fuzzing.json

`--seconds 400` ends each target after that time instead; the record then says how many inputs it tried until then.

Needs clang. Runs both targets at the same time. A run that finds an error is not recorded: its input stays in build/, and
libFuzzer's message is printed.
"""
import concurrent.futures
import json
import re
import subprocess
import sys
import tempfile

import provenance
from provenance import ROOT

PROGRAMS = ROOT / "build/bin"
SEEDS = ROOT / "simt/tests/fuzz/corpus"

# name → description, longest input, sources of the first inputs
TARGETS = {
    "translate": ("the translator", 4096, [SEEDS / "translate", *ROOT.glob("labs/*_*"), *ROOT.glob("solutions/*_*")]),
    "memory": ("the counters", 128, [SEEDS / "memory"]),
}


def fuzz(name, limit):
    """Runs one target, with libFuzzer's option for where to end; its output ends with `#1000000 DONE   cov: 812 ft: 3011 corp: 402/61Kb lim: 4096 exec/s: …`."""
    _, longest, seeds = TARGETS[name]
    with tempfile.TemporaryDirectory() as found:
        command = [PROGRAMS / f"{name}_fuzz", limit, f"-max_len={longest}", "-timeout=5",
                   f"-artifact_prefix={ROOT}/build/", found, *seeds]
        finished = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    done = re.search(r"DONE +cov: (\d+) ft: (\d+) corp: (\d+)/.*", finished.stderr)
    time = re.search(r"Done (\d+) runs in (\d+) second", finished.stderr)
    if finished.returncode != 0 or not done or not time:
        sys.exit(f"record_fuzzing: {name} found something, or did not run:\n{finished.stderr[-4000:]}")
    return {
        "runs": int(time[1]),
        "seconds": int(time[2]),
        "longest_input": longest,
        "coverage_edges": int(done[1]),
        "coverage_features": int(done[2]),
        "inputs_kept": int(done[3]),
        "findings": 0,
        "last_line": done[0],
    }


def table(file):
    """The content of the file, one sentence per target."""
    data = json.loads(file.read_text())
    lines = [f"{data['date']}, commit {data['commit'][:10]}, {data['compiler']}, on {data['cpu']}:", ""]
    for name, run in data["targets"].items():
        lines.append(
            f"* `{name}_fuzz`, {TARGETS[name][0]}: {run['runs']} inputs of up to {run['longest_input']} bytes in "
            f"{run['seconds']} s, {run['coverage_edges']} edges and {run['coverage_features']} features reached, "
            f"{run['findings']} findings."
        )
    return "\n".join(lines)


def main():
    parser = provenance.arguments(__doc__)
    parser.add_argument("--runs", type=int, default=1000000, help="inputs for each target")
    parser.add_argument("--seconds", type=int, help="a time for each target, in place of a number of inputs")
    options = parser.parse_args()
    if options.table:
        print(table(options.file))
        return
    chosen = f"--seconds {options.seconds}" if options.seconds else f"--runs {options.runs}"
    limit = f"-max_total_time={options.seconds}" if options.seconds else f"-runs={options.runs}"
    data = provenance.made("runs of libFuzzer over the translator and the counters", options,
                           f"measurements/record_fuzzing.py {chosen}")
    with concurrent.futures.ThreadPoolExecutor(len(TARGETS)) as pool:
        targets = {name: pool.submit(fuzz, name, limit) for name in TARGETS}
    data |= {
        "cpu": provenance.cpu(),
        "compiler": provenance.output(["clang++", "--version"]).splitlines()[0],
        "targets": {name: run.result() for name, run in targets.items()},
    }
    provenance.write(options.file, data)


if __name__ == "__main__":
    main()
