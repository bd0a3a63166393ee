#!/usr/bin/env python3
"""S2.12 and S2.13: the products AB and AAᵀ, step by step."""

from _drawing import Record, bars, draw

ab, aat = Record("experiments/S2.12.json"), Record("experiments/S2.13.json")


def plot(axes, look):
    for number, (one, record, title) in enumerate(zip(axes, (ab, aat), ("C = AB", "C = AAᵀ"))):
        bars(
            one,
            look,
            [case["label"] for case in record.cases()],
            [case["gbps"] for case in record.cases()],
            "GB/s",
            number,
        )
        one.set_title(title, loc="left", fontsize="medium")


draw(
    plot,
    "The narrow products of lab 2, step by step, in GB/s of the bytes that any version must move.",
    "Two groups of three bars. For AB the tile of A alone is slower than no tile, and both tiles are the fastest. For"
    " AAᵀ each step is much faster than the one before.",
    [ab, aat],
    rows=2,
    size=(8.0, 4.4),
)
