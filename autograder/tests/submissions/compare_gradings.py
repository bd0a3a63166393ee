#!/usr/bin/env python3
"""Grade the collection of submissions in several settings, and print every grading that differs from the usual one.

    compare_gradings.py --every-clang                           # every clang++ that is installed with its plugin
    compare_gradings.py --clang clang++-16 --clang clang++-19   # these
    compare_gradings.py --without-nvcc                          # as on a machine without a CUDA toolkit
    compare_gradings.py --beside 4 --times 3                    # three times beside four processes that only calculate
    compare_gradings.py --every 25                              # a fixed sample: every 25th submission

All gradings are the emulator's and have one seed. Compared are verdicts, points, reasons, findings with their lines, and all
counters. Status 1: a grading differs.
"""

import argparse
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
SEED = 1
LONGEST = 1200  # seconds, of a grading beside other work
# When it was, on what, and what a compiler says of a file that does not compile.
VARIES = ("started", "seconds", "phases", "device", "compiler_output")


@dataclasses.dataclass
class Setting:
    name: str
    environment: dict = dataclasses.field(default_factory=dict)
    ignored: tuple = ()  # entries of a part


USUAL = Setting("usual")
# Without nvcc it is not known how many registers a kernel uses: predictions are less exact, which they say.
WITHOUT_NVCC = Setting("without nvcc", {"CUDA_HOME": "none"}, ("predicted_performance",))


def of_clang(program):
    return Setting(program, {"COURSE_CLANG": program})


def other_clangs(build):
    """Every clang++ that is installed and has a plugin in `build`, but for the usual one."""
    usual = subprocess.run([ROOT / "setup/find-clang.sh"], capture_output=True, text=True, check=True).stdout.split()[-1:]
    versions = {file.stem.rpartition("-")[2] for file in (build / "bin").glob("simt-instrument-*.so")}
    programs = [f"clang++-{version}" for version in sorted(versions - set(usual))]
    return [program for program in programs if shutil.which(program)]


def corpus(every=1, first=0, only=""):
    """(lab, submission): the collection and the solutions, or every `every`-th of each lab from `first` on, from 0; `only`
    is in the path."""
    found = []
    for folder in sorted((ROOT / "autograder/tests/submissions").glob("lab*")):
        files = [*sorted(folder.glob("*.cu")), ROOT / "solutions" / folder.name]
        found += [(folder.name.partition("_")[0], file) for file in files[first::every] if only in str(file)]
    return found


def grade(lab, submission, setting=USUAL, build=ROOT / "build"):
    """The JSON of one grading without what varies; {"not graded": text} if there is none."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "result.json"
        command = [build / "bin/grade", "--root", ROOT, lab, "--backend", "simt", "--seed", str(SEED)]
        command += ["--submission", submission, "--json", file]
        done = subprocess.run(command, env=os.environ | setting.environment, stdin=subprocess.DEVNULL, timeout=LONGEST,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
        try:
            result = json.loads(file.read_text())
        except (OSError, ValueError):
            return {"not graded": f"status {done.returncode}: {done.stdout[-500:]}"}
    for name in VARIES:
        result.pop(name, None)
    return result


def differences(usual, other, ignored=(), where=""):
    """The entries that differ: "parts.0.points: 15, 10"."""
    if isinstance(usual, dict) and isinstance(other, dict):
        names = [name for name in {**usual, **other} if name not in ignored]
        return [one for name in names
                for one in differences(usual.get(name), other.get(name), ignored, f"{where}.{name}" if where else name)]
    if isinstance(usual, list) and isinstance(other, list) and len(usual) == len(other):
        return [one for i, pair in enumerate(zip(usual, other)) for one in differences(*pair, ignored, f"{where}.{i}")]
    return [] if usual == other else [f"{where}: {json.dumps(usual)}, {json.dumps(other)}"]


class BusyProcesses:
    """Processes that only calculate, for as long as the `with` block runs."""

    def __init__(self, count):
        self.count = count

    def __enter__(self):
        self.processes = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(self.count)]

    def __exit__(self, *_):
        for process in self.processes:
            process.kill()
            process.wait()


def compare(submission, settings, build):
    """Grades one submission: {setting's name: its differences from the usual grading}, and the number of parts."""
    usual = grade(*submission, build=build)
    found = {setting.name: differences(usual, grade(*submission, setting, build), setting.ignored)
             for setting in settings}
    return found, len(usual.get("parts", []))


def compare_all(submissions, settings, jobs, build):
    """(submission, {setting: differences}, parts) of each, as they come; `jobs` are graded at once."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        yield from ((submission, *result) for submission, result in
                    zip(submissions, pool.map(lambda one: compare(one, settings, build), submissions)))


def compare_beside(submissions, busy, times, jobs, build):
    """The same, for gradings beside `busy` processes that only calculate: the usual ones come first, without them."""
    def all_of(setting):
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            return list(pool.map(lambda one: grade(*one, setting, build), submissions))

    usual = all_of(USUAL)
    found = [{} for _ in submissions]
    with BusyProcesses(busy):
        for number in range(times):
            for i, other in enumerate(all_of(USUAL)):
                found[i][f"{number + 1}. beside {busy} processes"] = differences(usual[i], other)
    for i, submission in enumerate(submissions):
        yield submission, found[i], len(usual[i].get("parts", []))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clang", action="append", default=[], help="another clang++; may be repeated")
    parser.add_argument("--every-clang", action="store_true")
    parser.add_argument("--without-nvcc", action="store_true")
    parser.add_argument("--beside", type=int, default=0, metavar="N", help="beside N processes that only calculate")
    parser.add_argument("--times", type=int, default=1, help="how often, with --beside")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="every Nth submission of each lab")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="begin with this one of each lab, from 0")
    parser.add_argument("--only", default="", help="submissions whose path contains this")
    parser.add_argument("--jobs", type=int, default=2, help="gradings at once")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    options = parser.parse_args()
    clangs = options.clang + (other_clangs(options.build) if options.every_clang else [])
    settings = [of_clang(program) for program in clangs] + [WITHOUT_NVCC] * options.without_nvcc
    if not settings and not options.beside:
        if options.every_clang:
            print("only one clang++ is installed with its plugin")
            return 0
        parser.error("name a setting: --every-clang, --clang, --without-nvcc or --beside")
    submissions = corpus(options.every, options.first, options.only)
    begin = time.monotonic()
    gradings = parts = different = 0
    compared = [compare_all(submissions, settings, options.jobs, options.build)] if settings else []
    if options.beside:
        compared.append(compare_beside(submissions, options.beside, options.times, options.jobs, options.build))
    for (_, submission), found, parts_graded in (one for each in compared for one in each):
        for setting, differing in found.items():
            gradings += 1
            parts += parts_graded
            different += bool(differing)
            for difference in differing:
                print(f"{submission.relative_to(ROOT)}, {setting}: {difference}", flush=True)
    print(f"{len(submissions)} submissions, {gradings} gradings compared, {parts} parts: {different} gradings differ "
          f"({time.monotonic() - begin:.0f} s)")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
