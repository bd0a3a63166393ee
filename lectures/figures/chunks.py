#!/usr/bin/env python3
"""S2.4: copy and kernel in chunks, beside the formula."""

from _drawing import Record, draw, from_zero, line

record = Record("experiments/S2.4.json")


def seconds(case):
    return case["bytes"] / case["gbps"] / 1e9


def plot(axes, look):
    copy = seconds(record.case("copy in", "one stage"))
    for number, (group, stage) in enumerate((("t_E = t_T", "long kernel"), ("t_E = t_T / 2", "short kernel"))):
        kernel = seconds(record.case(stage, "one stage"))
        cases = record.cases(group)
        counts = [case["x"] for case in cases]
        line(axes, look, 2 * number, counts, [1e3 * seconds(case) for case in cases], f"measured, {group}")
        formula = [max(copy, kernel) + min(copy, kernel) / count for count in counts]
        line(axes, look, 2 * number + 1, counts, [1e3 * value for value in formula], f"formula, {group}")
    axes.set_xscale("log", base=2)
    axes.set_xticks(counts, [f"{count:g}" for count in counts])
    from_zero(axes)
    axes.set_xlabel("chunks")
    axes.set_ylabel("ms")
    axes.legend(frameon=False)


draw(
    plot,
    "Milliseconds for a copy to the device and a kernel, cut into chunks, measured and by the formula.",
    "Four falling curves over 1 to 64 chunks. Measured values follow the formula closely, and rise slightly at 64"
    " chunks.",
    [record],
)
