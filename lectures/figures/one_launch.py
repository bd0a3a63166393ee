#!/usr/bin/env python3
"""S4.6: one launch with barriers beside many launches, over blocks and threads; and the cut at 1024 threads."""

from _drawing import Record, draw, from_zero, line

record = Record("experiments/S4.6.json")
GROUP = "the largest of all"
CUT = "the largest of 1024"


def shapes(group):
    """(blocks, threads) of the cases of a group that one launch and many launches have in common."""
    found = []
    for case in record.cases(group):
        way, shape = case["label"].rsplit(", ", 1)
        if way == "launches":
            found.append(tuple(int(number) for number in shape.split(" × ")))
    return sorted(found)


def plot(axes, look):
    surface, cut = axes
    all_shapes = shapes(GROUP)
    blocks = sorted({shape[0] for shape in all_shapes})
    threads = sorted({shape[1] for shape in all_shapes})
    gain = [[float("nan")] * len(blocks) for _ in threads]
    for shape in all_shapes:
        name = f"{shape[0]} × {shape[1]}"
        many = record.case(f"launches, {name}", GROUP)["us_a_step"]
        one = record.case(f"one launch, {name}", GROUP)["us_a_step"]
        gain[threads.index(shape[1])][blocks.index(shape[0])] = 100 * (many / one - 1)
    largest = max(abs(value) for row in gain for value in row if value == value)
    # Blue and orange stay apart for all readers; the number says the same.
    surface.imshow(gain, cmap="PuOr", vmin=-largest, vmax=largest, aspect="auto")
    for row, values in enumerate(gain):
        for column, value in enumerate(values):
            if value == value:
                colour = "black" if abs(value) < 0.6 * largest else "white"
                surface.text(column, row, f"{value:+.0f} %", ha="center", va="center", color=colour, fontsize="small")
    surface.set_xticks(range(len(blocks)), blocks)
    surface.set_yticks(range(len(threads)), threads)
    surface.set_xlabel("blocks")
    surface.set_ylabel("threads of a block")
    surface.set_title("one launch is so much faster", fontsize="medium")
    split = shapes(CUT)
    for number, way in enumerate(("one launch", "launches")):
        values = [record.case(f"{way}, {one} × {each}", CUT)["us_a_step"] for one, each in split]
        line(cut, look, number, [one for one, _ in split], values, way)
    cut.set_xscale("log", base=2)
    cut.set_xticks([one for one, _ in split], [one for one, _ in split])
    from_zero(cut)
    cut.set_xlabel("blocks that share 1024 threads")
    cut.set_ylabel("µs per stage")
    cut.legend(frameon=False)


draw(
    plot,
    "Every thread reads all values in every stage. In colours: by how many per cent one launch with barriers is faster"
    " than many launches (negative: slower). As curves: microseconds per stage when 1024 threads are split into more and smaller"
    " blocks.",
    "A table of colours over blocks and threads, mostly negative numbers, and a chart with two curves: both fall at"
    " first as the split gets finer, one launch lies above.",
    [record],
    columns=2,
    size=(9.0, 4.2),
)
