#!/usr/bin/env python3
"""Write compile_commands.json for clangd, so that an editor knows CUDA and the course's headers.

    setup/compile-commands.py [FOLDER]    # `make editor`; FOLDER has the labs, default: this repository

It lists every .cu file of the labs, lectures and experiments. With a CUDA toolkit clang reads its headers; without one it
reads those of the emulator, which has the calls that the labs need. The entries of build/compile_commands.json, the
project's own C++, follow where they are.
"""

import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("labs", "solutions", "lectures/code", "experiments")


def cuda_flags():
    toolkit = subprocess.run([ROOT / "setup/find-cuda.sh"], capture_output=True, text=True, check=False).stdout.strip()
    if toolkit:
        # clangd's clang may be older than the toolkit, and knows old chips at least.
        return [f"--cuda-path={toolkit}", "--cuda-gpu-arch=sm_75", "-Wno-unknown-cuda-version"]
    # As the emulator's check of the language has them (simt/language_check.cpp).
    return ["-nocudainc", "-nocudalib", "-nobuiltininc", "-fdeclspec", "-I", str(ROOT / "simt/include")]


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT).resolve()
    flags = ["clang++", "-x", "cuda", "-std=c++17", *cuda_flags(), "-include", "cuda_runtime.h", "-fsyntax-only"]
    entries = [
        {"directory": str(folder), "file": str(file), "arguments": [*flags, str(file)]}
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
