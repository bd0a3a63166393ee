#!/usr/bin/env python3
"""Points for speed: those that a GPU gives, and those that predictions give, of the same parts of the test submissions.

    measurements/record_points.py --backend cuda measurements/data/points_h200.json        on a GPU
    measurements/record_points.py measurements/data/points_predicted.json                  in the emulator, by prediction
    measurements/record_points.py --compare measurements/data/points_predicted.json        prints a section of prediction.md

Parts are those of autograder/tests/submissions whose answers are right (the verdict is passed or partial), and those of
the solutions, in labs whose times can be predicted.
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
MEASURED = ROOT / "measurements/data/points_h200.json"
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
    # The emulator is not asked about what a GPU graded: its remarks are not recorded here.
    for before, after in (("[prediction]\npoints = false", "[prediction]\npoints = true"), ('asked = "alone"', 'asked = "never"')):
        assert before in rules, before
        rules = rules.replace(before, after)
    (folder / "course.toml").write_text(rules)


def grade(course, backend, lab, file, ids):
    """Name -> what the part got, of one file."""
    source = tomllib.loads((ROOT / "autograder/course" / lab / "lab.toml").read_text())["source"]
    with tempfile.TemporaryDirectory() as work:
        folder = pathlib.Path(work)
        origin = ROOT / "solutions" / lab / source if file == "solution" else SUBMISSIONS / lab / f"{file}.cu"
        shutil.copy(origin, folder / source)
        report = folder / "report.json"
        only = [word for part in ids for word in ("--only", part)]
        subprocess.run([ROOT / "build/bin/grade", "--root", course, lab.split("_")[0], *only, "--backend", backend, "--seed", "7",
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
    """Writes after each file; a record of the same commit goes on where it stopped."""
    by = "measured" if options.backend == "cuda" else "predicted"
    command = "measurements/record_points.py" + (" --backend cuda" if options.backend == "cuda" else "")
    made = provenance.made(f"points for speed by {by} times", options, command)
    written = json.loads(options.file.read_text()) if options.file.exists() else {}
    is_same = written.get("commit") == made["commit"] and "files" in written
    graded, done = (written["parts"], written["files"]) if is_same else ({}, [])
    left = [one for one in sorted(rows().items()) if "/".join(one[0]) not in done]
    at_a_time = 1 if options.backend == "cuda" else os.cpu_count()
    with tempfile.TemporaryDirectory() as course, concurrent.futures.ThreadPoolExecutor(at_a_time) as pool:
        course = pathlib.Path(course)
        course_with_predictions(course)
        jobs = {pool.submit(grade, course, options.backend, lab, file, ids): f"{lab}/{file}" for (lab, file), ids in left}
        for job in concurrent.futures.as_completed(jobs):
            graded |= job.result()
            done.append(jobs[job])
            provenance.write(options.file, made | {"files": sorted(done), "parts": dict(sorted(graded.items()))})


def cause(name):
    """Why predicted and measured points of a part of the corpus differ, as expected.toml has it."""
    lab, file, part = name.split("/")
    if file == "solution":
        return "not known"
    row = tomllib.loads((SUBMISSIONS / lab / "expected.toml").read_text())[file][part]
    return row.get("why") or row.get("not_on_simt") or row.get("not_on_cuda") or "not known"


def measured_parts():
    return json.loads(MEASURED.read_text())["parts"]


def compared(measured, predicted):
    """(name, measured row, predicted row) of the parts that are slow on the GPU."""
    return [(name, measured[name], predicted[name]) for name in measured
            if name in predicted and measured[name]["points"] < measured[name]["of"]]


def is_near(row):
    return abs(row[1]["points"] - row[2]["points"]) <= WITHIN * row[1]["of"]


def gets_too_much(row):
    """More than half, where the GPU gives none."""
    return row[1]["points"] == 0 and row[2]["points"] > row[1]["of"] / 2


def section(predicted):
    """Sentences and tables of prediction.md. `predicted`: a file that record() has written."""
    parts = json.loads(predicted.read_text())["parts"]
    by_prediction = {name: row for name, row in parts.items() if row["by"] == "prediction"}
    solutions = {name: row for name, row in by_prediction.items() if name.split("/")[1] == "solution"}
    slow = compared(measured_parts(), by_prediction)
    none = [row for row in slow if row[1]["points"] == 0]
    lines = [f"* **Solutions**: {sum(row['points'] == row['of'] for row in solutions.values())} of {len(solutions)} parts get full points.",
             f"* **Slow parts whose points on an H200 are known**: {len(slow)}. {sum(map(is_near, slow))} get as much by prediction, within a quarter",
             f"  of the part's points for speed. Of the {len(none)} that get none there, {sum(map(gets_too_much, slow))} get more than half."]
    if slow:
        lines += ["", "| slow part | points by the H200 | by prediction | GB/s | predicted | full points from | predicted |", "|---|---|---|---|---|---|---|"]
        lines += [f"| {name} | {one['points']:g} of {one['of']:g} | {two['points']:g} | {one['gbps']:.4g} | {two['gbps']:.4g} | "
                  f"{one['min_gbps']:.4g} | {two['min_gbps']:.4g} |" for name, one, two in slow]
    exceptions = [name for name, row in solutions.items() if row["points"] < row["of"]]
    exceptions += [row[0] for row in slow if not is_near(row) or gets_too_much(row)]
    if exceptions:
        lines += ["", "| exception | by prediction | predicted, GB/s | full points from | bound | cause |", "|---|---|---|---|---|---|"]
        lines += [f"| {name} | {row['points']:g} of {row['of']:g} | {row['gbps']:.4g} | {row['min_gbps']:.4g} | {row['bound']} | {cause(name)} |"
                  for name, row in ((name, by_prediction[name]) for name in exceptions)]
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--backend", default="simt", choices=("simt", "cuda"))
    parser.add_argument("--commit", default=None, help="the measured commit; default: the checked-out commit")
    parser.add_argument("--compare", action="store_true")
    options = parser.parse_args()
    if options.compare:
        print(section(options.file))
    else:
        record(options)


if __name__ == "__main__":
    main()
