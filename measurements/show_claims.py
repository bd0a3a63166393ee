#!/usr/bin/env python3
"""Show the ledger of claims, experiments/claims.toml, with what its records say.

    measurements/show_claims.py                                   # Markdown
    measurements/show_claims.py > experiments/claims.md           # the page
    measurements/show_claims.py --ledger FILE --data FOLDER       # another ledger, other records

Status 1: the ledger names a record or a case that does not exist. Status 3: Python is older than 3.11.
"""
import argparse
import json
import pathlib
import re
import statistics
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = {
    "S1": "lecture notes on CUDA's memory hierarchy",
    "S2": "notes on the memory chapter of the CUDA C++ Best Practices Guide",
    "S3": "Conrad, Analysis of the memory hierarchy in GPGPUs",
    "S4": "a programmer's note on synchronising blocks",
    "S5": "a CUDA course, memory and streams",
}
FIGURE = re.compile(r"\{([^{}]+)\}")
NOT_CLAIMED = "(not claimed)"


class Records:
    def __init__(self, folder):
        self.folder = folder
        self.read = {}

    def load(self, file):
        if file not in self.read:
            path = self.folder / file
            if not path.exists():
                sys.exit(f"show_claims: there is no record {path}")
            self.read[file] = json.loads(path.read_text())
        return self.read[file]

    def case(self, reference):
        """The case that "NAME: GROUP > LABEL" or "NAME: LABEL" names."""
        name, _, place = reference.partition(": ")
        group, _, label = place.rpartition(" > ")
        for case in self.load(f"experiments/{name}.json")["cases"]:
            if (case["group"], case["label"]) == (group, label):
                return name, case
        sys.exit(f"show_claims: the record of {name} has no case '{place}'")

    def figure(self, match):
        """What stands for {REFERENCE}, {REFERENCE ÷ REFERENCE} or {REFERENCE ÷ REFERENCE %}."""
        words = match[1].removesuffix(" %")
        one, _, other = words.partition(" ÷ ")
        name, case = self.case(one)
        if other:
            value = ratio(name, case, *self.case(other))
            return f"{100 * value:.0f} %" if match[1].endswith(" %") else f"{value:.3f}"
        return f"{case['us_a_step']:.2f} µs" if "us_a_step" in case else f"{case['gbps']:.4g} GB/s"

    def filled(self, text):
        return FIGURE.sub(self.figure, text)


def ratio(name, one, other_name, other):
    """The ratio of two speeds: of one record the median of the rounds', as the experiments compute it."""
    if (name, one["group"]) != (other_name, other["group"]):
        return one["gbps"] / other["gbps"]
    rounds = zip(one["seconds"], other["seconds"])
    return statistics.median((one["bytes"] / a) / (other["bytes"] / b) for a, b in rounds)


def device(data):
    return data["device"] if isinstance(data.get("device"), str) else data.get("device", {}).get("name", "nvcc")


def own_rows(claim, records, file):
    """What a record says about the claim itself; experiments also try what no source claims."""
    rows = records.load(file).get("claims", [])
    return [row for row in rows if row["source"] == claim["id"] and NOT_CLAIMED not in row["claimed"]]


def rows(claim, records):
    """The table of the rows that the claim's records have about it."""
    lines = []
    reasons = [row.split(" => ", 1) for row in claim.get("rows", [])]
    for file in claim.get("records", []):
        for row in own_rows(claim, records, file):
            why = [reason for beginning, reason in reasons if row["claimed"].startswith(beginning)]
            why = records.filled(why[0]) if why and row["holds"] != "yes" else ""
            holds = "–" if row["holds"] == "unknown" else row["holds"]
            link = f"[{device(records.load(file))}](../measurements/data/{file})"
            lines.append(f"| {link} | {row['claimed']} | {row['measured']} | {holds} | {why} |")
    if lines:
        lines = ["", "| on | claimed | measured | holds | why |", "|---|---|---|---|---|"] + lines
    return lines


def section(claim, records):
    verdict = f"**{claim['verdict']}**"
    if "then" in claim:
        verdict += f", on a GTX 280 of 2008 **{claim['then']}** (counted)"
    lines = [f"### {claim['id']}", "", claim["claim"], "", f"Holds: {verdict}."]
    if "reason" in claim:
        lines[-1] += " " + records.filled(claim["reason"])
    names = [f"[{name}]({name}.cu)" for name in claim.get("experiments", [])]
    others = [f"[{file}](../measurements/data/{file})" for file in claim.get("records", []) if not own_rows(claim, records, file)]
    seen = [f"[{file}](../{file})" for file in claim.get("see", [])]
    for title, links in (("Experiment", names), ("Record", others), ("See", seen)):
        if links:
            lines += ["", f"{title}: {', '.join(links)}."]
    return lines + rows(claim, records) + [""]


def summary(claims):
    verdicts = ["yes", "partly", "no", "not tested"]
    lines = ["| | claims | " + " | ".join(verdicts) + " |", "|---|---|" + "---|" * len(verdicts)]
    for source, title in SOURCES.items():
        own = [claim["verdict"] for claim in claims if claim["id"].split(".")[0] == source]
        counts = [str(own.count(verdict)) for verdict in verdicts]
        lines.append(f"| [{source}](#{source.lower()}), {title} | {len(own)} | {' | '.join(counts)} |")
    return lines


def page(claims, records):
    lines = [
        "# The sources' claims, one by one",
        "",
        "Made by `measurements/show_claims.py` from [claims.toml](claims.toml) and the records in",
        "[measurements/data](../measurements/data). *Holds* is about the chips of the records, today. A reason begins with",
        "how it is known; what begins with *Guess* or *Not known* has not been measured.",
        "",
        *summary(claims),
        "",
    ]
    for source in SOURCES:
        lines += [f"## {source}", ""]
        for claim in claims:
            if claim["id"].split(".")[0] == source:
                lines += section(claim, records)
    return "\n".join(lines).rstrip("\n") + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ledger", type=pathlib.Path, default=ROOT / "experiments/claims.toml")
    parser.add_argument("--data", type=pathlib.Path, default=ROOT / "measurements/data")
    arguments = parser.parse_args()
    try:
        import tomllib
    except ImportError:
        print("show_claims needs Python 3.11 or newer, which can read TOML", file=sys.stderr)
        sys.exit(3)
    claims = tomllib.loads(arguments.ledger.read_text())["claims"]
    print(page(claims, Records(arguments.data)), end="")


if __name__ == "__main__":
    main()
