#!/usr/bin/env python3
"""Writes a gradebook as HTML pages: one for the class, and one for each student, to be given to that student.

  ./grade pages --gradebook gradebook --output pages

Each page is one file without links to other servers. A student's page names no other student.
Status 2: the call was wrong. 3: matplotlib is missing, or the gradebook cannot be read.
"""

import argparse
import collections
import csv
import importlib.util
import io
import os
import pathlib
import re
import statistics
import subprocess
import sys
import urllib.parse

from html_page import page, table, text, write
from packages import install

ROOT = pathlib.Path(__file__).resolve().parents[2]


def options_of_the_call():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gradebook", type=pathlib.Path, default="gradebook", help="its folder")
    parser.add_argument("--output", type=pathlib.Path, default="pages", help="the folder to write")
    parser.add_argument("--class", dest="class_rules", type=pathlib.Path, help="class.toml with due dates")
    parser.add_argument("--grade", default=str(ROOT / "grade"), help="the grader")
    return parser.parse_args()


# First: help, and the answer to a wrong call, need no package.
OPTIONS = options_of_the_call()

# Debian's matplotlib belongs to Debian's Python, which need not be the first one.
DEBIANS_PYTHON = "/usr/bin/python3"
if importlib.util.find_spec("matplotlib") is None:
    if sys.executable != DEBIANS_PYTHON and os.path.exists(DEBIANS_PYTHON):
        os.execv(DEBIANS_PYTHON, [DEBIANS_PYTHON, *sys.argv])
    installed = install("pages")
    importlib.invalidate_caches()
    if not installed or importlib.util.find_spec("matplotlib") is None:
        sys.exit(3)
import matplotlib  # noqa: E402

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402

# Below this number, quartiles would tell a student the points of single others.
FEWEST_FOR_QUARTILES = 5
BLUE, ORANGE, GREY = "#0072B2", "#D55E00", "#767676"

def stop(sentence, status):
    print(f"pages.py: {sentence}", file=sys.stderr)
    sys.exit(status)


def number(text):
    return float(text) if text else None


def shown(value):
    """12.5 -> "12.5", 15.0 -> "15", None -> an en dash."""
    return "–" if value is None else f"{value:.2f}".rstrip("0").rstrip(".")


def plain(value):
    """Without the apostrophes that protect spreadsheets from formulas."""
    return re.sub(r"(^|[;\t\n\r])'(?=[=@+\-\t\r＝＠＋－])", r"\1", value)


class Gradebook:
    """What `grade export` says of one lab."""

    def __init__(self, options, lab):
        self.options = options
        self.labs = self.rows("csv-labs", lab)
        self.parts = self.rows("csv-parts", lab)
        self.attempts = self.rows("csv-attempts", lab)

    def rows(self, export, lab):
        command = [self.options.grade, "export", export, "--gradebook", str(self.options.gradebook)]
        command += ["--lab", lab] if lab else []
        command += ["--class", str(self.options.class_rules)] if self.options.class_rules else []
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            stop(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else f"{export} failed", 3)
        return [{key: plain(value) for key, value in row.items()} for row in csv.DictReader(io.StringIO(done.stdout))]

    def titles(self):
        """Part -> "3.2 tiled", in the lab's order."""
        found = {row["part"]: f"{row['part']} {row['title']}" for row in self.parts}
        return dict(sorted(found.items(), key=lambda item: [int(piece) for piece in re.findall(r"\d+", item[0])]))

    def of_part(self, part, column):
        values = [number(row[column]) for row in self.parts if row["part"] == part]
        return [value for value in values if value is not None]


def figure_of(name, draw, caption, height):
    """An SVG to put into a page. `name` makes the names in it differ from those of the page's other pictures."""
    with matplotlib.rc_context({"svg.hashsalt": name, "svg.fonttype": "none", "font.size": 10}):
        figure, axes = pyplot.subplots(figsize=(7.0, height), layout="constrained")
        axes.spines[["top", "right"]].set_visible(False)
        draw(axes)
        drawn = io.StringIO()
        figure.savefig(drawn, format="svg", metadata={"Date": None})
        pyplot.close(figure)
    svg = drawn.getvalue()
    svg = svg[svg.index("<svg"):]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.S)
    svg = svg.replace("<svg ", f'<svg role="img" aria-label="{text(caption)}" ', 1)
    return f"<figure>{svg}<figcaption>{text(caption)}</figcaption></figure>"


def horizontal(axes, titles, label):
    axes.set_yticks(range(len(titles)), list(titles.values()))
    axes.set_ylim(len(titles) - 0.5, -0.5)
    axes.set_xlim(left=0)
    axes.set_xlabel(label)


