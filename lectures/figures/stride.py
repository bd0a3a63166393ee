#!/usr/bin/env python3
"""S2.10: the speed of a copy of every s-th float."""

from _drawing import Record, draw, from_zero, line

measured, counted = Record("experiments/S2.10.json"), Record("emulated/S2.10.json")


def plot(axes, look):
    cases = measured.cases()
    first = cases[0]["gbps"]
    line(axes, look, 0, [case["x"] for case in cases], [case["gbps"] / first for case in cases], "measured speed")
    useful = [4 * case["counts"]["load_requests"] / case["counts"]["load_sectors"] for case in counted.cases()]
    line(axes, look, 1, [case["x"] for case in counted.cases()], useful, "share of each sector that is used")
    from_zero(axes)
    axes.set_xlabel("stride, floats of 4 bytes")
    axes.set_ylabel("share of stride 1")
    axes.set_xticks([1, *range(4, 33, 4)])
    axes.legend(frameon=False)


draw(
    plot,
    "A copy of every s-th float. Speed and used bytes, each as a share of what stride 1 has.",
    "Two falling curves over the stride from 1 to 32. Both halve at stride 2. The used share stays at one eighth from"
    " stride 8 on, the measured speed falls further.",
    [measured, counted],
)
