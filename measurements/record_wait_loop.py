#!/usr/bin/env python3
"""Record what nvcc makes of loops that wait for a counter in global memory.

    measurements/record_wait_loop.py measurements/data/wait_loop.json
    measurements/record_wait_loop.py --table measurements/data/wait_loop.json > measurements/wait-loop.md

Needs nvcc, but no GPU: compiles wait_loop.cu to PTX and counts, in each kernel, the loads of global memory inside and
outside of its loop. What ptxas makes of the PTX is not looked at.
"""
import json
import pathlib
import re
import tempfile

import nsight
import provenance
from provenance import ROOT

SOURCE = ROOT / "measurements/wait_loop.cu"
ARCHITECTURES = ("sm_75", "sm_90")
WAYS = {
    "plain": "`while (count != 0);`",
    "through_volatile": "by a `volatile` load",
    "through_atomic": "by an atomic load, acquire",
    "through_ldcv": "by `__ldcv`",
}


def loop_of(lines):
    """The lines from a label to the branch that goes back to it; none if no branch goes back."""
    labels = {line[:-1]: number for number, line in enumerate(lines) if line.endswith(":")}
    for number, line in enumerate(lines):
        branch = re.search(r"\bbra(?:\.uni)? (\S+);", line)
        if branch and labels[branch[1]] < number:
            return lines[labels[branch[1]] : number + 1]
    return []


def kernel(body):
    lines = [" ".join(line.split()) for line in body.splitlines()]
    loop = loop_of(lines)
    loads = [line for line in lines if re.match(r"ld\.(?!param)", line)]
    inside = [line for line in loop if line in loads]
    return {
        "has_loop": bool(loop),
        "loop_can_end": any(line.startswith("@") for line in loop),
        "loads_in_loop": [line.split()[0] for line in inside],
        "loads_outside": [line.split()[0] for line in loads if line not in inside],
    }


def kernels(architecture):
    with tempfile.TemporaryDirectory() as work:
        ptx = pathlib.Path(work) / "wait_loop.ptx"
        nsight.run([nsight.nvcc(), "-std=c++17", "-O3", "-arch=" + architecture, "-ptx", "-o", ptx, SOURCE])
        text = ptx.read_text()
    bodies = re.findall(r"\.entry (\w+)\(.*?\)\s*\{(.*?)\n\}", text, re.DOTALL)
    return {name: kernel(body) for name, body in bodies}


def toolkit():
    return re.search(r"release ([\d.]+)", provenance.output([nsight.nvcc(), "--version"]))[1]


def words(loads):
    return ", ".join(f"`{load}`" for load in loads) or "none"


def table(file):
    data = json.loads(file.read_text())
    lines = [
        "# A loop that waits for a counter",
        "",
        f"What nvcc makes of `while (count != 0);` and of its cures, as PTX: CUDA {data['toolkit']}, {data['date']}, commit",
        f"{data['commit'][:10]}. Made by `measurements/record_wait_loop.py --table measurements/data/wait_loop.json` from",
        "[wait_loop.cu](wait_loop.cu). What the assembler `ptxas` makes of the PTX has not been looked at.",
        "",
        "| loop | for | loads in the loop | loads before it | the loop can end |",
        "|---|---|---|---|---|",
    ]
    for architecture, found in data["kernels"].items():
        for name, way in WAYS.items():
            one = found[name]
            lines.append(
                f"| {way} | {architecture} | {words(one['loads_in_loop'])} | {words(one['loads_outside'])} "
                f"| {'yes' if one['loop_can_end'] else 'no'} |"
            )
    plain = [found["plain"] for found in data["kernels"].values()]
    if all(one["has_loop"] and not one["loop_can_end"] and not one["loads_in_loop"] for one in plain):
        lines += [
            "",
            "So the plain loop is not removed, as is said of an older compiler. The counter is read once; if it is not 0",
            "then, the kernel branches to the same place for ever.",
        ]
    return "\n".join(lines) + "\n"


def main():
    options = provenance.arguments(__doc__).parse_args()
    if options.table:
        print(table(options.file), end="")
        return
    data = provenance.made("loops that wait for a counter, in PTX", options, "measurements/record_wait_loop.py")
    data |= {"toolkit": toolkit(), "kernels": {architecture: kernels(architecture) for architecture in ARCHITECTURES}}
    provenance.write(options.file, data)


if __name__ == "__main__":
    main()
