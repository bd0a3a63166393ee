#!/usr/bin/env python3
"""Record how often nvcc copies the bodies of loops: its PTX of small kernels with loops of constant rounds.

    measurements/record_unrolling.py measurements/data/unrolling.json             # needs nvcc, but no GPU
    measurements/record_unrolling.py --table measurements/data/unrolling.json     # as Markdown

Each kernel's loop has one of five bodies and 0 to 8 further statements of three instructions. The limits in
simt/instrument/unrolling.cpp are chosen by this record.
"""
import json
import pathlib
import re
import tempfile

import nsight
import provenance

ROUNDS = (16, 24, 32, 64)
STATEMENTS = range(9)
BODIES = {
    "product, both shared": "sum += a[k] * s[t + k];",
    "maximum of chosen": "sum = fmaxf(sum, p[t + k] < limit ? 0.f : s[t + k]);",
    "product, one global": "sum += g[k] * s[t + k];",
    "sum": "sum += s[t + k];",
    "product, a row of global": "sum += g[row * n + k] * a[k];",
}


def kernel(name, body, statements, rounds):
    more = " ".join(f"w = (w ^ (w >> {i + 3})) * {2 * i + 5}u;" for i in range(statements))
    return f"""extern "C" __global__ void {name}(float* out, const float* g, unsigned* wo, int limit, int n) {{
  __shared__ float s[320]; __shared__ float a[32]; __shared__ signed char p[320];
  const int t = threadIdx.x, row = blockIdx.x;
  s[t] = g[t]; a[t % 32] = g[t + 9]; p[t] = t; s[t + 64] = t; p[t + 64] = 1;
  __syncthreads();
  float sum = 0;
  unsigned w = t;
  for (int k = 0; k < {rounds}; ++k) {{ {body} {more} }}
  out[t] = sum;
  wo[t] = w;
}}
"""


def copies(ptx, name):
    """How many copies of the body there are: additions to the sum, or maxima."""
    text = re.search(rf"\.entry {name}\(.*?^}}", ptx, re.DOTALL | re.MULTILINE).group(0)
    return len(re.findall(r"(?:fma\.rn|add|max)\.f32", text))


def record(options):
    data = provenance.made("copies that nvcc makes of the bodies of loops", options, "measurements/record_unrolling.py")
    with tempfile.TemporaryDirectory() as folder:
        source, ptx = pathlib.Path(folder) / "loops.cu", pathlib.Path(folder) / "loops.ptx"
        cases = [(body, statements, rounds) for body in BODIES for rounds in ROUNDS for statements in STATEMENTS]
        source.write_text("".join(kernel(f"loop_{i}", BODIES[body], *rest) for i, (body, *rest) in enumerate(cases)))
        nsight.run([nsight.nvcc(), "-w", "-std=c++17", "-O3", "-arch=sm_90", "--ptx", source, "-o", ptx])
        text = ptx.read_text()
    loops = {}
    for i, (body, _, rounds) in enumerate(cases):
        loops.setdefault(body, {}).setdefault(str(rounds), []).append(copies(text, f"loop_{i}"))
    data |= {"compiler": nsight.run([nsight.nvcc(), "--version"]).splitlines()[-2], "loops": loops}
    provenance.write(options.file, data)


def table(file):
    data = json.loads(file.read_text())
    lines = [f"{data['what']}: {data['compiler']}, {data['date']}. With 0, 1, … 8 further statements.", "",
             "| body | rounds | copies |", "|---|---|---|"]
    for body, by_rounds in data["loops"].items():
        lines += [f"| {body} | {rounds} | {' '.join(map(str, counts))} |" for rounds, counts in by_rounds.items()]
    return "\n".join(lines)


def main():
    options = provenance.arguments(__doc__).parse_args()
    if options.table:
        print(table(options.file))
    else:
        record(options)


if __name__ == "__main__":
    main()
