#!/bin/sh
# find-cuda.sh: print the folder of the CUDA toolkit to use, or nothing: the first folder with an nvcc of CUDA 12 or newer
# among $CUDA_HOME, $CUDA_PATH, the nvcc in PATH, /usr/local/cuda, .deps/cuda (made by `make cuda-toolkit`). Nothing with
# CUDA_HOME=none: as on a machine without a toolkit.
set -eu
if [ "${CUDA_HOME-}" = none ]; then exit 0; fi
cd "$(dirname -- "$0")/.."

# CUDA_VERSION from cuda.h, 13000 for 13.0. Starting nvcc for its version would take longer than this whole script.
cuda_version() {
  for header in "$1"/include/cuda.h "$1"/targets/*/include/cuda.h; do
    if [ -r "$header" ]; then
      sed -n 's/^#define CUDA_VERSION \([0-9]*\).*/\1/p' "$header"
      return
    fi
  done
}

nvcc_in_path=$(command -v nvcc || true)
if [ -n "$nvcc_in_path" ]; then nvcc_in_path=$(dirname -- "$(dirname -- "$(readlink -f -- "$nvcc_in_path")")"); fi

for root in "${CUDA_HOME:-}" "${CUDA_PATH:-}" "$nvcc_in_path" /usr/local/cuda "$PWD/.deps/cuda"; do
  if [ -n "$root" ] && [ -x "$root/bin/nvcc" ]; then
    version=$(cuda_version "$root")
    if [ "${version:-0}" -ge 12000 ]; then
      (cd -- "$root" && pwd -P) # one name, however it was found: another one would mean another build
      exit 0
    fi
  fi
done
