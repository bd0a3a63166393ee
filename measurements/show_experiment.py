#!/usr/bin/env python3
"""Show the data file of an experiment: as a picture, as Markdown, or inside a page.

    ./grade experiment S2.9 --data measurements/data/experiments/S2.9.json
    measurements/show_experiment.py --plot S2.9.png measurements/data/experiments/S2.9.json
    measurements/show_experiment.py --table measurements/data/experiments/peers.json
    measurements/show_experiment.py --update README.md       # every table that has a marker in the page

A marker is the line `<!-- experiment: FILE -->`; the lines after it, up to `<!-- end -->`, are the table of FILE.
Only --plot needs an additional package: matplotlib. Status 3: matplotlib is missing.
"""
import argparse
import json
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Those of autograder/experiments/gpu_main.cu.
PRECISE_ENOUGH = 0.005
MOST_ROUNDS = 100
MARKER = re.compile(r"(<!-- experiment: (\S+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)


def provenance(data):
    device = data["device"]
    words = [device["name"]]
    if device["driver_release"]:
        words.append(f"driver {device['driver_release']}")
    if data["backend"] == "cuda":
        words.append(f"CUDA {device['toolkit']}")
    words += [data["date"], f"commit {short(data['commit'])}"]
    if "judged_commit" in data:
        words.append(f"judged again at {short(data['judged_commit'])}")
    return ", ".join(words)


def short(commit):
    """Ten digits of a commit, and "-changed" where it is there."""
    digits, *changed = commit.partition("-")
    return digits[:10] + "".join(changed)


def table(data):
    """The claims and the measured results, as Markdown."""
    lines = [f"`{data['command']}`: {provenance(data)}.", "", "| | claimed | measured | holds |", "|---|---|---|---|"]
    for claim in data["claims"]:
        holds = "–" if claim["holds"] == "unknown" else claim["holds"]
        lines.append(f"| {claim['source']} | {claim['claimed']} | {claim['measured']} | {holds} |")
    wide = [case["ci95"] for case in data.get("cases", []) if case.get("ci95", 0) > PRECISE_ENOUGH]
    if wide:
        lines += [
            "",
            f"After {MOST_ROUNDS} rounds the 95 % interval of {len(wide)} of {len(data['cases'])} cases was still wider than "
            f"± {100 * PRECISE_ENOUGH:.1f} %: up to ± {100 * max(wide):.1f} %.",
        ]
    for note in data["notes"]:
        lines += ["", f"{note[:1].upper()}{note[1:].rstrip('.')}."]
    return "\n".join(lines) + "\n"


def update(page):
    """Rewrites the page if one of its tables differs from its data file."""

    def current(match):
        file = ROOT / match[2]
        if not file.exists():
            return match[0]
        return match[1] + table(json.loads(file.read_text())) + match[4]

    text = page.read_text()
    unfinished = page.with_suffix(".unfinished")
    unfinished.write_text(MARKER.sub(current, text))
    os.replace(unfinished, page)


def values(data):
    """The vertical axis: its name, and for each case the value and half the width of its 95 % interval."""
    cases = data["cases"]
    if data["backend"] == "cuda" and all("us_a_step" in case for case in cases):
        return "µs a step", [case["us_a_step"] for case in cases], [case["us_a_step"] * case["ci95"] for case in cases]
    if data["backend"] == "cuda":
        return "GB/s", [case["gbps"] for case in cases], [case["gbps"] * case["ci95"] for case in cases]
    counts = [case["counts"] for case in cases]
    sectors = [count["load_sectors"] / max(1, count["load_requests"]) for count in counts]
    return "sectors a load", sectors, [0] * len(cases)


def plot(data, picture):
    try:
        import matplotlib
    except ImportError:
        print("--plot needs matplotlib: install python3-matplotlib, or `pip install matplotlib`", file=sys.stderr)
        sys.exit(3)
    matplotlib.use("Agg")
    from matplotlib import pyplot

    cases = data["cases"]
    name, heights, errors = values(data)
    figure, axes = pyplot.subplots(figsize=(8, 4.5), layout="constrained")
    if data["axis"]:
        axes.errorbar([case["x"] for case in cases], heights, yerr=errors, marker="o", markersize=3, linewidth=1)
        axes.set_xlabel(data["axis"])
    else:
        labels = [f"{case['group']}: {case['label']}" if case["group"] else case["label"] for case in cases]
        axes.barh(labels, heights, xerr=errors)
        axes.invert_yaxis()
        figure.set_figheight(max(2.5, 0.3 * len(cases)))
    (axes.set_ylabel if data["axis"] else axes.set_xlabel)(name)
    (axes.set_ylim if data["axis"] else axes.set_xlim)(0)
    axes.set_title(data["what"], fontsize="medium")
    figure.supxlabel(provenance(data), fontsize="x-small")
    figure.savefig(picture, dpi=150)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--table", action="store_true", help="print the file as Markdown")
    what.add_argument("--plot", metavar="PNG", help="draw the file")
    what.add_argument("--update", action="store_true", help="update the tables in this page")
    parser.add_argument("file", type=pathlib.Path)
    arguments = parser.parse_args()
    if arguments.update:
        update(arguments.file)
        return
    data = json.loads(arguments.file.read_text())
    if arguments.plot:
        plot(data, arguments.plot)
    else:
        print(table(data), end="")


if __name__ == "__main__":
    main()
