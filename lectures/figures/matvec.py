#!/usr/bin/env python3
"""S1.6 to S1.9: four versions of matrix times vector."""

from _drawing import Record, bars, draw

record = Record("experiments/S1.8.json")


def plot(axes, look):
    bars(axes, look, [case["label"] for case in record.cases()], [case["gbps"] for case in record.cases()], "GB/s")


draw(
    plot,
    "Matrix times vector in four versions, in GB/s of the bytes that any version must move.",
    "Four bars. The version with A and x in shared memory is the fastest, the one with a thread per row and scrambled"
    " rows the slowest.",
    [record],
    size=(8.0, 2.8),
)
