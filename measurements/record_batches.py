#!/usr/bin/env python3
"""Grade the same submissions of lab 3 in two batches on a GPU, and record what differs, with its provenance.

    measurements/record_batches.py --work FOLDER --commit "$(git rev-parse HEAD)" measurements/data/lab3_batches_h200.json
    measurements/record_batches.py --table measurements/data/lab3_batches_h200.json     # as Markdown

The submissions, 200 of them, are made in FOLDER from the solution, tests/submissions and the file that students get: good, slow,
wrong, hostile. --seconds N stops after that time with status 75; the same call goes on. The file is written when both
batches are complete.
"""
import json
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import time

import provenance
from provenance import ROOT

UNFINISHED = 75
SUBMISSIONS = ROOT / "autograder/tests/submissions"
SOURCE = "transpose.cu"
BATCHES = ("first", "second")
# By more, as a share, two speeds of the same part should not differ.
MUCH = 0.01
# They would be most of the time: each is ended by a limit of ten seconds or more.
LONG = re.compile(r"compiler_|hog|sleeps|endless|asynchronous|many_threads|deep_brackets|waits|spins|all_time|slow_")


def kinds():
    """Kind -> [(name, code)]."""
    def files(folder):
        return [(path.stem, path.read_text(errors="surrogateescape")) for path in sorted(folder.glob("*.cu"))
                if not LONG.search(path.stem)]

    rows = (SUBMISSIONS / "hostile/expected.toml").read_text()
    elsewhere = {line.split(" ")[0] for line in rows.splitlines() if "not_on_cuda" in line}
    return {
        "other": files(SUBMISSIONS / "lab3_transpose"),
        "hostile": [(name, code) for name, code in files(SUBMISSIONS / "hostile") if name not in elsewhere and "transpose" in code],
        "stub": [("stub", (ROOT / "labs/lab3_transpose" / SOURCE).read_text())],
        "good": [("solution", (ROOT / "solutions/lab3_transpose" / SOURCE).read_text())],
    }


