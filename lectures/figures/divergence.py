#!/usr/bin/env python3
"""S1.11, S3.16: the time of a warp whose lanes take different paths."""

from _drawing import Record, draw, line

record = Record("experiments/divergence.json")


def plot(axes, look):
    for number, group in enumerate(("by lane", "by warp")):
        cases = record.cases(group)
        line(
            axes,
            look,
            number,
            [case["x"] for case in cases],
            [cases[0]["gbps"] / case["gbps"] for case in cases],
            group,
        )
    axes.set_xscale("log", base=2)
    axes.set_yscale("log", base=2)
    ticks = [1, 2, 4, 8, 16, 32]
    axes.set_xticks(ticks, ticks)
    axes.set_yticks(ticks, ticks)
    axes.set_xlabel("different paths")
    axes.set_ylabel("time ÷ time of one path")
    axes.legend(frameon=False)


draw(
    plot,
    "The time of a kernel whose threads take 1 to 32 different paths, chosen by lane or by warp. Both scales are"
    " logarithmic.",
    "By lane, the time grows in proportion to the number of paths, up to about 31. By warp, it stays at one.",
    [record],
)
