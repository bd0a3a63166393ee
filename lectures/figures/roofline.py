#!/usr/bin/env python3
"""What the course's solutions reach in each lab, beside the copy roofline."""

from _drawing import Gradings, Record, bars, draw

peers = Record("experiments/peers.json")
copying, transpose, sync, streams, banks, residency, spaces = GRADINGS = [
    Gradings(f"gradings/lab{lab}_h200.json") for lab in (0, 3, 4, 5, 6, 7, 8)
]


def ours(case):
    return peers.case("ours", case)["gbps"]


ROWS = [
    ("0.3 copy, float4", copying.gbps("0.3")),
    ("lab 1, matrix times vector, 16000 × 16000", ours("matvec 16000 × 16000")),
    ("lab 2, AAᵀ, M = 16384", ours("AAᵀ, M = 16384")),
    ("3.5 transpose, open end", transpose.gbps("3.5")),
    ("4.5 sum, the last block adds up", sync.gbps("4.5")),
    ("5.1 pinned memory, over the link", streams.gbps("5.1")),
    ("6.6 banks, open end", banks.gbps("6.6")),
    ("7.1 L2 window", residency.gbps("7.1")),
    ("8.1 image with a pitch", spaces.gbps("8.1")),
]


def plot(axes, look):
    bars(axes, look, [name for name, _ in ROWS], [gbps for _, gbps in ROWS], "GB/s")
    copy = peers.case("cudaMemcpy", "copy 1 GiB")["gbps"]
    axes.axvline(copy, color=look[1], linestyle="--", label="cudaMemcpy, 1 GiB")
    axes.set_xscale("log")
    axes.set_xlim(10, 1.5e4)
    axes.set_xlabel("GB/s (logarithmic scale)")
    axes.legend(frameon=False, loc="lower left", bbox_to_anchor=(0, 1))


draw(
    plot,
    "GB/s of the bytes that must move, one part of each lab as the course's solutions are graded (of labs 1 and 2: as they"
    " were timed beside the vendor's libraries). The dashed line is the copy roofline. A kernel that mostly reads can be"
    " faster than a copy.",
    "Nine bars. All end near the dashed line of a copy, apart from AAᵀ and the L2 window at about three quarters of"
    " it, and the link, which is far shorter.",
    [peers, *GRADINGS],
    size=(8.0, 4.2),
)
