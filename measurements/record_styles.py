#!/usr/bin/env python3
"""Record hardware counters of kernels in the styles of real code, and of single requests in shared memory and atomics.

    cmake --build build --target truth-styles
    measurements/record_styles.py --commit "$(git rev-parse HEAD)" measurements/data/emulator_styles_h200.json

Needs an NVIDIA GPU and Nsight Compute (ncu). Every launch of simt/tests/truth/styles/*.cu is profiled twice: the
smaller count is kept, because counters of shared memory sometimes include passes that lost an arbitration. A counter
that is not in the file was 0. Launches that use local memory, and counts that are not the same both times, are named.

With --only FILE… (names without .cu), the file's other records stay as they are.

Or from what ncu printed on another machine, as files LABEL.REPETITION.csv with a provenance.txt (GPU and driver, then the
versions of ncu and nvcc, one a line):

    measurements/record_styles.py --printed FOLDER --commit … measurements/data/emulator_styles_h200.json
"""
import json
import pathlib
import sys

import nsight
import provenance
from provenance import ROOT

PROGRAMS = ROOT / "build/bin"
STYLES = ROOT / "simt/tests/truth/styles"
REPETITIONS = 2

GLOBAL = {"load": "ld", "store": "st", "atomic": "atom", "reduction": "red"}
SHARED = {"load": "ld", "store": "st", "atomic": "atom"}

METRICS = (
    {f"global_{name}_requests": f"l1tex__t_requests_pipe_lsu_mem_global_op_{op}.sum" for name, op in GLOBAL.items()}
    | {f"global_{name}_sectors": f"l1tex__t_sectors_pipe_lsu_mem_global_op_{op}.sum" for name, op in GLOBAL.items()}
    | {f"global_{name}_wavefronts": f"l1tex__t_output_wavefronts_pipe_lsu_mem_global_op_{op}.sum"
       for name, op in GLOBAL.items() if name in ("atomic", "reduction")}
    | {f"global_{name}_set_accesses": f"l1tex__t_set_accesses_pipe_lsu_mem_global_op_{op}.sum"
       for name, op in GLOBAL.items() if name in ("atomic", "reduction")}
    | {f"shared_{name}_wavefronts": f"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{op}.sum" for name, op in SHARED.items()}
    | {f"shared_{name}_conflicts": f"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{op}.sum" for name, op in SHARED.items()}
    | {
        "shared_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum",
        "shared_conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum",
        "shared_atomic_instructions": "smsp__inst_executed_op_shared_atom.sum",
        "shared_atomic_alu_instructions": "smsp__inst_executed_op_shared_atom_dot_alu.sum",
        "shared_atomic_cas_instructions": "smsp__inst_executed_op_shared_atom_dot_cas.sum",
        "global_reduction_instructions": "smsp__inst_executed_op_global_red.sum",
        "generic_atomic_alu_instructions": "smsp__inst_executed_op_generic_atom_dot_alu.sum",
        "generic_atomic_cas_instructions": "smsp__inst_executed_op_generic_atom_dot_cas.sum",
        "local_load_requests": "l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum",
        "local_store_requests": "l1tex__t_requests_pipe_lsu_mem_local_op_st.sum",
    }
)


def readings(options, style, repetition):
    """The labels and the counters of one run of a file's launches."""
    if options.printed:
        return nsight.parse((options.printed / f"{style}.{repetition + 1}.csv").read_text(), METRICS)
    return nsight.profile([PROGRAMS / f"truth-styles-{style}"], METRICS, ["--clock-control", "none", "--cache-control", "none"])


def recorded(options, style, varying):
    """{label: {name: count}} of a file; adds counts that were not the same in both runs to `varying`."""
    runs = [readings(options, style, repetition) for repetition in range(REPETITIONS)]
    labels = runs[0][0]
    for _, launches in runs:
        if len(launches) != len(labels):
            sys.exit(f"record_styles: {style}: {len(labels)} labels but {len(launches)} launches")
    counts = {}
    for i, label in enumerate(labels):
        counts[label] = {}
        for name in runs[0][1][i]:
            values = [launches[i][name] for _, launches in runs]
            if min(values) != 0:
                counts[label][name] = min(values)
            if min(values) != max(values):
                varying.setdefault(style, {}).setdefault(label, {})[name] = values
    return counts


def arguments(description):
    """The command line of this script and of record_patterns.py."""
    parser = provenance.arguments(description, table=False)
    parser.add_argument("--printed", type=pathlib.Path, help="a folder of what ncu printed")
    return parser


def tools(options):
    """The GPU, its driver and the versions of the tools."""
    if options.printed:
        gpu, profiler, nvcc = (options.printed / "provenance.txt").read_text().splitlines()[1:4]
        device, driver = gpu.split(", ")
    else:
        device, driver = provenance.gpu("name"), provenance.gpu("driver_version")
        profiler, nvcc = nsight.version(), nsight.run([nsight.nvcc(), "--version"]).splitlines()[-2]
    return {"device": device, "driver": driver, "profiler": profiler, "nvcc": nvcc}


def main():
    parser = arguments(__doc__)
    parser.add_argument("--only", nargs="+", metavar="FILE", help="record these files of kernels again, keep the others")
    options = parser.parse_args()
    styles = sorted(options.only or (file.stem for file in STYLES.glob("*.cu") if file.stem != "gpu_main"))
    varying = {}
    launches = {style: recorded(options, style, varying) for style in styles}
    made = provenance.made("counters of Nsight Compute for kernels in the styles of real code", options,
                           "measurements/record_styles.py") | tools(options)
    if options.only:
        data = json.loads(options.file.read_text())
        kept = {style: counts for style, counts in data["varying"].items() if style not in styles}
        data["varying"] = dict(sorted((kept | varying).items()))
        data["launches"] = dict(sorted((data["launches"] | launches).items()))
        data.setdefault("recorded_anew", {}).update({style: made for style in styles})
    else:
        data = made | {"metrics": METRICS, "varying": varying, "launches": launches}
    provenance.write(options.file, data)
    for style, labels in launches.items():
        for label, counts in labels.items():
            if counts.get("local_load_requests") or counts.get("local_store_requests"):
                print(f"uses local memory: {style}, {label}")
    print(f"{sum(map(len, launches.values()))} launches; {sum(map(len, varying.values()))} not the same in both runs")


if __name__ == "__main__":
    main()
