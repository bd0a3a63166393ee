#!/usr/bin/env python3
"""S3.7: Cartesian and diagonal order of blocks over matrix sizes."""

from _drawing import Record, draw, from_zero, line

record = Record("experiments/S3.7.json")


def plot(axes, look):
    groups = list(dict.fromkeys(case["group"] for case in record.data["cases"]))
    sizes = [int(group.split()[0]) for group in groups]
    for number, label in enumerate(("Cartesian, padded", "diagonal, padded", "diagonal, not padded")):
        line(axes, look, number, sizes, [record.case(label, group)["gbps"] for group in groups], label)
    from_zero(axes)
    axes.set_xlabel("side of the square matrix, floats")
    axes.set_ylabel("GB/s")
    axes.legend(frameon=False, loc="lower right")


draw(
    plot,
    "Transposes of square matrices, with blocks in two orders. On the GTX 280 of 2008 Cartesian order collapsed at"
    " multiples of 512.",
    "Three nearly flat lines. Cartesian order is the fastest at every size, diagonal order a little slower, and"
    " diagonal order without padding far slower.",
    [record],
)
