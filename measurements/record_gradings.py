#!/usr/bin/env python3
"""Grade one submission many times on a GPU and record the measurements with their provenance.

    measurements/record_gradings.py --times 20 --commit "$(git rev-parse HEAD)" measurements/data/lab3_gradings_h200.json
    measurements/record_gradings.py --lab lab6 --submission solutions/lab6_banks --times 10 measurements/data/gradings/lab6_h200.json
    measurements/record_gradings.py --table measurements/data/lab3_gradings_h200.json     # as Markdown
    measurements/record_gradings.py --page > measurements/gradings.md                     # all of data/gradings, as a page

The file contains every grading of the series; none is left out.
"""
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

import provenance
from provenance import ROOT


def grade(lab, submission):
    """Grades once and returns the JSON report."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        command = [str(ROOT / "grade"), lab, "--backend", "cuda", "--submission", submission, "--json", str(report)]
        finished = subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=False)
        if not report.exists():
            sys.exit(f"record_gradings: grade ended with status {finished.returncode} and no report")
        return json.loads(report.read_text())


def spread(values):
    """The largest distance from the median, as a share of the median."""
    median = statistics.median(values)
    return max(abs(value - median) for value in values) / median


def summarize(part_runs):
    """One row for a part, from the same part of every grading."""
    performances = [run["performance"] for run in part_runs if run["performance"]]
    row = {
        "id": part_runs[0]["id"],
        "title": part_runs[0]["title"],
        "verdicts": sorted({run["verdict"] for run in part_runs}),
        "points": sorted({run["points"] for run in part_runs}),
        "max_points": part_runs[0]["max_points"],
    }
    if performances:
        gbps = [performance["gbps"] for performance in performances]
        fractions = [performance["copy_fraction"] for performance in performances]
        row |= {
            "gbps": gbps,
            "gbps_median": statistics.median(gbps),
            "gbps_spread": spread(gbps),
            "copy_fraction_median": statistics.median(fractions),
            "copy_fraction_lowest": min(fractions),
            "graded_by_outside_clock": sum(performance["outside_clock"] for performance in performances),
        }
    return row


def record(options):
    data = provenance.made(f"{options.times} gradings in a row of {options.submission}", options,
                           f"./grade {options.lab} --backend cuda --submission {options.submission}")
    reports = [grade(options.lab, options.submission) for _ in range(options.times)]
    parts = [summarize([report["parts"][i] for report in reports]) for i in range(len(reports[0]["parts"]))]
    data |= {
        "device": reports[0]["device"] | {"driver_release": provenance.gpu("driver_version")},
        "copy_gbps": [report["device"]["copy_gbps"] for report in reports],
        "seconds": [report["seconds"] for report in reports],
        "scores": sorted({report["score"] for report in reports}),
        "max_score": reports[0]["max_score"],
        "parts": parts,
    }
    provenance.write(options.file, data)


def table(file):
    """The content of the file as shown in the README."""
    data = json.loads(file.read_text())
    device = data["device"]
    lines = [
        f"{data['what']}: {device['name']}, driver {device['driver_release']}, CUDA {device['toolkit']}, {data['date']}, "
        f"commit {data['commit'][:10]}.",
        "",
        "| part | points | GB/s, median | largest deviation | of a copy |",
        "|---|---|---|---|---|",
    ]
    for part in data["parts"]:
        points = " / ".join(f"{value:g}" for value in part["points"])
        lines.append(
            f"| {part['id']} {part['title']} | {points} of {part['max_points']:g} | {part['gbps_median']:.0f} "
            f"| {part['gbps_spread'] * 100:.2f} % | {part['copy_fraction_median'] * 100:.1f} % |"
        )
    copies = data["copy_gbps"]
    lines += [
        "",
        f"Copy roofline {statistics.median(copies):.0f} GB/s; one grading took {min(data['seconds']):.1f} to "
        f"{max(data['seconds']):.1f} s.",
    ]
    return "\n".join(lines)


def row_of_page(data):
    """One lab in one row: whether anything changed between gradings, and by how much the GB/s differed."""
    lab = data["parts"][0]["id"].partition(".")[0]
    verdicts = sum(part["verdicts"] != ["passed"] for part in data["parts"])
    points = sum(len(part["points"]) > 1 for part in data["parts"])
    spreads = sorted(((part["gbps_spread"], part["id"]) for part in data["parts"] if "gbps_spread" in part), reverse=True)
    of_most = f"{spreads[0][0] * 100:.2f} % ({spreads[0][1]})"
    middle = statistics.median(spread for spread, _ in spreads)
    seconds = data["seconds"]
    return (f"| {lab} | {len(seconds)} | {verdicts} | {points} | {middle * 100:.2f} % | {of_most} | "
            f"{statistics.median(seconds):.1f} s | {data['date']}, {data['commit'][:10]} |")


def page():
    """All records of data/gradings, as measurements/gradings.md."""
    records = [json.loads(file.read_text()) for file in sorted((ROOT / "measurements/data/gradings").glob("*.json"))]
    device = records[0]["device"]
    lines = [
        "# The same solution, graded again and again",
        "",
        f"Solutions of the labs on one {device['name']}, driver {device['driver_release']}, CUDA {device['toolkit']}. A deviation is "
        "the largest distance of one grading's GB/s from the median of all, in per cent of it. Each grading is in the records "
        "(`data/gradings`); this page is made of them by `measurements/record_gradings.py --page`.",
        "",
        "| lab | gradings | parts not always passed | parts with other points once | deviation, middle part | largest "
        "| one grading | measured |",
        "|---|---|---|---|---|---|---|---|",
        *[row_of_page(data) for data in records],
        "",
        "All of lab 5 and part 8.5 are timed by the host's clock.",
    ]
    return "\n".join(lines)


def main():
    parser = provenance.arguments(__doc__, file_is_optional=True)
    parser.add_argument("--page", action="store_true", help="print measurements/gradings.md")
    parser.add_argument("--lab", default="lab3")
    parser.add_argument("--submission", default="solutions/lab3_transpose")
    parser.add_argument("--times", type=int, default=20)
    options = parser.parse_args()
    if options.page:
        print(page())
    elif options.file is None:
        parser.error("name the data file")
    elif options.table:
        print(table(options.file))
    else:
        record(options)


if __name__ == "__main__":
    main()
