#!/usr/bin/env python3
"""Grade copies of each lab's solution in a batch on a GPU, and record how many submissions an hour that makes.

    measurements/record_class_pace.py --work FOLDER --commit "$(git rev-parse HEAD)" measurements/data/class_pace_h200.json
    measurements/record_class_pace.py --table measurements/data/class_pace_h200.json     # as Markdown

Each copy has a comment of its own, so that each is compiled. A lab whose batch is complete in FOLDER is not graded again.
"""
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tomllib

import provenance
from provenance import ROOT

LABS = "lab0_copy,lab1_matvec,lab2_matmul,lab3_transpose,lab4_sync"


def make_submissions(folder, lab, count):
    source = tomllib.loads((ROOT / "autograder/course" / lab / "lab.toml").read_text())["source"]
    code = (ROOT / "solutions" / lab / source).read_text()
    for number in range(count):
        target = folder / f"student{number:03}"
        target.mkdir(parents=True, exist_ok=True)
        (target / source).write_text(f"{code}// student {number}\n")


def grade(folder, lab, count, environment=None):
    """What the batch of `count` submissions in `folder` says at its end."""
    said = folder / "said.txt"
    if not said.exists():
        make_submissions(folder / "submissions", lab, count)
        command = [str(ROOT / "grade"), "batch", str(folder / "submissions"), "--lab", lab.split("_")[0], "--backend", "cuda",
                   "--gradebook", str(folder / "gradebook"), "--seed", "7", "--no-sandbox"]
        finished = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=False)
        if finished.returncode != 0:
            sys.exit(f"the batch of {lab} in {folder} ended with status {finished.returncode}")
        said.write_text(finished.stdout)
    return said.read_text()


def an_hour(said):
    """Submissions an hour, as the end of a batch says."""
    return int(re.search(r"(\d+) an hour", said)[1])


def reports(folder, lab):
    return [json.loads(path.read_text()) for path in sorted((folder / "gradebook/reports" / lab.split("_")[0]).glob("*.json"))]


def record(options):
    labs = []
    for lab in options.labs.split(","):
        said = grade(options.work / lab, lab, options.count)
        all_reports = reports(options.work / lab, lab)
        labs.append({
            "lab": lab.split("_")[0],
            "title": all_reports[0]["lab_title"],
            "submissions": len(all_reports),
            "scores": sorted({report["score"] for report in all_reports}),
            "an_hour": an_hour(said),
            "seconds_median": statistics.median(report["seconds"] for report in all_reports),
            "phases_median": {phase: statistics.median(report["phases"][phase] for report in all_reports)
                              for phase in all_reports[0]["phases"]},
        })
    data = provenance.made(f"{options.count} copies of each lab's solution in a batch of their own", options,
                           "./grade batch submissions --lab lab0 --backend cuda --seed 7 --no-sandbox")
    data |= {
        "device": all_reports[0]["device"] | {"driver_release": provenance.gpu("driver_version")},
        "average_an_hour": round(len(labs) / sum(1 / lab["an_hour"] for lab in labs)),
        "labs": labs,
    }
    provenance.write(options.file, data)


def table(file):
    """The content of the file as shown in autograder/batch/README.md."""
    data = json.loads(file.read_text())
    device = data["device"]
    lines = [f"{data['what']}: {device['name']}, driver {device['driver_release']}, CUDA {device['toolkit']}, {data['date']}, "
             f"commit {data['commit'][:10]}.", "",
             "| lab | an hour | seconds of a grading, median | of these |", "|---|---|---|---|"]
    for lab in data["labs"]:
        longest = sorted(lab["phases_median"].items(), key=lambda each: -each[1])[:4]
        words = ", ".join(f"{seconds:.2f} {phase}" for phase, seconds in longest)
        lines.append(f"| {lab['lab'][3:]} {lab['title']} | {lab['an_hour']} | {lab['seconds_median']:.2f} | {words} |")
    return "\n".join(lines + ["", f"On average, by time, {data['average_an_hour']} an hour."])


def main():
    parser = provenance.arguments(__doc__)
    parser.add_argument("--work", type=pathlib.Path, help="folder for submissions and gradebooks; kept")
    parser.add_argument("--count", type=int, default=12, help="submissions of each lab")
    parser.add_argument("--labs", default=LABS, help="their folders; default: %(default)s")
    options = parser.parse_args()
    if options.table:
        print(table(options.file))
        return
    if options.work is None:
        parser.error("--work is missing")
    options.work = options.work.resolve()
    record(options)


if __name__ == "__main__":
    main()
