#!/usr/bin/env python3
"""What the commands may refuse with, read from their sources, for the site's page of all errors.

    lectures/errors.py      # the page's tables, as Markdown

A message is what a source file gives to one of the error classes below; where it puts in a name or a number, the page has an
ellipsis. What the emulator finds in student code has its words in autograder/course/mistakes.toml.
"""

import pathlib
import re
import sys

try:
    import tomllib
except ImportError:
    print("errors.py needs Python 3.11 or newer, which can read TOML", file=sys.stderr)
    sys.exit(3)

ROOT = pathlib.Path(__file__).resolve().parent.parent
# By the class that is thrown: the exit status, and what that means for the reader.
CLASSES = {
    "CallError": "The command line was wrong (exit status 2)",
    "UsageError": "The command line was wrong (exit status 2)",
    "CannotGrade": "It could not be graded, which is no fault of your code (exit status 3)",
    "complain": "A file of the course is wrong: `course.toml`, `lab.toml`, `class.toml` or a roster (exit status 3)",
    "Error": "A file of the course is wrong: `course.toml`, `lab.toml`, `class.toml` or a roster (exit status 3)",
}
FOLDERS = ("autograder/cli", "autograder/grader", "autograder/backends", "autograder/course", "autograder/batch", "support")
THROWN = re.compile(r"(?:throw |return )?\b(?:config::|grader::|cli::)?(" + "|".join(CLASSES) + r")\(")
LITERAL = re.compile(r'R"\((.*?)\)"|"((?:[^"\\]|\\.)*)"', re.DOTALL)


def inside_of_brackets(text, begin):
    """From behind an opening bracket to its end; brackets in literals do not count."""
    depth, at = 1, begin
    while depth and at < len(text):
        literal = LITERAL.match(text, at)
        if literal:
            at = literal.end()
            continue
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
    return text[begin : at - 1]


def first_message(arguments):
    """The first text among the arguments, with those that follow it without a comma."""
    first = LITERAL.search(arguments)
    if not first:
        return ""
    has_beginning = arguments[: first.start()].rstrip().endswith("+")
    words, at = "… " if has_beginning else "", first.start()
    while literal := LITERAL.match(arguments, at):
        words += literal[1] if literal[1] is not None else literal[2]
        at = literal.end()
        while at < len(arguments) and arguments[at].isspace():
            at += 1
    return words + (" …" if arguments[at : at + 1] == "+" else "")


def messages():
    """(class, message) of every throw whose text stands beside it."""
    found = set()
    for folder in FOLDERS:
        for file in sorted((ROOT / folder).rglob("*.cpp")):
            if "tests" in file.relative_to(ROOT).parts:
                continue
            text = file.read_text()
            for match in THROWN.finditer(text):
                arguments = inside_of_brackets(text, match.end())
                if match[1] == "complain":  # about a key, which comes first
                    arguments = arguments.partition(",")[2]
                words = first_message(arguments)
                words = words.replace('\\"', '"').replace("\\n", " ")
                words = re.sub(r"\{[^{}]*\}", "…", words).strip()
                words = re.sub(r"\s+", " ", words).replace("… :", "…:", 1)
                words += " …" if words.endswith((":", "(", ",")) else ""
                # What consists of little else than names says nothing here.
                if len(re.findall(r"[a-z]{2,}", words)) > 3:
                    found.add((match[1], words))
    return found


def cell(words):
    """As text and as a cell of a table, where no sign has a meaning; Doxygen makes a dash of two hyphens."""
    return re.sub(r"([|*_<>`\\]|--)", r"\\\1", words)


def kinds_without_words(words):
    """Kinds of findings that the emulator may report and the table does not have; a time that was asked for is none."""
    source = (ROOT / "simt/findings/words.cpp").read_text()
    named = source[source.index("std::string kind_name(") :]
    return sorted(set(re.findall(r'"([a-z]+(?:-[a-z]+)*)"', named)) - set(words) - {"unknown", "event-time"})


def page():
    lines = []
    titles = dict.fromkeys(CLASSES.values())
    for title in titles:
        lines += [f"## {title}", ""]
        of_title = {words for kind, words in messages() if CLASSES[kind] == title}
        lines += [f"* {cell(words)}" for words in sorted(of_title, key=str.lower)]
        lines.append("")
    table = tomllib.loads((ROOT / "autograder/course/mistakes.toml").read_text())
    missing = kinds_without_words(table["words"])
    if missing or set(table["words"]) != set(table["advice"]):
        sys.exit(f"errors.py: autograder/course/mistakes.toml lacks words or advice for a kind: {missing}")
    lines += ["## What is found in your code", "", "| kind | what it is | what to do |", "|---|---|---|"]
    advice = table["advice"]
    lines += [f"| {kind} | {cell(what)} | {cell(advice[kind])} |" for kind, what in sorted(table["words"].items())]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(page(), end="")
