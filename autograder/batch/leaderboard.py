#!/usr/bin/env python3
"""Writes who is fastest in each part, of the students who want to be named, as one HTML page.

  ./grade leaderboard --gradebook gradebook --names names.csv --output leaderboard.html

names.csv has the columns student and name: a student who is not in it is on no list, and is not counted either. Names are
shown as they stand there, and may be invented ones. Speeds are compared only on the same device, and only of parts that have
passed; where a student has several, the fastest counts. Status 2: the call was wrong. 3: a file cannot be read.
"""

import argparse
import csv
import pathlib
import re
import sqlite3
import sys

import gradebook_file
from html_page import page, table, text, write  # both beside this script

PLACES = 10
FASTEST = """
SELECT d.lab, d.part, p.title, d.device, d.student, max(d.gbps) AS best, d.reference_gbps
FROM defence d JOIN gradings g ON g.student = d.student AND g.lab = d.lab AND g.attempt = d.attempt
JOIN parts p ON p.grading = g.id AND p.part = d.part
WHERE d.verdict = 'passed' AND d.gbps > 0 AND (:lab = '' OR d.lab = :lab)
GROUP BY d.lab, d.part, d.device, d.student
ORDER BY best DESC, d.student
"""


def stop(sentence):
    print(f"leaderboard.py: {sentence}", file=sys.stderr)
    sys.exit(3)


def names_of(file):
    try:
        with open(file, newline="", encoding="utf-8-sig") as stream:
            rows = list(csv.DictReader(stream))
    except (OSError, UnicodeDecodeError, csv.Error) as problem:
        stop(f"{file} cannot be read: {problem}")
    if rows and not {"student", "name"} <= set(rows[0]):
        stop(f"{file} has no columns student and name in its first line")
    return {row["student"]: row["name"] for row in rows if row["student"] and row["name"]}


def fastest(gradebook, lab):
    file = gradebook / gradebook_file.FILE
    if not file.is_file():
        stop(f"there is no gradebook in {gradebook}")
    try:
        book = gradebook_file.open_to_read(gradebook)
        try:
            return book.execute(FASTEST, {"lab": lab}).fetchall()
        finally:
            book.close()
    except sqlite3.Error as problem:
        stop(f"{file} cannot be read: {problem}")


def body_of(rows, names):
    """A list for each part and device; who has not asked to be on it is left out before places are counted."""
    lists = {}
    for lab, part, title, device, student, gbps, reference in rows:
        if student in names:
            lists.setdefault((part, title, device), []).append((names[student], gbps, reference))
    body = ""
    for part, title, device in sorted(lists, key=lambda key: ([int(n) for n in re.findall(r"\d+", key[0])], key[2])):
        places = []
        for place, (name, gbps, reference) in enumerate(lists[part, title, device][:PLACES], 1):
            share = f"{100 * gbps / reference:.0f} %" if reference else "–"
            places.append([str(place), text(name), f"{gbps:.0f}", share])
        body += f"<h2>{text(part)} {text(title)}, {text(device)}</h2>"
        body += table(["#place", "name", "#GB/s", "#of the reference"], places)
    return body or "<p>No student on the list has a time on a GPU yet.</p>"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gradebook", type=pathlib.Path, default="gradebook")
    parser.add_argument("--names", type=pathlib.Path, required=True)
    parser.add_argument("--lab", default="", help="only this lab: lab3")
    parser.add_argument("--output", type=pathlib.Path, default="leaderboard.html")
    options = parser.parse_args()
    names = names_of(options.names)
    write(options.output, page("The fastest", body_of(fastest(options.gradebook, options.lab), names)))
    print(f"{options.output}: {len(names)} students of {options.names}")


if __name__ == "__main__":
    main()
