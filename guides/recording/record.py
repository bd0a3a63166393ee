#!/usr/bin/env python3
"""Record the first steps of a student, a terminal of 90 seconds, as a picture that moves by itself: guides/recording.svg.

    guides/recording/record.py             # after `make tools`; writes guides/recording.svg
    guides/recording/record.py --check     # status 1 where the picture shows something else than the grader says now

Each command is run in a copy of the course, with the emulator; between the commands a file of the repository takes the place
of what the student writes. Of the machine only the compiler's version is seen, and --check does not look at it.
"""

import argparse
import difflib
import html
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PICTURE = ROOT / "guides/recording.svg"
SOURCE = "labs/lab3_transpose/transpose.cu"
COLUMNS, LINES = 80, 24
SECONDS = 90
# What the student does: a file that takes the place of theirs, or a command with the seconds that its answer stays.
SOLUTION = "solutions/lab3_transpose/transpose.cu"
SCENES = (
    ("./grade 3.1", 9),
    ("./grade hint 3.1", 9),
    ("# write the kernel in labs/lab3_transpose/transpose.cu", SOLUTION),
    ("./grade 3.1", 10),
    ("./grade explain 3.1", 16),
    ("# part 3.2: through shared memory", "autograder/tests/submissions/lab3_transpose/missing_barrier.cu"),
    ("./grade 3.2", 13),
    ("# a barrier between the two loops", SOLUTION),
    ("./grade 3.2", 11),
)
SEED = "7"  # of the inputs, so that a failure names the same element each time
FONT_WIDTH, LINE_HEIGHT, MARGIN = 8.4, 18, 12
TYPING = 0.05  # seconds a character, shown four characters at a time


def answers(build):
    """The text under each command, in their order."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder)
        for shared in ("autograder", "simt", "solutions", "setup", "course.toml"):
            (copy / shared).symlink_to(ROOT / shared)
        shutil.copytree(ROOT / "labs", copy / "labs")
        (copy / "labs/progress.tsv").unlink(missing_ok=True)
        shutil.copyfile(ROOT / "labs/lab3_transpose/original/transpose.cu", copy / SOURCE)
        (copy / "build/bin").mkdir(parents=True)
        texts = []
        for typed, then in SCENES:
            if isinstance(then, str):
                shutil.copyfile(ROOT / then, copy / SOURCE)
                texts.append("")
                continue
            words = typed.split()[1:]
            if words[0] != "hint":
                words += ["--seed", SEED]
            if words[0][0].isdigit():
                words += ["--backend", "simt"]
            # As on a machine without a GPU.
            surroundings = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "CUDA_HOME": "/nonexistent"}
            done = subprocess.run(
                [build / "bin/grade", "--root", copy, *words],
                capture_output=True,
                text=True,
                check=False,
                env=surroundings,
            )
            if done.returncode > 1:
                sys.exit(f"record.py: '{typed}' ended with status {done.returncode}: {done.stderr}")
            texts.append(done.stdout.replace(str(copy), "~/course"))
        return texts


def shown(text):
    """The lines of a screen, below the command's own."""
    lines = text.strip("\n").splitlines()
    lines = [line[:COLUMNS] for line in lines]
    most = LINES - 2
    return lines if len(lines) <= most else [*lines[: most - 1], "  …"]


def frames(texts):
    """(seconds, lines) one after the other; what is typed appears before its answer."""
    result, above = [], []
    for (typed, then), text in zip(SCENES, texts):
        is_remark = isinstance(then, str)
        for end in range(0, len(typed), 4):
            result.append((4 * TYPING, [*above, f"$ {typed[:end]}"]))
        result.append((1.2, [*above, f"$ {typed}"]))
        if is_remark:
            above = [f"$ {typed}"]
        else:
            result.append((then, [*above, f"$ {typed}", *shown(text)][:LINES]))
            above = []
    # Together exactly as long as the picture says.
    rest = SECONDS - sum(seconds for seconds, _ in result[:-1])
    if rest < 5:
        sys.exit(f"record.py: the scenes leave {rest:.1f} seconds for the last one")
    return [*result[:-1], (rest, result[-1][1])]


def line_as_svg(number, line):
    kind = "typed" if line.startswith("$ ") else "good" if "✓" in line else "bad" if "✗" in line or "→" in line else ""
    mark = f' class="{kind}"' if kind else ""
    y = MARGIN + LINE_HEIGHT * (number + 1)
    return f'<text x="{MARGIN}" y="{y}" xml:space="preserve"{mark}>{html.escape(line)}</text>'


def picture(texts):
    width, height = COLUMNS * FONT_WIDTH + 2 * MARGIN, LINES * LINE_HEIGHT + 3 * MARGIN
    rules, groups, at = [], [], 0.0
    all_frames = frames(texts)
    for number, (seconds, lines) in enumerate(all_frames):
        begin, end = 100 * at / SECONDS, 100 * (at + seconds) / SECONDS
        before = "0%{opacity:0}" if begin > 0 else ""
        after = f"{end:.3f}%{{opacity:0}}100%{{opacity:0}}" if end < 99.999 else "100%{opacity:1}"
        rules.append(f"@keyframes f{number}{{{before}{begin:.3f}%{{opacity:1}}{after}}}")
        rules.append(f"#f{number}{{animation:f{number} {SECONDS}s step-end infinite}}")
        body = "".join(line_as_svg(*one) for one in enumerate(lines))
        groups.append(f'<g id="f{number}" opacity="{1 if number == len(all_frames) - 1 else 0}">{body}</g>')
        at += seconds
    style = "\n".join(
        (
            "text{font:14px ui-monospace,DejaVu Sans Mono,Menlo,Consolas,monospace;fill:#d6deeb}",
            ".typed{fill:#82aaff}.good{fill:#addb67}.bad{fill:#ffb3a7}",
            # A reader who wants nothing to move sees the last screen.
            "@media (prefers-reduced-motion:no-preference){",
            *rules,
            "}",
        )
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" role="img"'
        f' aria-label="A terminal: a student grades part 3.1, asks for a hint, passes, and repairs a race in part 3.2">\n'
        f"<style>\n{style}\n</style>\n"
        f'<rect width="{width:.0f}" height="{height:.0f}" rx="8" fill="#011627"/>\n' + "\n".join(groups) + "\n</svg>\n"
    )


def without_version(text):
    return re.sub(r"clang [\d.]+", "clang", text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    arguments = parser.parse_args()
    new = picture(answers(arguments.build.resolve()))
    if arguments.check:
        old = PICTURE.read_text()
        if without_version(old) != without_version(new):
            lines = [without_version(text).splitlines() for text in (old, new)]
            print("\n".join(list(difflib.unified_diff(*lines, "recorded", "now", lineterm="", n=0))[:20]))
            sys.exit("guides/recording.svg is not up to date: guides/recording/record.py")
        return
    unfinished = PICTURE.with_suffix(".svg.new")
    unfinished.write_text(new)
    unfinished.replace(PICTURE)


if __name__ == "__main__":
    main()
