#!/usr/bin/env python3
"""Record a GPU's cache counters for the kernels with which the emulator's cache model is compared.

    measurements/record_caches.py --commit "$(git rev-parse HEAD)" measurements/data/emulator_caches_h200.json

Needs an NVIDIA GPU, nvcc and Nsight Compute (ncu), which empties the caches before each kernel. Launches every case of
simt/tests/truth/matvec.cu once.
"""
import pathlib
import sys
import tempfile

import nsight
import provenance
from provenance import ROOT

METRICS = {
    "sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "l1_hits": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum",
    "l2_reads": "lts__t_sectors_srcunit_tex_op_read.sum",
    "l2_hits": "lts__t_sectors_srcunit_tex_op_read_lookup_hit.sum",
    "dram_read_bytes": "dram__bytes_read.sum",
}


def kernels():
    """Returns the counters by label; the program prints a label before each launch."""
    with tempfile.TemporaryDirectory() as work:
        program = pathlib.Path(work) / "matvec"
        nsight.run([nsight.nvcc(), "-O2", "-arch=native", "-o", program, ROOT / "simt/tests/truth/matvec.cu"])
        labels, launches = nsight.profile([program], METRICS)
    if len(labels) != len(launches):
        sys.exit(f"record_caches: {len(labels)} labels but {len(launches)} launches")
    return dict(zip(labels, launches))


def main():
    options = provenance.arguments(__doc__, table=False).parse_args()
    data = provenance.made("what the caches did for the matrix-vector products that the emulator's cache model is held against",
                           options, "measurements/record_caches.py")
    data |= {
        "device": provenance.gpu("name"),
        "driver": provenance.gpu("driver_version"),
        "profiler": nsight.version(),
        "metrics": METRICS,
        "kernels": kernels(),
    }
    provenance.write(options.file, data)


if __name__ == "__main__":
    main()
