#!/usr/bin/env python3
"""S2.7: constant and global memory, by how many different words the lanes of a warp want."""

from _drawing import Record, draw, line

record = Record("experiments/S2.7.json")


def plot(axes, look):
    fastest = max(case["gbps"] for case in record.data["cases"])
    for number, group in enumerate(("constant", "global")):
        cases = record.cases(group)
        line(
            axes,
            look,
            number,
            [case["x"] for case in cases],
            [fastest / case["gbps"] for case in cases],
            f"{group} memory",
        )
    ticks = [1, 2, 4, 8, 16, 32]
    axes.set_xscale("log", base=2)
    axes.set_yscale("log", base=2)
    axes.set_xticks(ticks, ticks)
    axes.set_yticks(ticks, ticks)
    axes.set_xlabel("different words that the lanes of a warp want")
    axes.set_ylabel("time ÷ the shortest one")
    axes.legend(frameon=False)


draw(
    plot,
    "Reads of a small table in constant and in global memory. Both scales are logarithmic.",
    "The time of constant memory grows in proportion to the number of different words. That of global memory rises"
    " little.",
    [record],
)
