#!/usr/bin/env python3
"""Predicted times beside measured ones.

    measurements/show_predictions.py                  the kernels that prediction_split.json does not put aside
    measurements/show_predictions.py --page           measurements/prediction.md, with those put aside
    measurements/show_predictions.py --write-ranges   the table [speed_ranges] of the H200's file: how far off predictions are
    measurements/show_predictions.py --predicted FILE…  with these predictions in place of data/predicted/*.json

Predictions are in measurements/data/predicted, times in measurements/data/experiments and prediction_gradings_h200.json.
measurements/data/blind has predictions that were recorded before the kernels were timed; those files stay as they are.
"""
import argparse
import json
import pathlib
import re
import statistics

import provenance
import record_points
import record_prediction_cost

DATA = provenance.ROOT / "measurements/data"
SPLIT = DATA / "prediction_split.json"
GRADINGS = DATA / "prediction_gradings_h200.json"
PREDICTIONS = DATA / "predicted"
BLIND = DATA / "blind/unseen.json"
SECOND = DATA / "blind/fresh.json"
COST = DATA / "prediction_cost.json"
POINTS = DATA / "points_predicted.json"


def named(file):
    """The cases of a data file of an experiment by their names in the split."""
    data = json.loads(file.read_text())
    return {f"{data['experiment']}/{case['group']}/{case['label']}": case for case in data["cases"]}


def predictions(files):
    """Name -> (GB/s, bound)."""
    found = {}
    for file in files:
        data = json.loads(file.read_text())
        if "predicted" in data:
            found |= {name: (case["gbps"], case["bound"]) for name, case in data["predicted"].items()}
            continue
        for name, case in named(file).items():
            if "predicted" in case:
                found[name] = (case["bytes"] / case["predicted"]["seconds"] / 1e9, case["predicted"]["bound"])
    return found


def measurements():
    """Name -> GB/s."""
    found = {}
    for file in sorted((DATA / "experiments").glob("*.json")):
        found |= {name: case["bytes"] / statistics.median(case["seconds"]) / 1e9
                  for name, case in named(file).items() if case.get("seconds")}
    if GRADINGS.exists():
        found |= json.loads(GRADINGS.read_text())["gbps"]
    return found


def rows_of(predicted, measured, names):
    """(name, predicted GB/s, measured GB/s, bound) of the names that have both."""
    return [(name, predicted[name][0], measured[name], predicted[name][1])
            for name in names if name in predicted and name in measured]


def error(row):
    """Of the time."""
    return abs(row[2] / row[1] - 1)


def share(part, whole):
    return f"{100 * part / whole:.0f} %" if whole else "–"


def summary(rows):
    """Cells: kernels, median error, error of the ninth of ten, within 25 %, pairs in the right order."""
    errors = sorted(map(error, rows))
    right = asked = 0
    for i, (_, predicted, measured, _) in enumerate(rows):
        for _, other_predicted, other_measured, _ in rows[:i]:
            if max(measured, other_measured) > 1.15 * min(measured, other_measured):
                asked += 1
                right += (predicted > other_predicted) == (measured > other_measured)
    return [str(len(rows)), f"{100 * statistics.median(errors):.0f} %", f"{100 * errors[int(0.9 * len(errors))]:.0f} %",
            share(sum(e <= 0.25 for e in errors), len(errors)), share(right, asked)]


def kind(name):
    """What a kernel is a row of: an experiment's group, or a lab."""
    return "/".join(name.split("/")[:2]) if name.startswith(("assorted/", "unseen/", "fresh/")) else name.split("/")[0]


def table(title, rows, key):
    """A summary for each value of `key`."""
    lines = [f"| {title} | kernels | median error | nine of ten within | within 25 % | right order |",
             "|---|---|---|---|---|---|"]
    for value in sorted({key(row) for row in rows}):
        lines.append(f"| {value} | " + " | ".join(summary([row for row in rows if key(row) == value])) + " |")
    # Dozens of rows of some experiments differ in a stride only.
    assorted = [row for row in rows if row[0].startswith("assorted/")]
    if assorted:
        lines.append("| **assorted** | " + " | ".join(summary(assorted)) + " |")
    lines.append("| **all** | " + " | ".join(summary(rows)) + " |")
    return "\n".join(lines)


def listing(rows):
    """Row by row; a speed is of the bytes that the task must move."""
    lines = ["| kernel | predicted, GB/s | measured | predicted ÷ measured | bound |", "|---|---|---|---|---|"]
    for name, predicted, measured, bound in rows:
        lines.append(f"| {name.replace('|', '/')} | {predicted:.4g} | {measured:.4g} | {predicted / measured:.2f} | {bound} |")
    return "\n".join(lines)


def blind(predicted, measured):
    """The values of the page about kernels that were predicted before they were timed; `predicted` is today's."""
    data = json.loads(BLIND.read_text())
    names = list(named(BLIND))
    before = rows_of(predictions([BLIND]), measured, names)
    today = rows_of(predicted, measured, names)
    lines = ["| prediction | kernels | median error | nine of ten within | within 25 % | right order |",
             "|---|---|---|---|---|---|"]
    lines += [f"| {title} | " + " | ".join(summary(rows)) + " |"
              for title, rows in [("**blind**", before), ("today's, not blind any more", today)]]
    return {"blind_commit": data["commit"][:10], "blind_kernels": len(before), "blind": "\n".join(lines),
            "blind_by_bound": table("bound", before, lambda row: row[3]),
            "blind_by_kind": table("kernels", before, lambda row: kind(row[0])), "blind_rows": listing(before)}


