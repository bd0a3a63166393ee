#!/usr/bin/env python3
"""What the references of the labs reach, beside the copy roofline."""

from _drawing import Record, bars, draw

record = Record("experiments/peers.json")
ROWS = [
    ("copy (lab 0)", "copy 1 GiB"),
    ("matrix times vector (lab 1)", "matvec 16000 × 16000"),
    ("AAᵀ (lab 2)", "AAᵀ, M = 16384"),
    ("transpose (lab 3)", "transpose 16384 × 16384"),
]


def plot(axes, look):
    bars(axes, look, [row[0] for row in ROWS], [record.case("ours", row[1])["gbps"] for row in ROWS], "GB/s")
    axes.axvline(
        record.case("cudaMemcpy", "copy 1 GiB")["gbps"], color=look[1], linestyle="--", label="cudaMemcpy, 1 GiB"
    )
    axes.legend(frameon=False, loc="lower left", bbox_to_anchor=(0, 1))


draw(
    plot,
    "GB/s of the bytes that must move, for the references of four labs. The dashed line is the copy roofline. A kernel"
    " that mostly reads can be faster than a copy.",
    "Four bars near the dashed line of a copy; matrix times vector lies above it, AAᵀ below.",
    [record],
    size=(8.0, 3.2),
)
