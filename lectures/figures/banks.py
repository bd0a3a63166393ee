#!/usr/bin/env python3
"""S5.1: reads of shared memory at strides 1 to 64."""

from _drawing import Record, draw, line

measured = Record("experiments/S5.1.json")
counted, old = Record("emulated/S5.1.json"), Record("emulated/S5.1-gtx280.json")


def plot(axes, look):
    cases = measured.cases()
    line(
        axes,
        look,
        0,
        [case["x"] for case in cases],
        [cases[0]["gbps"] / case["gbps"] for case in cases],
        "time, H200, measured",
    )
    for number, (record, chip) in enumerate(((counted, "H200"), (old, "GTX 280")), 1):
        counts = [case["counts"]["wavefronts"] for case in record.cases()]
        strides = [case["x"] for case in record.cases()]
        line(axes, look, number, strides, [count / counts[0] for count in counts], f"wavefronts, {chip}, counted")
    axes.set_yscale("log", base=2)
    axes.set_yticks([1, 2, 4, 8, 16, 32], [1, 2, 4, 8, 16, 32])
    axes.set_xticks([1, *range(8, 65, 8)])
    axes.set_xlabel("stride, words of 4 bytes")
    axes.set_ylabel("multiple of stride 1")
    axes.legend(frameon=False, fontsize="small", ncols=3, loc="upper center", bbox_to_anchor=(0.5, 1.15))


draw(
    plot,
    "Reads of shared memory whose lanes are s words apart: time and wavefronts, as multiples of stride 1. The vertical"
    " scale is logarithmic.",
    "Peaks at even strides, the highest at 32 and 64. At odd strides all curves are at one. With 16 banks the highest"
    " peak is half as high.",
    [measured, counted, old],
)