def second_blind(measured):
    """The values of the page about the second blind test: of two models, whose predictions are older than the times."""
    data = json.loads(SECOND.read_text())
    names_of_keys = {key: name for name, key in BOUNDS.items()}
    def rows(model):
        return [(f"fresh/{name}", case["bytes"] / case["seconds"] / 1e9, measured[f"fresh/{name}"], names_of_keys[case["bound"]])
                for name, case in data[model].items()]
    before, waits = rows("model_of_main"), rows("model_with_waits")
    lines = ["| prediction | kernels | median error | nine of ten within | within 25 % | right order |",
             "|---|---|---|---|---|---|"]
    lines += [f"| {title} | " + " | ".join(summary(those)) + " |"
              for title, those in [("**blind**, the model in use", before), ("blind, with waits for a busy memory", waits)]]
    by_kind = ["| kind | kernels | the model in use: median error | within 25 % | with waits: median error | within 25 % |",
               "|---|---|---|---|---|---|"]
    for value in sorted({kind(row[0]) for row in before}):
        one, other = (summary([row for row in those if kind(row[0]) == value]) for those in (before, waits))
        by_kind.append(f"| {value} | {one[0]} | {one[1]} | {one[3]} | {other[1]} | {other[3]} |")
    return {"second_kernels": len(before), "second": "\n".join(lines), "second_by_kind": "\n".join(by_kind),
            "second_rows": listing(before)}


# Keys of simt/devices/h200.toml by the names of bounds, in the order of simt/memory/bounds.hpp.
BOUNDS = {"bytes from and to DRAM": "dram", "bytes between the L2 and the multiprocessors": "l2", "passes of the L1": "l1",
          "shared-memory passes": "shared", "passes of the constant cache": "constant", "instructions": "instructions",
          "atomic updates": "updates", "barriers": "barriers", "starting blocks": "blocks",
          "waiting for loads and barriers": "latency", "the launch itself": "launch"}
FEW = 10  # kernels: of fewer, the range of all is taken
RANGES = "# What measured speeds were of predicted ones: measurements/show_predictions.py --write-ranges computes these lines.\n"


def ranges(predicted, measured, split):
    """The table: of each bound's kernels, one in ten was slower than `low` times the prediction, one in ten faster."""
    rows = rows_of(predicted, measured, split["put_aside"] + split["seen"] + list(named(BLIND)))
    def shares(those):
        found = sorted(row[2] / row[1] for row in those)
        return found[int(0.1 * len(found))], found[int(0.9 * len(found))]
    lines = ["[speed_ranges]"]
    for bound, key in BOUNDS.items():
        own = [row for row in rows if row[3] == bound]
        low, high = shares(own if len(own) >= FEW else rows)
        whose = f"{len(own)} kernels" if len(own) >= FEW else f"of all {len(rows)} kernels: only {len(own)} have this bound"
        lines += [f"{key}_low = {min(low, 1):.3g}  # {whose}", f"{key}_high = {max(high, 1):.3g}"]
    return RANGES + "\n".join(lines) + "\n\n"


def write_ranges(predicted, measured, split):
    file = provenance.ROOT / "simt/devices/h200.toml"
    text = file.read_text()
    before, rest = text.split(RANGES) if RANGES in text else text.split("# Measured by experiments/calibrate.cu", 1)
    after = rest[rest.index("# Measured by experiments/calibrate.cu"):] if RANGES in text else "# Measured by experiments/calibrate.cu" + rest
    file.write_text(before + ranges(predicted, measured, split) + after)


def page(predicted, measured, split):
    aside = rows_of(predicted, measured, split["put_aside"])
    seen = rows_of(predicted, measured, split["seen"])
    text = (provenance.ROOT / "measurements/prediction.md.in").read_text()
    values = {
        "seed": split["seed"], "sha256": split["sha256_put_aside"], "names": len(split["put_aside"]) + len(split["seen"]),
        "aside": len(split["put_aside"]), "by_bound": table("bound", aside, lambda row: row[3]),
        "by_kind": table("kernels", aside, lambda row: kind(row[0])), "seen": table("kernels", seen, lambda row: kind(row[0])),
        "rows": listing(aside), "cost": record_prediction_cost.table_of(COST), "cost_cpu": json.loads(COST.read_text())["cpu"],
        "points": record_points.section(POINTS),
        "assorted": sum(row[0].startswith("assorted/") for row in aside),
    } | blind(predicted, measured) | second_blind(measured)
    return re.sub(r"\{(\w+)\}", lambda match: str(values[match[1]]), text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--page", action="store_true")
    parser.add_argument("--ranges", action="store_true", help="print the table [speed_ranges]")
    parser.add_argument("--write-ranges", action="store_true")
    parser.add_argument("--predicted", type=pathlib.Path, nargs="+")
    options = parser.parse_args()
    split = json.loads(SPLIT.read_text())
    predicted = predictions(options.predicted or sorted(PREDICTIONS.glob("*.json")))
    measured = measurements()
    if options.ranges:
        print(ranges(predicted, measured, split), end="")
        return
    if options.write_ranges:
        write_ranges(predicted, measured, split)
        return
    if options.page:
        print(page(predicted, measured, split), end="")
        return
    rows = rows_of(predicted, measured, split["seen"])
    print(listing(rows))
    print()
    print(table("kernels", rows, lambda row: kind(row[0])))


if __name__ == "__main__":
    main()
