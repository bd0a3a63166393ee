#!/usr/bin/env python3
"""S3.7: Cartesian and diagonal order of blocks over matrix sizes, on a GTX 280 as the model has it and measured today."""

import re

from _drawing import HATCHES, ROOT, Record, draw, from_zero, line, stop

record = Record("experiments/S3.7.json")
MODEL = ROOT / "measurements/gtx280.md"  # a test computes its numbers anew
GIB_IN_GB = 2**30 / 1e9


def modelled():
    """Widths, and GB/s of Cartesian and of diagonal order, by rising width."""
    cells = [re.split(r" *\| *", line.strip("| \n")) for line in MODEL.read_text().splitlines() if line.startswith("|")]
    titles = ["width", "3.3 padded, GiB/s", "3.4 diagonal, GiB/s"]
    if titles not in cells:
        stop(f"{MODEL} has no table with the columns {titles}")
    rows = []
    for row in cells[cells.index(titles) + 2 :]:
        if not re.match(r"\d+", row[0]):
            break
        rows.append([float(re.match(r"[\d.]+", cell)[0]) for cell in row])
    return [(width, cartesian * GIB_IN_GB, diagonal * GIB_IN_GB) for width, cartesian, diagonal in sorted(rows)]


def plot(axes, look):
    old, today = axes
    rows = modelled()
    for number, label in enumerate(("Cartesian, padded", "diagonal, padded")):
        places = [place + 0.4 * number - 0.2 for place in range(len(rows))]
        values = [row[1 + number] for row in rows]
        old.bar(places, values, 0.4, color=look[number], hatch=HATCHES[number], edgecolor="white", label=label)
    old.set_xticks(range(len(rows)), [f"{row[0]:.0f}" for row in rows])
    old.set_title("GTX 280 of 2008, modelled", fontsize="medium")
    groups = list(dict.fromkeys(case["group"] for case in record.data["cases"]))
    sizes = [int(group.split()[0]) for group in groups]
    for number, label in enumerate(("Cartesian, padded", "diagonal, padded", "diagonal, not padded")):
        line(today, look, number, sizes, [record.case(label, group)["gbps"] for group in groups], label)
    today.set_title("H200, measured", fontsize="medium")
    for one in axes:
        from_zero(one)
        one.set_xlabel("side of the square matrix, floats")
        one.set_ylabel("GB/s")
    old.legend(frameon=False, loc="lower left", bbox_to_anchor=(0, 1.05), ncols=2)
    today.legend(frameon=False, loc="lower right")


draw(
    plot,
    "Transposes of square matrices, with blocks in two orders. The GTX 280 is the emulator's model of it"
    " (measurements/gtx280.md). Multiples of 512 are 1536, 2048 and 2560. The H200 was measured.",
    "On the GTX 280, Cartesian order falls to a quarter at multiples of 512 and diagonal order does not. On the H200 there"
    " are three nearly flat lines: Cartesian order is the fastest at every size, diagonal order a little slower, and diagonal order without"
    " padding far slower.",
    [record],
    columns=2,
    size=(10.0, 4.2),
)
