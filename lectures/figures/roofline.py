#!/usr/bin/env python3
"""What kernels of the labs reach, beside the copy roofline."""

from _drawing import Record, bars, draw

peers = Record("experiments/peers.json")
link, banks = Record("experiments/S2.2.json"), Record("experiments/S5.1.json")
residency, pitch = Record("experiments/S2.11.json"), Record("experiments/S5.6.json")
ROWS = [
    ("copy (lab 0)", peers, "ours", "copy 1 GiB"),
    ("matrix times vector (lab 1)", peers, "ours", "matvec 16000 × 16000"),
    ("AAᵀ (lab 2)", peers, "ours", "AAᵀ, M = 16384"),
    ("transpose (lab 3)", peers, "ours", "transpose 16384 × 16384"),
    ("pinned copy over the link (lab 5)", link, "copy", "pinned, in"),
    ("loads of shared memory, no conflict (lab 6)", banks, "stride 1", ""),
    ("table of 15 MiB, streaming accesses (lab 7)", residency, "streaming accesses", "copied, hot region 15 MiB"),
    ("rows with a pitch, float4 (lab 8)", pitch, "pitch, float4", "copy"),
]


def plot(axes, look):
    bars(axes, look, [row[0] for row in ROWS], [record.case(*case)["gbps"] for _, record, *case in ROWS], "GB/s")
    copy = peers.case("cudaMemcpy", "copy 1 GiB")["gbps"]
    axes.axvline(copy, color=look[1], linestyle="--", label="cudaMemcpy, 1 GiB")
    axes.set_xscale("log")
    axes.set_xlim(10, 1.5e5)
    axes.set_xlabel("GB/s (logarithmic scale)")
    axes.legend(frameon=False, loc="lower left", bbox_to_anchor=(0, 1))


draw(
    plot,
    "GB/s of the bytes that must move: solutions of labs 0 to 3, and kernels about the subjects of the others. The dashed"
    " line is the copy roofline. A kernel that mostly reads, or finds data in a cache, can be faster than a copy. Lab 4 is"
    " about waiting, and moves hardly a byte.",
    "Eight bars. Those of labs 0 to 3, 7 and 8 end near the dashed line of a copy. The link is far shorter, shared memory"
    " is far longer.",
    [peers, link, banks, residency, pitch],
    size=(8.0, 4.0),
)
