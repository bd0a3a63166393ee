#!/usr/bin/env python3
"""Write compile_commands.json for clangd, so that an editor knows CUDA and the course's headers.

    setup/compile-commands.py [FOLDER]    # `make editor`; FOLDER has the labs, default: this repository

It lists every .cu file of the labs, lectures and experiments. Where clang understands the CUDA toolkit, it reads the
toolkit's headers; else those of the emulator, which has the calls that the labs need. The entries of build/compile_commands.json, the
project's own C++, follow where they are.
"""

import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("labs", "solutions", "lectures/code", "experiments")


def clang():
    """The course's clang++."""
    found = subprocess.run([ROOT / "setup/find-clang.sh"], capture_output=True, text=True, check=False).stdout.split()
    if not found:
        sys.exit("compile-commands.py: there is no clang++; `make tools` installs one")
    return found[0]


def understands(flags):
    """Whether clang reads an empty kernel with these flags: it may be older than the CUDA toolkit."""
    kernel = "__global__ void kernel(int* out) { *out = threadIdx.x; }\nvoid run(int* out) { kernel<<<1, 1>>>(out); }\n"
    return subprocess.run([*flags, "-"], input=kernel, capture_output=True, text=True, check=False).returncode == 0


def flags_for_cuda():
    common = [clang(), "-x", "cuda", "-std=c++17", "-include", "cuda_runtime.h", "-Wno-unknown-cuda-version", "-fsyntax-only"]
    toolkit = subprocess.run([ROOT / "setup/find-cuda.sh"], capture_output=True, text=True, check=False).stdout.strip()
    with_toolkit = [*common, f"--cuda-path={toolkit}", "--cuda-gpu-arch=sm_75"]
    if toolkit and understands(with_toolkit):
        return with_toolkit
    # As the emulator's check of the language has them (simt/language_check.cpp): of clang's own headers only those of C.
    own = subprocess.run([common[0], "-print-resource-dir"], capture_output=True, text=True, check=True).stdout.strip()
    return [
        *common,
        *("-nocudainc", "-nocudalib", "-nobuiltininc", "-fdeclspec", "--cuda-gpu-arch=sm_75"),
        *("-Xclang", "-fno-cuda-host-device-constexpr"),
        *("-I", str(ROOT / "simt/include"), "-idirafter", f"{own}/include"),
    ]


def interface(folder, file):
    """A solution includes the header of its lab."""
    lab = folder / "labs" / file.parent.name
    return ["-I", str(lab)] if lab.is_dir() and lab != file.parent else []


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT).resolve()
    flags = flags_for_cuda()
    entries = [
        {"directory": str(folder), "file": str(file), "arguments": [*flags, *interface(folder, file), str(file)]}
        for place in FOLDERS
        for file in sorted((folder / place).rglob("*.cu"))
        if "original" not in file.parts
    ]
    if not entries:
        sys.exit(f"compile-commands.py: there is no .cu file below {folder}")
    built = folder / "build/compile_commands.json"
    if built.is_file():
        entries += json.loads(built.read_text())
    target = folder / "compile_commands.json"
    new = target.with_suffix(".json.new")
    new.write_text(json.dumps(entries, indent=1) + "\n")
    os.replace(new, target)
    print(f"{target}: {len(entries)} files")


if __name__ == "__main__":
    main()
