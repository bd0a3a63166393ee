#!/usr/bin/env python3
"""Record what a GPU's caches do for the kernels that the emulator's cache model is held against.

    lectures/record_caches.py --commit "$(git rev-parse HEAD)" lectures/data/emulator_caches_h200.json

Needs an NVIDIA GPU, nvcc and Nsight Compute (ncu), which empties the caches before each kernel. Every case of
autograder/simt/truth/matvec.cu is launched once.
"""
import argparse
import csv
import datetime
import io
import json
import os
import pathlib
import tempfile

import record_truth

METRICS = {
    "sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "l1_hits": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum",
    "l2_reads": "lts__t_sectors_srcunit_tex_op_read.sum",
    "l2_hits": "lts__t_sectors_srcunit_tex_op_read_lookup_hit.sum",
    "dram_read_bytes": "dram__bytes_read.sum",
}


def profile():
    source = record_truth.ROOT / "autograder/simt/truth/matvec.cu"
    nvcc = pathlib.Path(record_truth.run([record_truth.ROOT / "setup/find-cuda.sh"]).strip()) / "bin/nvcc"
    with tempfile.TemporaryDirectory() as work:
        program = pathlib.Path(work) / "matvec"
        record_truth.run([nvcc, "-O2", "-arch=native", "-o", program, source])
        return record_truth.run(["ncu", "--csv", "--page", "raw", "--metrics", ",".join(METRICS.values()), program])


def parse(output):
    """Counters by label. The program prints a label before each launch; ncu's own lines begin with ==."""
    head, table = output.split('"ID"', 1)
    labels = [line for line in head.splitlines() if line and not line.startswith("==")]
    rows = [row for row in csv.DictReader(io.StringIO('"ID"' + table)) if row["ID"]]
    assert len(labels) == len(rows), f"{len(labels)} labels but {len(rows)} launches"
    return {
        label: {name: round(float(row[metric].replace(",", ""))) for name, metric in METRICS.items()}
        for label, row in zip(labels, rows)
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--commit", default="unknown", help="what was measured: git rev-parse HEAD")
    arguments = parser.parse_args()
    data = {
        "what": "what the caches did for the matrix-vector products that the emulator's cache model is held against",
        "device": record_truth.gpu("name"),
        "driver": record_truth.gpu("driver_version"),
        "profiler": record_truth.run(["ncu", "--version"]).splitlines()[-1],
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d"),
        "commit": arguments.commit,
        "command": "lectures/record_caches.py",
        "metrics": METRICS,
        "kernels": parse(profile()),
    }
    unfinished = arguments.file.with_suffix(".unfinished")
    unfinished.write_text(json.dumps(data, indent=1) + "\n")
    os.replace(unfinished, arguments.file)


if __name__ == "__main__":
    main()
