#!/usr/bin/env python3
"""Record what compute-sanitizer finds in the broken kernels that the emulator is held against.

    cmake --build build --target broken
    lectures/record_sanitizer.py --commit "$(git rev-parse HEAD)" lectures/data/sanitizer_h200.json

Needs an NVIDIA GPU and compute-sanitizer. Every kernel of autograder/simt/broken/kernels.cu runs alone under each tool.
"""
import argparse
import concurrent.futures
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "build/bin/broken-gpu"
TOOLS = ("memcheck", "racecheck", "initcheck", "synccheck")
SECONDS = 90  # one kernel under one tool


def sanitize(tool, number):
    """How many errors, and the first of them; None when the tool did not come to an end."""
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
    """Both tools side by side, as Markdown."""
    data = json.loads(file.read_text())
    emulator = json.loads((ROOT / "lectures/data/emulator_findings.json").read_text())
    lines = [
        "# What compute-sanitizer finds, and what the emulator finds",
        "",
        f"{data['device']}, driver {data['driver']}, compute-sanitizer {data['sanitizer'].split()[1]}, {data['date']}, commit "
        f"{data['commit'][:10]}: {len(data['kernels'])} of the {len(emulator)} kernels of `autograder/simt/broken/kernels.cu`, each with one "
        "mistake, alone under each of the sanitizer's tools, and in the emulator. Made by "
        f"`lectures/record_sanitizer.py --table lectures/data/{file.name}`.",
        "",
        "| kernel | " + " | ".join(TOOLS) + " | emulator |",
        "|---|" + "---|" * len(TOOLS) + "---|",
    ]
    # Kernels that came later are shown, too, until somebody records them.
    labels = [*data["kernels"], *(label for label in emulator if label not in data["kernels"])]
    for label in labels:
        tools, found = data["kernels"].get(label), emulator[label]
        cells = ["not recorded" if tools is None else cell(tools[tool]) for tool in TOOLS]
        lines.append(f"| {label} | " + " | ".join(cells) + f" | {', '.join(found) or '–'} |")
    return "\n".join(lines)


def first_line(command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--table", action="store_true", help="print the file beside the emulator's, as Markdown, instead")
    parser.add_argument("--commit", default="unknown", help="what was measured: git rev-parse HEAD")
    arguments = parser.parse_args()
    if arguments.table:
        print(table(arguments.file))
        return
    labels = first_line([str(PROGRAM)])
    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        runs = {(label, tool): pool.submit(sanitize, tool, i) for i, label in enumerate(labels) for tool in TOOLS}
    device, driver = first_line(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"])[0].split(", ")
    data = {
        "what": "findings of compute-sanitizer in the broken kernels the emulator is held against",
        "device": device,
        "driver": driver,
        "sanitizer": next(line for line in first_line(["compute-sanitizer", "--version"]) if "ersion" in line),
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d"),
        "commit": arguments.commit,
        "command": "lectures/record_sanitizer.py",
        "kernels": {label: {tool: runs[label, tool].result() for tool in TOOLS} for label in labels},
    }
    unfinished = arguments.file.with_suffix(".unfinished")
    unfinished.write_text(json.dumps(data, indent=1) + "\n")
    os.replace(unfinished, arguments.file)


if __name__ == "__main__":
    main()
