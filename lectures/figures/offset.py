#!/usr/bin/env python3
"""S2.9: the speed of a copy at an offset, and the sectors that it asks for."""

from _drawing import Record, draw, from_zero, line

measured, counted = Record("experiments/S2.9.json"), Record("emulated/S2.9.json")


def plot(axes, look):
    speed, sectors = axes
    cases = measured.cases()
    line(speed, look, 0, [case["x"] for case in cases], [case["gbps"] for case in cases], "measured")
    from_zero(speed)
    speed.set_ylabel("GB/s")
    cases = counted.cases()
    requests = [case["counts"]["load_sectors"] / case["counts"]["load_requests"] for case in cases]
    line(sectors, look, 1, [case["x"] for case in cases], requests, "counted")
    sectors.set_ylim(0, 6)
    sectors.set_ylabel("sectors per load")
    sectors.set_xlabel("offset, floats of 4 bytes")
    for one in axes:
        one.set_xticks(range(0, 33, 4))


draw(
    plot,
    "A copy whose warps begin 0 to 32 floats after an aligned address. Above: speed in GB/s. Below: sectors of a load"
    " of 32 lanes.",
    "Two line charts over the offset from 0 to 32 floats. Sectors jump between four, at multiples of eight, and five."
    " The speed hardly changes.",
    [measured, counted],
    rows=2,
    size=(8.0, 5.0),
)
