#!/usr/bin/env python3
"""S1.10: what a guard costs, by where it stands."""

from _drawing import HATCHES, Record, draw

record = Record("experiments/S1.10.json")


def plot(axes, look):
    groups = ["v1.0", "v2", "v3"]
    for number, label in enumerate(("without guard", "guarded")):
        values = [record.case(label, group)["gbps"] for group in groups]
        places = [row + 0.4 * number for row in range(len(groups))]
        drawn = axes.barh(places, values, 0.36, color=look[number], hatch=HATCHES[number], label=label)
        axes.bar_label(drawn, [f"{value:.4g}" for value in values], padding=4)
    axes.set_yticks([row + 0.2 for row in range(len(groups))], groups)
    axes.invert_yaxis()
    axes.set_xlim(0, 1.15 * max(case["gbps"] for case in record.data["cases"]))
    axes.set_xlabel("GB/s")
    axes.legend(frameon=False)


draw(
    plot,
    "Matrix times vector with and without guards, in GB/s. In v1.0 the guard is done once a thread, in v2 and v3 inside"
    " the loops.",
    "Three pairs of bars. In v1.0 both are equal. In v2 the guarded one is a fifth slower, in v3 less than half as"
    " fast.",
    [record],
    size=(8.0, 3.4),
)
