#!/usr/bin/env python3
"""S4.5: what a launch and a barrier take, over the number of blocks."""

from _drawing import Record, draw, from_zero, line

record = Record("experiments/S4.5.json")


def plot(axes, look):
    for number, way in enumerate(("launch", "queued launch", "barrier")):
        cases = [case for case in record.cases() if case["label"].startswith(f"{way}, ")]
        line(axes, look, number, [case["x"] for case in cases], [case["us_a_step"] for case in cases], way)
    from_zero(axes)
    axes.set_xlabel("blocks of the grid")
    axes.set_ylabel("µs")
    axes.legend(frameon=False)


draw(
    plot,
    "Microseconds for a launch that the host issues, for a launch that waits in a queue already, and for a barrier of"
    " all blocks.",
    "Three nearly flat curves over the number of blocks. The barrier is the lowest, the launch that the host issues the"
    " highest.",
    [record],
)
