#!/usr/bin/env python3
"""Grade all submissions of a lab whose verdict is known many times, and record how often the verdict was wrong.

    measurements/record_verdicts.py --lab lab4 --times 8 --timed 3 measurements/data/lab4_verdicts_h200.json
    measurements/record_verdicts.py --table measurements/data/lab4_verdicts_h200.json     # as Markdown

Needs an NVIDIA GPU and build/bin/grade_cuda_test. Submissions that fail are graded --times times, eight at once: they
compile in parallel and take turns on the GPU. Timed submissions, the starter and the solution are graded --timed times,
one by one. The expected verdicts and reasons are in autograder/tests/submissions/*/expected.toml. The file contains every
grading; none is left out.
"""
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import provenance
from provenance import ROOT

TESTS = ROOT / "build/bin/grade_cuda_test"
AT_ONCE = 8


def rows(suite, lab):
    """The names of a test suite's tests of that lab, without the suite's name."""
    listed = subprocess.run([TESTS, "--gtest_list_tests", f"--gtest_filter=*{suite}.*/{lab}*"], capture_output=True,
                            text=True, cwd=ROOT, check=True).stdout
    return [line.split("#")[0].split("/")[1].strip() for line in listed.splitlines() if line.startswith("  ")]


def grade(suite, row):
    """Grades one row: its seconds, and the differences from the expectation (empty if there are none)."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        start = time.monotonic()
        subprocess.run([TESTS, f"--gtest_filter=*{suite}.*/{row}", f"--gtest_output=json:{report}"], cwd=ROOT,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        seconds = time.monotonic() - start
        if not report.exists():
            return seconds, ["the tests ended before they were done"]
        tests = [test for suite in json.loads(report.read_text())["testsuites"] for test in suite["testsuite"]]
        if len(tests) != 1:
            return seconds, [f"{len(tests)} tests of that name"]
        return seconds, [failure["failure"] for failure in tests[0].get("failures", [])]


def runners():
    """The processes that run submissions' code."""
    found = []
    for process in pathlib.Path("/proc").iterdir():
        try:
            if process.name.isdigit() and os.readlink(process / "exe").startswith(str(ROOT / "build/bin/runner")):
                found.append(int(process.name))
        except OSError:
            pass  # it has ended, or is not ours
    return found


def series(suite, lab, times, at_once):
    """Grades every row `times` times; returns each row's seconds, and the failures with their texts."""
    names = rows(suite, lab)
    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        runs = list(pool.map(lambda name: (name, grade(suite, name)), names * times))
    of_rows = {}
    for name, (seconds, failures) in runs:
        row = of_rows.setdefault(name, {"seconds": [], "otherwise": []})
        row["seconds"].append(round(seconds, 2))
        if failures:
            row["otherwise"].append("\n".join(failures))
    return of_rows


def record(options):
    if runners():
        sys.exit("record_verdicts: a submission is being graded here already; wait until it has ended")
    data = provenance.made(f"submissions of {options.lab} with a known verdict, graded again and again", options,
                           f"measurements/record_verdicts.py --lab {options.lab} --times {options.times} "
                           f"--timed {options.timed}")
    data |= {
        "device": provenance.gpu("name"),
        "driver": provenance.gpu("driver_version"),
        "at_once": AT_ONCE,
        "failing": series("WrongSubmissionsCuda", options.lab, options.times, AT_ONCE),
        "timed": series("TimedSubmissionsCuda", options.lab, options.timed, 1),
        "starter_and_solution": series("EveryLabCuda", options.lab, options.timed, 1),
    }
    data["left_running"] = len(runners())
    provenance.write(options.file, data)
    print(summary(data))


def summary(data):
    def total(what, group):
        return sum(len(row[what]) for row in data[group].values())

    # A test of the starter and the solution is two gradings.
    gradings = total("seconds", "failing") + total("seconds", "timed") + 2 * total("seconds", "starter_and_solution")
    otherwise = sum(total("otherwise", group) for group in ("failing", "timed", "starter_and_solution"))
    slowest = max(max(row["seconds"]) for row in data["failing"].values())
    return (f"{gradings} gradings, {data['at_once']} at once where nothing is timed: {otherwise} with another verdict or "
            f"reason than expected, {data['left_running']} processes left running. The longest of those that fail took "
            f"{slowest:.0f} s.")


def table(file):
    """The content of the file as Markdown."""
    data = json.loads(file.read_text())
    lines = ["# The same verdict, again and again", "",
             f"{data['what'][:1].upper()}{data['what'][1:]}: {data['device']}, driver {data['driver']}, {data['date']}, "
             f"commit {data['commit'][:10]}. {summary(data)} What each must get, and why, is in "
             "`autograder/tests/submissions`; among them are barriers that wait for ever. "
             f"Made by `measurements/record_verdicts.py --table measurements/data/{file.name}`.", "",
             "| submission and part | gradings | otherwise | seconds |", "|---|---|---|---|"]
    for group in ("failing", "timed", "starter_and_solution"):
        for name, row in data[group].items():
            times = row["seconds"]
            shown = "starter, solution" if group == "starter_and_solution" else name
            lines.append(f"| {shown} | {len(times) * (2 if group == 'starter_and_solution' else 1)} | "
                         f"{len(row['otherwise'])} | {min(times):.1f} to {max(times):.1f} |")
    return "\n".join(lines)


def main():
    parser = provenance.arguments(__doc__)
    parser.add_argument("--lab", default="lab4")
    parser.add_argument("--times", type=int, default=8, help="gradings of each submission that fails")
    parser.add_argument("--timed", type=int, default=3, help="gradings of each of the others")
    options = parser.parse_args()
    if options.table:
        print(table(options.file))
    else:
        record(options)


if __name__ == "__main__":
    main()
