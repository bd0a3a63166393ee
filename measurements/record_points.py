#!/usr/bin/env python3
"""Points for speed: those that a GPU gives, and those that predictions give, of the same parts of the test submissions.

    measurements/record_points.py --backend cuda measurements/data/points_h200.json        on a GPU
    measurements/record_points.py measurements/data/points_predicted.json                  in the emulator, by prediction
    measurements/record_points.py --compare measurements/data/points_h200.json measurements/data/points_predicted.json

Parts are those of autograder/tests/submissions whose answers are right (the verdict is passed or partial), and those of
the solutions, in labs whose times can be predicted. --compare prints a section of prediction.md.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import tomllib

import provenance
from provenance import ROOT

SUBMISSIONS = ROOT / "autograder/tests/submissions"
LABS = ("lab0_copy", "lab1_matvec", "lab2_matmul", "lab3_transpose", "lab4_sync", "lab6_banks", "lab8_spaces")
WITHIN = 0.25  # of a part's points for speed: predictions are to be so near


def rows():
    """(lab, file) -> ids of parts whose answers are right; file "solution" is the solution."""
    found = {}
    for lab in LABS:
        parts = tomllib.loads((ROOT / "autograder/course" / lab / "lab.toml").read_text())["parts"]
        found[lab, "solution"] = [part["id"] for part in parts]
        for file, of_parts in tomllib.loads((SUBMISSIONS / lab / "expected.toml").read_text()).items():
            ids = [part for part, row in of_parts.items() if row.get("verdict") in ("passed", "partial")]
            if ids and (SUBMISSIONS / lab / f"{file}.cu").exists():
                found[lab, file] = ids
    return found


def course_with_predictions(folder):
    """A course in `folder` that is this one, but gives points by prediction."""
    for entry in ROOT.iterdir():
        if entry.name != "course.toml":
            (folder / entry.name).symlink_to(entry)
    rules = (ROOT / "course.toml").read_text()
    (folder / "course.toml").write_text(rules.replace("[prediction]\npoints = false", "[prediction]\npoints = true"))


def grade(course, backend, lab, file, ids):
    """Name -> what the part got, of one file."""
    source = tomllib.loads((ROOT / "autograder/course" / lab / "lab.toml").read_text())["source"]
    with tempfile.TemporaryDirectory() as work:
        folder = pathlib.Path(work)
        origin = ROOT / "solutions" / lab / source if file == "solution" else SUBMISSIONS / lab / f"{file}.cu"
        shutil.copy(origin, folder / source)
        report = folder / "report.json"
        subprocess.run([ROOT / "build/bin/grade", "--root", course, lab.split("_")[0], "--backend", backend, "--seed", "7",
                        "--submission", folder, "--json", report],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        if not report.exists():
            sys.exit(f"record_points: {lab}/{file} was not graded")
        graded = json.loads(report.read_text())
    found = {}
    for part in graded["parts"]:
        rules = graded["rules"]["parts"][part["id"]]
        speed = part["performance"] or part["predicted_performance"]
        if part["id"] not in ids or not speed or part["verdict"] not in ("passed", "partial") or not rules["points_fast"]:
            continue
        found[f"{lab}/{file}/{part['id']}"] = {
            "points": round(part["points"] - rules["points_right"], 1), "of": rules["points_fast"], "by": part["points_by"],
            "gbps": speed["gbps"], "min_gbps": speed["min_gbps"], "reference_gbps": speed["reference_gbps"],
            "bound": ((part["traffic_summary"] or {}).get("predicted") or {}).get("bound")}
    return found


def record(options):
    with tempfile.TemporaryDirectory() as course:
        course = pathlib.Path(course)
        course_with_predictions(course)
        at_a_time = 1 if options.backend == "cuda" else os.cpu_count()
        with concurrent.futures.ThreadPoolExecutor(at_a_time) as pool:
            jobs = [pool.submit(grade, course, options.backend, lab, file, ids) for (lab, file), ids in sorted(rows().items())]
            graded = {name: one for job in jobs for name, one in job.result().items()}
    by = "measured" if options.backend == "cuda" else "predicted"
    command = "measurements/record_points.py" + (" --backend cuda" if options.backend == "cuda" else "")
    provenance.write(options.file, provenance.made(f"points for speed by {by} times", options, command) | {"parts": graded})


def compared(measured, predicted):
    """(name, measured row, predicted row) of the slow parts, and of the solutions' parts."""
    both = [(name, measured[name], predicted[name]) for name in measured if name in predicted]
    solutions = [row for row in both if row[0].split("/")[1] == "solution"]
    return [row for row in both if row not in solutions and row[1]["points"] < row[1]["of"]], solutions


def is_near(row):
    return abs(row[1]["points"] - row[2]["points"]) <= WITHIN * row[1]["of"]


def gets_too_much(row):
    """More than half, where the GPU gives none."""
    return row[1]["points"] == 0 and row[2]["points"] > row[1]["of"] / 2


def table(measured, predicted, causes):
    """Sentences and a table of the exceptions."""
    slow, solutions = compared(measured["parts"], predicted["parts"])
    full = sum(two["points"] == two["of"] for _, _, two in solutions)
    none = [row for row in slow if row[1]["points"] == 0]
    lines = [f"Of {len(solutions)} parts of the solutions, {full} get full points by prediction. Of {len(slow)} slow parts of the test",
             f"submissions, {sum(map(is_near, slow))} get what the H200 gives them within a quarter of the part's points for speed. Of the",
             f"{len(none)} that get none there, {sum(map(gets_too_much, slow))} get more than half.", ""]
    exceptions = [row for row in slow if not is_near(row) or gets_too_much(row)]
    exceptions += [row for row in solutions if row[2]["points"] < row[2]["of"]]
    if exceptions:
        lines += ["| exception | points by the H200 | by prediction | GB/s | predicted | full points from | predicted | cause |",
                  "|---|---|---|---|---|---|---|---|"]
        for name, one, two in exceptions:
            lines.append(f"| {name} | {one['points']:g} of {one['of']:g} | {two['points']:g} | {one['gbps']:.4g} | {two['gbps']:.4g} | "
                         f"{one['min_gbps']:.4g} | {two['min_gbps']:.4g} | {causes.get(name, 'not known')} |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("predicted", type=pathlib.Path, nargs="?")
    parser.add_argument("--backend", default="simt", choices=("simt", "cuda"))
    parser.add_argument("--commit", default=None, help="the measured commit; default: the checked-out commit")
    parser.add_argument("--compare", action="store_true")
    options = parser.parse_args()
    if options.compare:
        print(table(json.loads(options.file.read_text()), json.loads(options.predicted.read_text()), {}))
    else:
        record(options)


if __name__ == "__main__":
    main()