def class_figures(book, titles, lab):
    points = [book.of_part(part, "points") for part in titles]

    def draw_points(axes):
        axes.boxplot(points, positions=range(len(titles)), vert=False, whis=(0, 100), widths=0.5,
                     medianprops={"color": ORANGE, "linewidth": 2})
        horizontal(axes, titles, "points")

    figures = figure_of(f"{lab}-points", draw_points,
                        "Points by part: the box has the middle half of the class, its line is the median, the ends "
                        "are the lowest and the highest.", 1.2 + 0.45 * len(titles))
    speeds = {part: book.of_part(part, "gbps") for part in titles}
    if any(speeds.values()):
        references = {part: book.of_part(part, "reference_gbps") for part in titles}

        def draw_speeds(axes):
            for at, part in enumerate(titles):
                axes.plot(speeds[part], [at] * len(speeds[part]), "o", color=BLUE, alpha=0.5, markeredgewidth=0)
                if references[part]:
                    axes.plot(statistics.median(references[part]), at, "|", color=ORANGE, markersize=18,
                              markeredgewidth=2)
            horizontal(axes, titles, "GB/s")

        figures += figure_of(f"{lab}-speeds", draw_speeds,
                             "GB/s by part: a dot for each student, a line where the reference is.",
                             1.2 + 0.45 * len(titles))
    return figures


def hardest(book, titles):
    rows = []
    for part, title in titles.items():
        own = [row for row in book.parts if row["part"] == part and number(row["points"]) is not None]
        most = max((number(row["max_points"]) for row in own), default=0)
        if not own or most == 0:
            continue
        share = statistics.mean(number(row["points"]) for row in own) / most
        passed = sum(row["verdict"] == "passed" for row in own)
        rows.append((share, [text(title), f"{100 * share:.0f} %", f"{passed} of {len(own)}"]))
    return table(["Part", "#Mean share of the points", "#Passed"], [row for _, row in sorted(rows, key=lambda r: r[0])])


def flaky(book, titles):
    """Parts that the same file passed once and did not pass another time."""
    verdicts = collections.defaultdict(set)
    for row in book.attempts:
        if row["source_sha256"] and row["verdict"] != "could_not_be_graded":
            key = (row["student"], row["part"], row["source_sha256"], row["thresholds"], row["device"])
            verdicts[key].add(row["verdict"])
    rows = [[text(key[0]), text(titles.get(key[1], key[1])), text(", ".join(sorted(seen)))]
            for key, seen in sorted(verdicts.items()) if len(seen) > 1]
    if not rows:
        return "<p>None: wherever one file was graded more than once by the same rules, its verdicts are the same.</p>"
    return table(["Student", "Part", "Verdicts of the same file"], rows)


def reasons(book):
    """Numbers differ from student to student; the sentence counts."""
    students = collections.defaultdict(set)
    parts = collections.defaultdict(set)
    example = {}
    for row in book.parts:
        if row["verdict"] in ("passed", "not_attempted") or not row["reasons"]:
            continue
        kind = re.sub(r"\d+(\.\d+)?", "N", row["reasons"])
        students[kind].add(row["student"])
        parts[kind].add(row["part"])
        example.setdefault(kind, row["reasons"])
    if not students:
        return "<p>None: no part of this class lost points.</p>"
    most = sorted(students, key=lambda kind: -len(students[kind]))[:12]
    return table(["#Students", "Parts", "Reason, as the first of them reads it"],
                 [[str(len(students[kind])), text(", ".join(sorted(parts[kind]))), text(example[kind])]
                  for kind in most])


def class_page(book, lab, links):
    titles = book.titles()
    graded = [number(row["final_points"]) for row in book.labs if row["final_points"]]
    words = collections.Counter(row["status"] for row in book.labs)
    summary = ", ".join(f"{count} {status.replace('_', ' ')}" for status, count in words.most_common())
    median = f" The median is {shown(statistics.median(graded))} points." if graded else ""
    students = table(["Student", "Status", "#Points", "#After lateness", "#Attempts", "Note"],
                     [[f'<a href="{text(links[row["student"]])}">{text(row["name"] or row["student"])}</a>',
                       text(row["status"].replace("_", " ")), shown(number(row["points"])),
                       shown(number(row["final_points"])), text(row["attempts"]), text(row["note"])]
                      for row in book.labs])
    return (f"<p>{len(book.labs)} students: {text(summary)}.{median}</p>"
            f"<h2>Points and speed</h2>{class_figures(book, titles, lab)}"
            f"<h2>Hardest parts</h2>{hardest(book, titles)}"
            f"<h2>Most frequent reasons</h2>{reasons(book)}"
            f"<h2>Flaky parts</h2>{flaky(book, titles)}"
            f"<h2>Students</h2>{students}")


