#!/usr/bin/env python3
"""Record the emulator's speed, and for comparison Oclgrind's on the same kernels in OpenCL.

    cmake --build build --target simt_comparison
    measurements/record_speed.py measurements/data/emulator_speed.json

Needs oclgrind-kernel (Debian: oclgrind). Both detect data races; the emulator also counts memory traffic. They run
alternately on one core each. The time before the kernel starts is measured with a run of one group of threads and
subtracted.
"""
import json
import pathlib
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import provenance
from provenance import ROOT

PROGRAM = ROOT / "build/bin/simt_comparison"
TWINS = ROOT / "simt/tests/benchmarks/comparison.cl"
N = 1024  # of the square matrices
ROUNDS = 5

# name → threads, threads per group, and the arguments, in the notation of oclgrind-kernel
KERNELS = {
    "transpose": (f"{N} {N // 4} 1", "32 8 1", [4 * N * N, 4 * N * N, N, N]),
    "matvec": (f"{N} 1 1", "128 1 1", [4 * N, 4 * N * N, 4 * N, N]),
}


def simulation(kernel, threads):
    """Writes an oclgrind-kernel file: buffers have a size in bytes and are zero; integers follow their size."""
    _, group, values = KERNELS[kernel]
    lines = [str(TWINS), kernel, threads, group]
    for value in values:
        lines += [f"<size={value} fill=0>"] if value > N else ["<size=4>", str(value)]
    return "\n".join(lines) + "\n"


def user_seconds():
    """User CPU seconds of all commands that have ended."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime


def timed(command):
    """The output of a command, and its seconds: wall-clock time and user CPU time."""
    before, start = user_seconds(), time.monotonic()
    finished = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    seconds = {"wall": time.monotonic() - start, "user": user_seconds() - before}
    if finished.returncode != 0 or finished.stderr:
        sys.exit(f"record_speed: {' '.join(map(str, command))}:\n{finished.stdout}{finished.stderr}")
    return finished.stdout, seconds


def oclgrind(file, *options):
    return timed(["oclgrind-kernel", "--num-threads", "1", *options, file])


def count_accesses(file):
    """The number of loads and stores of global and local memory that Oclgrind executes."""
    counts = re.findall(r"(\d+) - (?:load|store) (?:global|local)", oclgrind(file, "--inst-counts")[0])
    return sum(map(int, counts))


def measure(kernel):
    """Alternating rounds of Oclgrind and the emulator, so that other work on the machine affects both."""
    with tempfile.TemporaryDirectory() as folder:
        whole, start = pathlib.Path(folder) / "whole.sim", pathlib.Path(folder) / "start.sim"
        threads, group, _ = KERNELS[kernel]
        whole.write_text(simulation(kernel, threads))
        start.write_text(simulation(kernel, group))
        accesses = count_accesses(whole)
        runs = {"oclgrind": [], "emulator": []}
        for _ in range(ROUNDS):
            _, all_of_it = oclgrind(whole, "--data-races")
            _, before = oclgrind(start, "--data-races")
            runs["oclgrind"].append({clock: all_of_it[clock] - before[clock] for clock in before})
            emulated = json.loads(timed([PROGRAM, kernel, N])[0])
            if emulated["accesses"] != accesses:
                sys.exit(f"record_speed: {kernel}: {emulated['accesses']} accesses in CUDA, {accesses} in OpenCL")
            runs["emulator"].append({clock: emulated[f"{clock}_seconds"] for clock in before})
    return {"n": N, "accesses": accesses} | runs


def median(runs, clock):
    return statistics.median(run[clock] for run in runs)


def rows(data):
    """(kernel, tool, median user seconds, median wall seconds, accesses per second of user time)"""
    for kernel, measured in data["kernels"].items():
        for tool in ("oclgrind", "emulator"):
            user, wall = (median(measured[tool], clock) for clock in ("user", "wall"))
            yield kernel, tool, user, wall, measured["accesses"] / user


def ratio(measured, clock):
    return median(measured["oclgrind"], clock) / median(measured["emulator"], clock)


def table(data):
    """As Markdown."""
    first = next(iter(data["kernels"].values()))
    names = {"oclgrind": f"{data['oclgrind']}, races", "emulator": "this emulator, races and traffic"}
    lines = [
        "# How fast the emulator watches, and how fast Oclgrind does",
        "",
        f"{data['cpu']}, one core, {data['date']}, commit {data['commit'][:10]}, {data['compiler']}: medians of "
        f"{len(first['emulator'])} runs in turn, matrices of {first['n']} × {first['n']} floats: the padded transpose, and a matrix–vector product with one "
        "thread a row. Oclgrind interprets any OpenCL kernel, for any device; the emulator runs compiled code whose loads "
        "and stores are watched. Made by `measurements/record_speed.py --table measurements/data/emulator_speed.json`.",
        "",
        "| kernel | watched by | user CPU | wall | accesses/s |",
        "|---|---|---|---|---|",
    ]
    for kernel, tool, user, wall, rate in rows(data):
        lines.append(f"| {kernel} | {names[tool]} | {user:.3f} s | {wall:.3f} s | {rate / 1e6:.2f} million |")
    ratios = ", ".join(
        f"{kernel} {ratio(measured, 'user'):.0f} × ({ratio(measured, 'wall'):.0f} × by the wall's clock)"
        for kernel, measured in data["kernels"].items()
    )
    return "\n".join(lines + ["", f"Oclgrind's time ÷ the emulator's: {ratios}."])


def main():
    parser = provenance.arguments(__doc__)
    options = parser.parse_args()
    if options.table:
        print(table(json.loads(options.file.read_text())))
        return
    if shutil.which("oclgrind-kernel") is None:
        sys.exit("record_speed: oclgrind-kernel is not installed; on Debian: apt-get install oclgrind")
    data = provenance.made("the emulator's speed beside Oclgrind's, on the same kernels", options,
                           "measurements/record_speed.py")
    data |= {
        "cpu": provenance.cpu(),
        "oclgrind": provenance.output(["oclgrind-kernel", "--version"]).split("\n\n")[0].strip(),
        "compiler": provenance.output(["clang++", "--version"]).splitlines()[0],
        "kernels": {kernel: measure(kernel) for kernel in KERNELS},
    }
    provenance.write(options.file, data)
    print(table(data))


if __name__ == "__main__":
    main()
