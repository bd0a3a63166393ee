#!/usr/bin/env python3
"""S2.11: a hot region and a stream, with four ways to use the L2 cache, beside the one that asks for nothing."""

from _drawing import Record, draw, from_zero, line

record = Record("experiments/S2.11.json")
WAYS = ["hit ratio 1", "half set aside", "streaming accesses", "both"]


def plot(axes, look):
    for one, kind in zip(axes, ("copied", "read only")):
        groups = [
            group for group in dict.fromkeys(case["group"] for case in record.data["cases"]) if group.startswith(kind)
        ]
        sizes = [record.case("no window", group)["x"] for group in groups]
        for number, way in enumerate(WAYS):
            gains = [record.case(way, group)["gbps"] / record.case("no window", group)["gbps"] for group in groups]
            line(one, look, number, sizes, gains, way)
        one.axhline(1, linewidth=1, color="gray")
        one.set_title(f"the stream is {kind}", fontsize="medium")
        one.set_xlabel("hot region, MiB")
        from_zero(one)
    axes[0].set_ylabel("speed ÷ speed without a window")
    axes[0].legend(frameon=False, fontsize="small", loc="lower right")


draw(
    plot,
    "A hot region that is read again and again, and a stream that passes by. Each curve is a way to tell the hardware;"
    " 1 is the speed of telling it nothing.",
    "Two charts over the size of the hot region. Streaming accesses gain most while the region is small. A window gains"
    " little or loses.",
    [record],
    columns=2,
    size=(9.0, 4.2),
)
