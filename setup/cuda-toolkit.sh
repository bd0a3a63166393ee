#!/bin/sh
# cuda-toolkit.sh: put nvcc and the CUDA runtime into .deps/cuda, from NVIDIA's wheels on PyPI; needs no root.
# Pinned by cuda-toolkit.txt; does nothing when that very list is there. A driver it does not bring.
set -eu
cd "$(dirname -- "$0")/.."

list=setup/cuda-toolkit.txt
oldest_driver=580 # for CUDA 13 (NVIDIA's CUDA release notes)

if cmp -s "$list" .deps/cuda/cuda-toolkit.txt; then
  echo "CUDA toolkit: already in .deps/cuda"
  exit 0
fi
command -v g++ >/dev/null || setup/require.sh build # nvcc compiles the host's half with g++

mkdir -p .deps
new=$(mktemp -d .deps/cuda.XXXXXX)
trap 'rm -rf "$new"' EXIT
setup/pip.sh --version >/dev/null # or it says here what is missing
echo "CUDA toolkit: installing nvcc into .deps/cuda (a download of about 100 MB)"
if ! setup/pip.sh install --quiet --no-deps --require-hashes --only-binary :all: --no-compile \
  --target "$new/wheels" -r "$list" >"$new/log" 2>&1; then
  tail -n 5 "$new/log" >&2
  echo "CUDA toolkit: pip could not install what $list names. Check the connection and run 'make cuda-toolkit' again." >&2
  exit 3
fi

# The wheels lay their files as a toolkit does, but for two links that compilers and CMake look for.
toolkit=$new/wheels/nvidia/cu13
ln -s lib "$toolkit/lib64"
ln -s libcudart.so.13 "$toolkit/lib/libcudart.so"
cp "$list" "$toolkit/"

echo '#include <cuda_runtime.h>
__global__ void kernel(float* x) { *x = 1; }
int main() { kernel<<<1, 1>>>(nullptr); }' >"$new/try.cu"
if ! "$toolkit/bin/nvcc" -cudart shared -o "$new/try" "$new/try.cu" >"$new/log" 2>&1; then
  cat "$new/log" >&2
  echo "CUDA toolkit: the new nvcc does not compile a trivial kernel here; nothing was installed." >&2
  exit 3
fi

rm -rf .deps/cuda
mv "$toolkit" .deps/cuda
echo "CUDA toolkit: $(.deps/cuda/bin/nvcc --version | sed -n 's/^Cuda compilation tools, //p') is in .deps/cuda"

driver=$(sed -n 's/^NVRM version:.* \([0-9]\{3,\}\)\.[0-9.]* .*/\1/p' /proc/driver/nvidia/version 2>/dev/null || true)
if [ -z "$driver" ]; then
  echo "CUDA toolkit: this machine has no NVIDIA driver, so it can compile for a GPU but not run on one"
elif [ "$driver" -lt "$oldest_driver" ]; then
  echo "CUDA toolkit: the driver here is $driver; running what this nvcc compiles needs $oldest_driver or newer" >&2
fi
