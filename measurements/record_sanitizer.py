#!/usr/bin/env python3
"""Record compute-sanitizer's findings for the broken kernels that also test the emulator.

    cmake --build build --target broken
    measurements/record_sanitizer.py --commit "$(git rev-parse HEAD)" measurements/data/sanitizer_h200.json

Needs an NVIDIA GPU and compute-sanitizer. Every kernel of simt/tests/broken/kernels.cu runs alone under each tool.
"""
import concurrent.futures
import json
import re
import subprocess
import sys

import provenance
from provenance import ROOT

PROGRAM = ROOT / "build/bin/broken-gpu"
TOOLS = ("memcheck", "racecheck", "initcheck", "synccheck")
SECONDS = 90  # one kernel under one tool


def sanitize(tool, number):
    """The number of errors and the first error; None if the tool did not finish."""
    command = ["compute-sanitizer", "--tool", tool, str(PROGRAM), str(number)]
    try:
        finished = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return None
    lines = [line.removeprefix("=========").strip() for line in (finished.stdout + finished.stderr).splitlines()]
    summary = next((line for line in lines if "SUMMARY" in line), None)
    if summary is None:
        sys.exit(f"record_sanitizer: {' '.join(command)}:\n{finished.stdout}{finished.stderr}")
    count = int(re.search(r"(\d+) (?:error|hazard)", summary).group(1))
    first = next((line for line in lines[1:] if line and "SUMMARY" not in line), "") if count else ""
    return {"errors": count, "first": first}


def cell(found):
    return "hangs" if found is None else str(found["errors"] or "–")


def table(file):
    """A comparison of both tools, as Markdown."""
    data = json.loads(file.read_text())
    emulator = json.loads((ROOT / "measurements/data/emulator_findings.json").read_text())
    lines = [
        "# What compute-sanitizer finds, and what the emulator finds",
        "",
        f"{data['device']}, driver {data['driver']}, compute-sanitizer {data['sanitizer'].split()[1]}, {data['date']}, commit "
        f"{data['commit'][:10]}: {len(data['kernels'])} of the {len(emulator)} kernels of `simt/tests/broken/kernels.cu`, each with one "
        "mistake, alone under each of the sanitizer's tools, as they are without options (memcheck then does not look for "
        "leaks), and in the emulator. Made by "
        f"`measurements/record_sanitizer.py --table measurements/data/{file.name}`.",
        "",
        "| kernel | " + " | ".join(TOOLS) + " | emulator |",
        "|---|" + "---|" * len(TOOLS) + "---|",
    ]
    # Kernels that are newer than the record are shown, too.
    labels = [*data["kernels"], *(label for label in emulator if label not in data["kernels"])]
    for label in labels:
        tools, found = data["kernels"].get(label), emulator[label]
        cells = ["not recorded" if tools is None else cell(tools[tool]) for tool in TOOLS]
        lines.append(f"| {label} | " + " | ".join(cells) + f" | {', '.join(found) or '–'} |")
    return "\n".join(lines)


def main():
    options = provenance.arguments(__doc__).parse_args()
    if options.table:
        print(table(options.file))
        return
    data = provenance.made("findings of compute-sanitizer in the broken kernels the emulator is held against", options,
                           "measurements/record_sanitizer.py")
    labels = provenance.output([str(PROGRAM)]).splitlines()
    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        runs = {(label, tool): pool.submit(sanitize, tool, i) for i, label in enumerate(labels) for tool in TOOLS}
    sanitizer = provenance.output(["compute-sanitizer", "--version"]).splitlines()
    data |= {
        "device": provenance.gpu("name"),
        "driver": provenance.gpu("driver_version"),
        "sanitizer": next(line for line in sanitizer if "ersion" in line),
        "kernels": {label: {tool: runs[label, tool].result() for tool in TOOLS} for label in labels},
    }
    provenance.write(options.file, data)


if __name__ == "__main__":
    main()
