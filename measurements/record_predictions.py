#!/usr/bin/env python3
"""Speeds of graded parts, by their names in measurements/data/prediction_split.json: measured ones, gathered from JSON
reports of gradings on a GPU, or predicted ones.

    measurements/record_predictions.py --reports FOLDER… --commit HASH measurements/data/prediction_gradings_h200.json
    measurements/record_predictions.py measurements/data/predicted/gradings.json     # grades all that were timed with --predict

A report of FOLDER is LAB--FILE.json, or of a batch of lab 3 made by record_batches.py. A part that was graded several
times has the median. Predictions need no GPU.
"""
import concurrent.futures
import json
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import tomllib

import provenance
from provenance import ROOT

SPLIT = ROOT / "measurements/data/prediction_split.json"
GRADINGS = ROOT / "measurements/data/prediction_gradings_h200.json"
SUBMISSIONS = ROOT / "autograder/tests/submissions"


def graded_names():
    """(lab, file) -> ids of its parts, of all graded kernels of the split."""
    split = json.loads(SPLIT.read_text())
    graded = {}
    for name in split["seen"] + split["put_aside"]:
        lab, file, part = name.split("/", 2)
        if re.fullmatch(r"lab\d_\w+", lab):
            graded.setdefault((lab, file), []).append(part)
    return graded


def name_of_report(path):
    """(lab, file) of a report, or None."""
    if "--" in path.stem:
        return tuple(path.stem.split("--", 1))
    of_batch = re.fullmatch(r"\d+_(.*)", path.stem)
    if not of_batch:
        return None
    return "lab3_transpose", re.sub(r"^good\d+$", "solution", of_batch[1])


def measured(folders):
    """Name -> GB/s, of all reports below the folders."""
    speeds = {}
    graded = graded_names()
    for folder in folders:
        for path in sorted(pathlib.Path(folder).rglob("*.json")):
            found = name_of_report(path)
            if found not in graded:
                continue
            for part in json.loads(path.read_text()).get("parts", []):
                if part["id"] in graded[found] and part["performance"]:
                    speeds.setdefault("/".join([*found, part["id"]]), []).append(part["performance"]["gbps"])
    return {name: statistics.median(all_of) for name, all_of in sorted(speeds.items())}


def predicted_parts(lab, file, parts):
    """Name -> {gbps, bound} of these parts of one file, as far as there is a prediction."""
    source = tomllib.loads((ROOT / "autograder/course" / lab / "lab.toml").read_text())["source"]
    with tempfile.TemporaryDirectory() as work:
        folder = pathlib.Path(work)
        if file == "solution":
            shutil.copy(ROOT / "solutions" / lab / source, folder / source)
        else:
            shutil.copy(SUBMISSIONS / lab / f"{file}.cu", folder / source)
        report = folder / "report.json"
        subprocess.run([ROOT / "grade", lab.split("_")[0], "--predict", "--seed", "7", "--submission", folder,
                        "--json", report], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        if not report.exists():
            sys.exit(f"record_predictions: {lab}/{file} was not graded")
        speeds = {}
        for part in json.loads(report.read_text())["parts"]:
            found = (part["traffic_summary"] or {}).get("predicted")
            if found and part["id"] in parts:
                speeds[f"{lab}/{file}/{part['id']}"] = {"gbps": found["gbps"], "bound": found["bound"]}
        return speeds


def predicted():
    """The same of all graded kernels that have been timed."""
    timed = {tuple(name.split("/")[:2]) for name in json.loads(GRADINGS.read_text())["gbps"]}
    files = [(lab, file, parts) for (lab, file), parts in sorted(graded_names().items()) if (lab, file) in timed]
    with concurrent.futures.ThreadPoolExecutor(max_workers=4) as pool:
        return {name: speed for speeds in pool.map(lambda one: predicted_parts(*one), files)
                for name, speed in speeds.items()}


def main():
    parser = provenance.arguments(__doc__, table=False)
    parser.add_argument("--reports", nargs="+", help="folders with reports of gradings on a GPU")
    options = parser.parse_args()
    if options.reports:
        data = provenance.made("GB/s of graded parts", options, "measurements/record_predictions.py --reports")
        provenance.write(options.file, data | {"gbps": measured(options.reports)})
    else:
        data = provenance.made("predicted GB/s of graded parts", options, "measurements/record_predictions.py")
        provenance.write(options.file, data | {"predicted": predicted()})


if __name__ == "__main__":
    main()
