#!/usr/bin/env python3
"""Record hardware counters for the kernels with which the emulator's counters are compared.

    cmake --build build --target truth
    measurements/record_truth.py --commit "$(git rev-parse HEAD)" measurements/data/emulator_truth_h200.json
    measurements/record_truth.py --lab lab7 measurements/data/emulator_truth_h200.json     # records only that lab's solution again

Needs an NVIDIA GPU, nvcc and Nsight Compute (ncu). Every kernel of simt/tests/truth/kernels.cu is launched once,
then every part of every solution in solutions/ at the size the emulator counts at.
"""
import json
import pathlib
import sys
import tempfile

import nsight
import provenance
from provenance import ROOT

PROGRAMS = ROOT / "build/bin"

REPETITIONS = 8  # of every solution's part

METRICS = {
    "global_load_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "global_load_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "global_store_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "global_store_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "shared_load_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "shared_load_conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
    "shared_store_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "shared_store_conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
}


def profile(command):
    """The program's output lines and the counters of its launches, without fixing the GPU's clock."""
    return nsight.profile(command, METRICS, ["--clock-control", "none"])


def fewest(runs):
    """The smallest of several readings for each launch: in large launches, shared-memory counters sometimes include a
    few wavefronts that lost an arbitration against global traffic, which is not a property of the code."""
    return [{name: min(run[i][name] for run in runs) for name in METRICS} for i in range(len(runs[0]))]


def kernels():
    labels, launches = profile([PROGRAMS / "truth-gpu"])
    if len(labels) != len(launches):
        sys.exit(f"record_truth: {len(labels)} labels but {len(launches)} launches")
    return dict(zip(labels, launches))


def solutions(labs):
    """The counters of every part of these labs, except for the parts that the exceptions' file excludes
    ("not_recorded")."""
    parts = {}
    left_out = json.loads((ROOT / "measurements/data/emulator_truth_exceptions.json").read_text())["not_recorded"]
    nvcc = nsight.nvcc()
    for folder in sorted((ROOT / "solutions").glob(f"{labs}_*")):
        lab = folder.name.split("_")[0]
        source = next(folder.glob("*.cu"))
        with tempfile.TemporaryDirectory() as work:
            library = pathlib.Path(work) / "library.so"
            nsight.run([nvcc, "-std=c++17", "-O3", "-arch=native", "-shared", "-Xcompiler", "-fPIC", "-cudart", "shared",
                        "-I", ROOT / "labs" / folder.name, source, "-o", library])
            for part in nsight.run([PROGRAMS / "truth-solution", ".", lab]).split():
                if part in left_out:
                    continue
                _, launches = profile([PROGRAMS / "truth-solution", ".", lab, part, library, REPETITIONS])
                each = len(launches) // REPETITIONS
                launches = fewest([launches[i * each:(i + 1) * each] for i in range(REPETITIONS)])
                parts[part] = {name: sum(launch[name] for launch in launches) for name in METRICS}
    return parts


def table(file):
    """The record as Markdown, with the differences of the emulator."""
    data = json.loads(file.read_text())
    exceptions = json.loads((ROOT / "measurements/data/emulator_truth_exceptions.json").read_text())
    columns = ["load requests", "sectors", "store requests", "sectors", "shared-load wavefronts", "conflicts",
               "shared-store wavefronts", "conflicts"]
    lines = [
        "# What the hardware counts, and the emulator with it",
        "",
        f"{data['device']}, driver {data['driver']}, Nsight Compute {data['profiler'].split()[1]}, {data['date']}, commit "
        f"{data['commit'][:10]}: {len(data['kernels'])} kernels of `simt/tests/truth/kernels.cu` and the solutions, "
        "part by part. The emulator counts the same to the unit (a test holds it to that), except where a note says otherwise. "
        f"Made by `measurements/record_truth.py --table measurements/data/{file.name}`.",
    ]
    for lab, anew in data.get("anew", {}).items():
        lines.append(f"The solution of {lab} was recorded anew: {anew['date']}, commit {anew['commit'][:10]}.")
    lines += ["", "Not recorded:", ""]
    lines += [f"* {label}: {why}" for label, why in exceptions["not_recorded"].items()]
    for title, group in (("Solutions", "solutions"), ("Kernels", "kernels")):
        lines += ["", f"## {title}", "", "| | " + " | ".join(columns) + " |", "|---|" + "---|" * len(columns)]
        for label, counts in data[group].items():
            mark = " \\*" if label in exceptions[group] else ""
            lines.append(f"| {label}{mark} | " + " | ".join(str(counts[name]) for name in METRICS) + " |")
        for label, metrics in exceptions[group].items():
            for name, note in metrics.items():
                lines += ["", f"\\* {label}, {name.replace('_', ' ')} ({note['sass']}): {note['why']}."]
    return "\n".join(lines)


def main():
    parser = provenance.arguments(__doc__)
    parser.add_argument("--lab", help="record this lab's solution again and keep the rest of the file")
    options = parser.parse_args()
    if options.table:
        print(table(options.file))
        return
    if options.lab:
        data = json.loads(options.file.read_text())
        data["solutions"] |= solutions(options.lab)
        # The order in the file has no meaning; the table shows the parts in their order.
        data["solutions"] = dict(sorted(data["solutions"].items()))
        data.setdefault("anew", {})[options.lab] = provenance.made("its solution's counters", options,
                                                                   f"measurements/record_truth.py --lab {options.lab}")
        provenance.write(options.file, data)
        return
    data = provenance.made("counters of Nsight Compute for the kernels the emulator is held against", options,
                           "measurements/record_truth.py")
    data |= {
        "device": provenance.gpu("name"),
        "driver": provenance.gpu("driver_version"),
        "profiler": nsight.version(),
        "metrics": METRICS,
        "kernels": kernels(),
        "solutions": solutions("lab*"),
    }
    provenance.write(options.file, data)


if __name__ == "__main__":
    main()