def student_figures(book, own, titles, lab):
    def quartiles(part):
        values = book.of_part(part, "points")
        return statistics.quantiles(values, n=4, method="inclusive") if len(values) >= FEWEST_FOR_QUARTILES else None

    rows = {row["part"]: row for row in own}

    def draw_points(axes):
        for at, part in enumerate(titles):
            row = rows.get(part)
            if row is None:
                continue
            axes.barh(at, number(row["max_points"]), height=0.6, color="#e6e6e6")
            axes.barh(at, number(row["points"]) or 0, height=0.6, color=BLUE)
            marks = quartiles(part)
            if marks:
                axes.plot([marks[0], marks[2]], [at, at], color=ORANGE, linewidth=3)
                axes.plot(marks[1], at, "o", color=ORANGE)
        horizontal(axes, titles, "points")

    caption = "Your points (blue) of what each part has (grey)."
    if any(quartiles(part) for part in titles):
        caption += " The orange line is the middle half of the class, its dot the median."
    figures = figure_of(f"{lab}-own-points", draw_points, caption, 1.2 + 0.45 * len(titles))
    if any(row["gbps"] for row in own):
        def draw_speed(axes):
            for at, part in enumerate(titles):
                row = rows.get(part)
                if row is None or not row["gbps"]:
                    continue
                axes.barh(at, number(row["gbps"]), height=0.6, color=BLUE)
                if row["reference_gbps"]:
                    axes.plot(number(row["reference_gbps"]), at, "|", color=ORANGE, markersize=20, markeredgewidth=2)
            horizontal(axes, titles, "GB/s")

        figures += figure_of(f"{lab}-own-speed", draw_speed,
                             "The speed of your kernels (blue), and of the reference on the same GPU (orange).",
                             1.2 + 0.45 * len(titles))
    return figures


def student_page(book, student, lab, report):
    own = [row for row in book.parts if row["student"] == student["student"]]
    titles = {part: title for part, title in book.titles().items() if part in {row["part"] for row in own}}
    points = number(student["final_points"])
    if student["status"] == "exempt":
        words = "You are exempt from this lab."
    elif points is None:
        words = "Some parts could not be graded. That is not your fault, and it is no zero."
    else:
        words = f"{shown(points)} of {shown(number(student['max_points']))} points."
        if number(student["late_percent"]):
            words += (f" This was handed in {student['days_late']} days late, which costs {student['late_percent']} % "
                      f"of {shown(number(student['points']))} points.")
    body = f"<p>{text(words)}</p>"
    if student["note"]:
        body += f'<p class="note">{text(student["note"])}</p>'
    body += student_figures(book, own, titles, lab)
    rows = [[text(titles[row["part"]]), text(row["verdict"].replace("_", " ")),
             f"{shown(number(row['points']))} of {shown(number(row['max_points']))}", text(row["reasons"])]
            for row in sorted(own, key=lambda row: list(titles).index(row["part"]))]
    body += f"<h2>Parts</h2>{table(['Part', 'Verdict', '#Points', 'Why'], rows)}"
    if report:
        body += f"<h2>Report</h2><pre>{text(report)}</pre>"
    return body


def fnv_1a(content):
    """As content_hash() of support/files/cached.hpp."""
    value = 0xcbf29ce484222325
    for byte in content:
        value = (value ^ byte) * 0x100000001b3 % (1 << 64)
    return value


def file_name(student):
    """As the gradebook names its reports (report_name in run.hpp)."""
    longest = 150  # bytes
    content = student.encode()
    name = b""
    for byte in content:
        is_safe = byte not in b"/%" and byte >= 0x20 and (byte != ord(".") or name)
        name += bytes([byte]) if is_safe else b"%%%02X" % byte
    if len(name) > longest:
        return f"{name[:longest].decode(errors='ignore')}%{fnv_1a(content):016x}"
    return re.sub(rb"(\.[0-9]+)\.([0-9]+)\Z", rb"\1%2E\2", name).decode()


def main():
    options = OPTIONS
    every = Gradebook(options, None)
    labs = sorted({row["lab"] for row in every.labs})
    if not labs:
        stop(f"the gradebook {options.gradebook} has no grades", 3)
    for lab in labs:
        book = Gradebook(options, lab)
        links = {row["student"]: f"students/{urllib.parse.quote(file_name(row['student']))}.html" for row in book.labs}
        for student in book.labs:
            name = file_name(student["student"])
            report = options.gradebook / "reports" / lab / f"{name}.txt"
            report = report.read_text(encoding="utf-8", errors="replace") if report.exists() else ""
            write(options.output / lab / "students" / f"{name}.html",
                  page(f"{lab}: {student['name'] or student['student']}", student_page(book, student, lab, report)))
        write(options.output / lab / "index.html", page(f"{lab}: the class", class_page(book, lab, links)))
        print(f"{options.output / lab / 'index.html'}: {len(book.labs)} students")


main()
