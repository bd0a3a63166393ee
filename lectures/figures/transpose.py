#!/usr/bin/env python3
"""S3.5: transpose step by step, beside a copy."""

from _drawing import Record, bars, draw

record, peers = Record("experiments/S3.5.json"), Record("experiments/peers.json")


def plot(axes, look):
    labels = ["plain", "through shared memory", "padded", "copy"]
    values = [record.case(label)["gbps"] for label in labels] + [peers.case("cudaMemcpy", "copy 1 GiB")["gbps"]]
    bars(axes, look, [*labels[:3], "copy in the same blocks", "cudaMemcpy"], values, "GB/s")


draw(
    plot,
    "The steps of a transpose, and two copies, in GB/s.",
    "Five bars, each longer than the one before, but for the copy in the same blocks, which is a little slower than the"
    " padded transpose. cudaMemcpy is the fastest.",
    [record, peers],
    size=(8.0, 3.0),
)
