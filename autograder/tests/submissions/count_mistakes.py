#!/usr/bin/env python3
"""Count the kinds of mistakes in the collection of wrong submissions, by part, for `./grade mistakes`.

    count_mistakes.py --check    # status 1, and what differs, where autograder/course/mistakes.toml is not up to date
    count_mistakes.py --write    # bring it up to date

A kind is that of the finding which a row of expected.toml demands, "slow" for a right and slow answer, "wrong-value" for a
wrong one without a finding. Attacks, crashes of host code and what does not compile teach nothing about a part and are not
counted. Status 3: Python is older than 3.11.
"""

import argparse
import collections
import pathlib
import sys

try:
    import tomllib
except ImportError:
    print("count_mistakes.py needs Python 3.11 or newer, which can read TOML", file=sys.stderr)
    sys.exit(3)

HERE = pathlib.Path(__file__).resolve().parent
TABLE = HERE.parents[1] / "course/mistakes.toml"
MARK = "# Counted by autograder/tests/submissions/count_mistakes.py --write.\n"


def kind_of(row):
    if row.get("verdict") == "partial":
        return "slow"
    if "finding" in row:
        return row["finding"]
    said = " ".join(row.get(key, "") for key in ("reason", "simt", "cuda"))
    return "wrong-value" if "wrong result" in said else None


def counts():
    found = collections.defaultdict(collections.Counter)
    for file in sorted(HERE.glob("lab*/expected.toml")):
        for rows in tomllib.loads(file.read_text()).values():
            for part, row in rows.items():
                if row.get("verdict", "failed") not in ("failed", "partial"):
                    continue
                kind = kind_of(row)
                if kind:
                    found[part][kind] += 1
    return found


def table(words):
    lines = [MARK + "[parts]"]
    found = counts()
    for part in sorted(found):
        kinds = ", ".join(f"{kind} = {count}" for kind, count in sorted(found[part].items()))
        lines.append(f'"{part}" = {{ {kinds} }}')
    missing = sorted({kind for kinds in found.values() for kind in kinds} - set(words))
    if missing:
        sys.exit(f"{TABLE.name} has no words for {', '.join(missing)}")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--check", action="store_true")
    what.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    text = TABLE.read_text()
    by_hand = text.split(MARK)[0]
    new = by_hand + table(tomllib.loads(by_hand)["words"])
    if arguments.write:
        unfinished = TABLE.with_suffix(".toml.new")
        unfinished.write_text(new)
        unfinished.replace(TABLE)
    elif new != text:
        sys.exit(f"{TABLE.name} is not up to date: autograder/tests/submissions/count_mistakes.py --write")


if __name__ == "__main__":
    main()
