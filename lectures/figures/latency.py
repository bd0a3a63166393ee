#!/usr/bin/env python3
"""S3.9: how long a load takes until its value can be used, in each space and each cache."""

from _drawing import Record, draw

record = Record("experiments/S3.9.json")
ROWS = [
    ("register (a multiply-add)", "registers"),
    ("shared memory", "shared memory"),
    ("global memory, in the L1", "global memory, L1"),
    ("constant memory, in its cache", "constant memory"),
    ("texture, in the L1", "texture"),
    ("global memory, in the L2", "global memory, L2"),
    ("global memory, in DRAM", "global memory, DRAM"),
]


def nanoseconds(label):
    """A chain of few and one of many steps were timed: what the launch costs is in both."""
    few, many = (record.case(f"{label}, {length}") for length in ("few", "many"))
    steps = (many["bytes"] - few["bytes"]) / 4  # the record counts a step as four bytes
    return 1e3 * (many["us_a_step"] - few["us_a_step"]) / steps


def plot(axes, look):
    cycle = nanoseconds("cycle")
    values = [nanoseconds(label) / cycle for _, label in ROWS]
    drawn = axes.barh([words for words, _ in ROWS], values, color=look[0])
    axes.bar_label(drawn, [f"{value:.0f}" if value > 10 else f"{value:.1f}" for value in values], padding=4)
    axes.invert_yaxis()
    axes.set_xscale("log")
    axes.set_xlim(1, 2.5 * max(values))
    axes.set_xlabel("cycles of the multiprocessor's clock (logarithmic scale)")


draw(
    plot,
    "Latencies: each load needs the value of the load before it, so none overlaps.",
    "Bars that grow from a register over shared memory, the L1, constant memory and texture to the L2, and are by far"
    " the longest for DRAM.",
    [record],
    size=(8.0, 3.4),
)