def make_submissions(folder, count):
    """A quarter are hostile, a fifth slow, wrong or strange, one is the file that students get, and the others are the
    solution with another comment."""
    found = kinds()
    chosen = found["other"][:count // 5] + found["hostile"][:count // 4] + found["stub"]
    chosen += [(f"good{number:03}", found["good"][0][1]) for number in range(count - len(chosen))]
    for number, (name, code) in enumerate(chosen):
        target = folder / f"{number:03}_{name}"
        target.mkdir(parents=True, exist_ok=True)
        text = code if not name.startswith("good") else code + f"// {name}\n"
        (target / SOURCE).write_text(text, errors="surrogateescape")


def grade(options, name, until):
    """One batch, or what is left of it. False when the time was over before its end."""
    command = [str(ROOT / "grade"), "batch", str(options.work / "submissions"), "--lab", "lab3", "--backend", "cuda",
               "--gradebook", str(options.work / name), "--seed", "7", "--no-sandbox"]
    start = time.time()
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        text, _ = process.communicate(timeout=max(1, until - start))
    except subprocess.TimeoutExpired:
        process.terminate()
        text, _ = process.communicate()
    with open(options.work / f"{name}.seconds", "a", encoding="utf-8") as file:
        file.write(f"{time.time() - start}\n")
    print(text)
    if process.returncode not in (0, 3, 130) or not (options.work / name / "reports").exists():
        sys.exit(f"record_batches: the batch ended with status {process.returncode}")
    return process.returncode != 130


def reports(work, name):
    return {path.stem: json.loads(path.read_text()) for path in sorted((work / name / "reports/lab3").glob("*.json"))}


def compared(first, second):
    """What differs between two batches. What has a report in one of them only could not be graded in the other."""
    verdicts = [{"submission": student, "part": "all", "verdicts": [student in first, student in second]}
                for student in sorted(set(first) ^ set(second))]
    deviations = []
    for student in sorted(set(first) & set(second)):
        for one, other in zip(first[student]["parts"], second[student]["parts"]):
            if (one["verdict"], one["points"]) != (other["verdict"], other["points"]):
                verdicts.append({"submission": student, "part": one["id"],
                                 "verdicts": [[part["verdict"], part["points"]] for part in (one, other)]})
            if one["performance"] and other["performance"]:
                speeds = [part["performance"]["gbps"] for part in (one, other)]
                deviations.append({"submission": student, "part": one["id"], "gbps": speeds,
                                   "share": abs(speeds[0] - speeds[1]) / max(speeds)})
    return verdicts, deviations


def largest(deviations):
    """All that differ by much, and so many at least that it shows what the others are like."""
    by_share = sorted(deviations, key=lambda each: -each["share"])
    return by_share[:max(20, sum(each["share"] > MUCH for each in deviations) + 1)]


def named(each):
    """All copies of the solution have one name."""
    name = each["submission"].split("_", 1)[1]
    return f"{'solution' if re.fullmatch('good[0-9]+', name) else name} {each['part']}"


def in_words(far):
    """"leak 3.1 (2.8 %), solution 3.1 (17 copies, up to 1.8 %)", the largest first."""
    shares = {}
    for each in far:
        shares.setdefault(named(each), []).append(each["share"] * 100)
    return [f"{name} ({all[0]:.1f} %)" if len(all) == 1 else f"{name} ({len(all)} copies, up to {all[0]:.1f} %)"
            for name, all in shares.items()]


def phases(chosen):
    """Phase of a grading -> mean seconds."""
    return {phase: round(statistics.mean(report["phases"][phase] for report in chosen), 4) for phase in chosen[0]["phases"]}


def record(options):
    until = time.time() + options.seconds
    submissions = options.work / "submissions"
    if not submissions.exists():
        new = options.work / "submissions.new"
        shutil.rmtree(new, ignore_errors=True)
        make_submissions(new, options.count)
        new.rename(submissions)
    for name in BATCHES:
        if not grade(options, name, until):
            sys.exit(UNFINISHED)
    books = [reports(options.work, name) for name in BATCHES]
    verdicts, deviations = compared(*books)
    one = next(report for report in books[0].values() if report["device"]["copy_gbps"])
    data = provenance.made(f"two batches of the same {options.count} submissions of lab 3", options,
                           "./grade batch submissions --lab lab3 --backend cuda --seed 7 --no-sandbox")
    data |= {
        "device": one["device"] | {"driver_release": provenance.gpu("driver_version")},
        "submissions": sorted(books[0]),
        "graded": [len(book) for book in books],
        "verdicts": {kind: sum(part["verdict"] == kind for report in books[0].values() for part in report["parts"])
                     for kind in ("passed", "partial", "failed", "not_attempted", "could_not_be_graded")},
        "seconds": [sum(map(float, (options.work / f"{name}.seconds").read_text().split())) for name in BATCHES],
        "phases_of_good": phases([report for book in books for name, report in book.items() if "_good" in name]),
        "seconds_of_good": [statistics.median(report["seconds"] for name, report in book.items() if "_good" in name) for book in books],
        "other_verdicts": verdicts,
        "timed_parts": len(deviations),
        "largest_deviations": largest(deviations),
    }
    provenance.write(options.file, data)


def table(file):
    """The content of the file as shown in README.md."""
    data = json.loads(file.read_text())
    device = data["device"]
    pace = " and ".join(f"{len(data['submissions']) / seconds * 3600:.0f}" for seconds in data["seconds"])
    good = min(3600 / seconds for seconds in data["seconds_of_good"])
    others = [f"{named(each)} ({' and '.join(f'{points:g} points' for _, points in each['verdicts'])})" for each in data["other_verdicts"]]
    known = data["largest_deviations"]
    far = [each for each in known if each["share"] > MUCH]
    near = [each["share"] for each in known if each["share"] <= MUCH]
    rest = f"All others are within {near[0] * 100:.1f} %." if near else f"The file has only these {len(far)}, the largest ones; more parts may differ by more than 1 %."
    return "\n".join([
        f"{data['what']}: {device['name']}, driver {device['driver_release']}, CUDA {device['toolkit']}, {data['date']}, "
        f"commit {data['commit'][:10]}.",
        "",
        f"* Verdicts that differ: {', '.join(others) or 'none'}.",
        f"* Of {data['timed_parts']} parts that were timed twice these differ by more than 1 %: "
        f"{', '.join(in_words(far)) or 'none'}. {rest}",
        f"* {pace} submissions an hour, with those that are ended by a limit; {good:.0f} an hour of good ones.",
    ])


def main():
    parser = provenance.arguments(__doc__)
    parser.add_argument("--work", type=pathlib.Path, help="folder for submissions and gradebooks; kept")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=1e6)
    options = parser.parse_args()
    if options.table:
        print(table(options.file))
        return
    if options.work is None:
        parser.error("--work is missing")
    options.work = options.work.resolve()
    options.work.mkdir(parents=True, exist_ok=True)
    record(options)


if __name__ == "__main__":
    main()
