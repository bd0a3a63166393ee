#!/usr/bin/env python3
"""How long a student waits beside `./grade watch`: from a save to the verdict, for every part.

    measurements/record_save_to_verdict.py measurements/data/save_to_verdict_with_nvcc.json    # an idle machine; some minutes
    measurements/record_save_to_verdict.py --without-nvcc --wrong measurements/data/save_to_verdict_wrong.json
    measurements/record_save_to_verdict.py --page > measurements/save-to-verdict.md             # all records
    measurements/record_save_to_verdict.py --without-nvcc --part 3.2 --times 1 /tmp/one.json

The file that is saved is the course's solution with another comment each time, so that it is compiled anew. Watching looks
for changes twenty times a second; that wait is in the time. The copy of the course in which this happens is taken away.
With --wrong it is a wrong submission of each part in its place, whose cause is looked for: the first one, by its name, of
autograder/tests/submissions that must get a finding, and does not pass.
"""

import json
import os
import pathlib
import selectors
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import tomllib

import provenance
from provenance import ROOT

# Seconds, as the README has them: what a student should wait at most.
GOALS = {"emulator, without nvcc": 1.5, "emulator, with nvcc": 3.0, "emulator, a wrong part": 3.0, "GPU": 4.0}
LONGEST = 600
WATCHING = "watching".encode()


class Watch:
    """`grade watch PART`, whose screen is a pipe."""

    def __init__(self, build, course, part, environment):
        command = [str(build / "bin/grade"), "--root", str(course), "watch", part]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment
        )
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.process.stdout, selectors.EVENT_READ)
        self.screen = b""

    def verdict(self):
        """What is on the screen when the grading that runs has ended."""
        self.screen = b""
        end = time.monotonic() + LONGEST
        while WATCHING not in self.screen:
            if not self.selector.select(end - time.monotonic()):
                sys.exit(f"record_save_to_verdict: no verdict after {LONGEST} s")
            more = os.read(self.process.stdout.fileno(), 1 << 16)
            if not more:
                sys.exit("record_save_to_verdict: grade watch ended:\n" + self.screen.decode(errors="replace"))
            self.screen += more
        return self.screen.decode(errors="replace")

    def end(self):
        self.process.stdin.write(b"q")
        self.process.stdin.close()
        self.process.wait()


def copy_of_course(folder):
    course = pathlib.Path(folder)
    for shared in ("autograder", "simt", "solutions", "setup", "course.toml"):
        (course / shared).symlink_to(ROOT / shared)
    shutil.copytree(ROOT / "labs", course / "labs")
    (course / "labs/progress.tsv").unlink(missing_ok=True)
    (course / "build/bin").mkdir(parents=True)
    return course


def wrong_submission(lab, part):
    folder = ROOT / "autograder/tests/submissions" / lab
    rows = tomllib.loads((folder / "expected.toml").read_text())
    def is_wrong(name, row):
        return "finding" in row and row.get("verdict") != "passed" and (folder / f"{name}.cu").exists()

    names = [name for name, parts in sorted(rows.items()) if is_wrong(name, parts.get(part, {}))]
    return folder / f"{names[0]}.cu" if names else None


def measure(build, lab, part, source, code, times, environment):
    """Seconds from each save of `code`, a file, to its verdict, and what was on the screen then."""
    text = code.read_text()
    with tempfile.TemporaryDirectory() as folder:
        course = copy_of_course(folder)
        file = course / "labs" / lab / source
        watch = Watch(build, course, part, environment)
        watch.verdict()  # of the starter, as a student begins
        seconds, screens = [], []
        for number in range(times):
            begin = time.monotonic()
            file.write_text(f"{text}// saved for the {number + 1}. time\n")
            screens.append(watch.verdict())
            seconds.append(round(time.monotonic() - begin, 3))
        watch.end()
    return seconds, screens


def parts_of(build):
    """(lab's folder, its file, part), in the course's order."""
    listed = subprocess.run([build / "bin/grade", "--root", ROOT, "list"], capture_output=True, text=True, check=True)
    ids = [words[0] for line in listed.stdout.splitlines() if line.startswith("  ") and (words := line.split())]
    found = []
    for part in ids:
        number = part.partition(".")[0]
        folders = list((ROOT / "solutions").glob(f"lab{number}_*")) if number.isdigit() else []
        found += [(folder.name, next(folder.glob("*.cu")).name, part) for folder in folders if "." in part]
    return found


def record(options):
    build = options.build.resolve()
    environment = dict(os.environ, NO_COLOR="1")
    if options.without_nvcc:
        environment["CUDA_HOME"] = "none"  # setup/find-cuda.sh
    data = provenance.made(
        f"seconds from a save to the verdict, {options.times} times each part",
        options,
        "measurements/record_save_to_verdict.py" + (" --without-nvcc" if options.without_nvcc else "") + (" --wrong" if options.wrong else ""),
    )
    data |= {"cpu": provenance.cpu(), "cores": len(os.sched_getaffinity(0)), "kind": options.kind, "parts": []}
    for lab, source, part in parts_of(build):
        if options.part and part not in options.part:
            continue
        code = wrong_submission(lab, part) if options.wrong else ROOT / "solutions" / lab / source
        if code is None:
            continue
        seconds, screens = measure(build, lab, part, source, code, options.times, environment)
        for screen in screens:
            if ("passed" in screen) == options.wrong:
                sys.exit(f"record_save_to_verdict: {code} in part {part} has another verdict:\n{screen}")
        print(f"{part}  {statistics.median(seconds):.2f} s", flush=True)
        data["parts"].append({"part": part, "seconds": seconds} | ({"submission": code.stem} if options.wrong else {}))
    provenance.write(options.file, data)


def table(file):
    """One record, as a section of a page."""
    data = json.loads(file.read_text())
    goal = GOALS[data["kind"]]
    lines = [
        f"## {data['kind'][0].upper()}{data['kind'][1:]}",
        "",
        f"{data['what'][0].upper()}{data['what'][1:]}, beside `./grade watch`: {data['cpu']}, {data['cores']} cores, {data['date']}, commit",
        f"{data['commit'][:10]}. Made by `{data['command']}`. The goal is {goal:g} s.",
        "",
        "| part | median | longest | within the goal |",
        "|---|---|---|---|",
    ]
    for part in data["parts"]:
        median = statistics.median(part["seconds"])
        within = "yes" if median <= goal else "no"
        name = f"{part['part']} {part.get('submission', '')}".strip()
        lines.append(f"| {name} | {median:.2f} s | {max(part['seconds']):.2f} s | {within} |")
    return "\n".join(lines)


def page():
    """All records, as measurements/save-to-verdict.md."""
    files = sorted((ROOT / "measurements/data").glob("save_to_verdict_*.json"))
    return "\n\n".join(["# From a save to the verdict", *[table(file) for file in files]])


def main():
    parser = provenance.arguments(__doc__, file_is_optional=True)
    parser.add_argument("--page", action="store_true", help="print measurements/save-to-verdict.md")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--part", action="append", help="only this part; may be repeated")
    parser.add_argument("--without-nvcc", action="store_true", help="as on a machine without a CUDA toolkit")
    parser.add_argument("--wrong", action="store_true", help="a wrong submission of each part in place of the solution")
    parser.add_argument("--kind", choices=GOALS, help="what grades; default: the emulator, as --without-nvcc says")
    options = parser.parse_args()
    if not options.kind:
        options.kind = "emulator, a wrong part" if options.wrong else "emulator, without nvcc" if options.without_nvcc else "emulator, with nvcc"
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
