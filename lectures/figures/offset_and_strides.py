#!/usr/bin/env python3
"""S3.4: a copy in blocks of 16 × 16: today's time beside today's and 2008's bytes."""

from _drawing import HATCHES, Record, draw

measured = Record("experiments/S3.4.json")
counted, old = Record("emulated/S3.4.json"), Record("emulated/S3.4-gtx280.json")


def plot(axes, look):
    labels = [case["label"] for case in measured.cases()]
    first = measured.case("aligned")["gbps"]

    def bytes_of(record):
        moved = [
            record.case(label)["counts"]["load_sectors"] + record.case(label)["counts"]["store_sectors"]
            for label in labels
        ]
        return [one / moved[0] for one in moved]

    rows = (
        ([first / measured.case(label)["gbps"] for label in labels], "time, H200, measured"),
        (bytes_of(counted), "bytes, H200, counted"),
        (bytes_of(old), "bytes, GTX 280, counted"),
    )
    for number, (values, label) in enumerate(rows):
        places = [row + 0.27 * number for row in range(len(labels))]
        axes.barh(places, values, 0.25, color=look[number], hatch=HATCHES[number], label=label)
    axes.set_yticks([row + 0.27 for row in range(len(labels))], labels)
    axes.invert_yaxis()
    axes.set_xlabel("multiple of the aligned copy")
    axes.legend(frameon=False)


draw(
    plot,
    "A copy in blocks of 16 × 16 threads. Time and bytes as multiples of what the aligned copy has. Bytes are counted"
    " before any cache.",
    "Seven groups of three bars. Offset by one costs an H200 hardly any time. Strides cost more and more bytes, and"
    " less time than bytes.",
    [measured, counted, old],
    size=(8.0, 5.0),
)
