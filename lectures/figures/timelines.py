#!/usr/bin/env python3
"""S2.4: a copy in, a kernel and a copy out as timelines, in one piece and in four."""

from _drawing import HATCHES, Record, draw

record = Record("experiments/S2.4.json")
GROUP = "in, kernel, out"
STAGES = ("copy in", "kernel", "copy out")
CHUNKS = (1, 4)


def milliseconds(case):
    return 1e3 * case["bytes"] / case["gbps"] / 1e9


def plot(axes, look):
    lengths = [
        milliseconds(record.case("copy in", "one stage")),
        milliseconds(record.case("long kernel", "one stage")),
        milliseconds(record.case("copy out", GROUP)),
    ]
    for one, chunks in zip(axes, CHUNKS):
        free = [0.0] * len(STAGES)  # when each unit has time again
        for chunk in range(chunks):
            ready = 0.0
            for stage, length in enumerate(lengths):
                begin = max(ready, free[stage])
                ready = free[stage] = begin + length / chunks
                one.barh(stage, length / chunks, left=begin, color=look[stage], hatch=HATCHES[stage], edgecolor="white")
                one.text(begin + length / chunks / 2, stage, str(chunk), ha="center", va="center", fontsize="small",
                         bbox={"facecolor": one.get_facecolor(), "edgecolor": "none", "pad": 1})
        measured = milliseconds(record.case(f"{chunks} chunks", GROUP))
        one.axvline(measured, color=look[3], linestyle="--", label="measured end")
        one.set_yticks(range(len(STAGES)), STAGES)
        one.invert_yaxis()
        one.set_xlim(0, 1.08 * milliseconds(record.case("1 chunks", GROUP)))
        one.set_title("one piece" if chunks == 1 else f"{chunks} chunks", fontsize="medium", loc="left")
    axes[0].legend(frameon=False, loc="lower left")
    axes[-1].set_xlabel("ms")


draw(
    plot,
    "The bars are as long as each stage was measured by itself, and stand where streams allow them. The dashed line is"
    " the measured end of the whole.",
    "Two timelines with three rows each. In one piece the stages follow each other. In four chunks they overlap, and"
    " the end comes in about half of the time, a little after the last bar.",
    [record],
    rows=2,
    size=(8.0, 4.6),
)
