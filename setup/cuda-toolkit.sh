#!/bin/sh
# cuda-toolkit.sh: install nvcc and the CUDA runtime in .deps/cuda, from NVIDIA's wheels on PyPI, without root. The
# versions are those in cuda-toolkit.txt; does nothing if they are installed. Does not install a driver.
set -eu
cd "$(dirname -- "$0")/.."

list=setup/cuda-toolkit.txt
oldest_driver=580 # for CUDA 13 (NVIDIA's CUDA release notes)

if cmp -s "$list" .deps/cuda/cuda-toolkit.txt; then
  echo "CUDA toolkit: already in .deps/cuda"
  exit 0
fi
command -v g++ >/dev/null || setup/require.sh build # nvcc compiles host code with g++

mkdir -p .deps
new=$(mktemp -d .deps/cuda.XXXXXX)
trap 'rm -rf "$new"' EXIT
setup/pip.sh --version >/dev/null # fails here, with a message, if pip is missing
echo "CUDA toolkit: installing nvcc into .deps/cuda (a download of about 100 MB)"
if ! setup/pip.sh install --quiet --no-deps --require-hashes --only-binary :all: --no-compile \
  --target "$new/wheels" -r "$list" >"$new/log" 2>&1; then
  tail -n 5 "$new/log" >&2
  echo "CUDA toolkit: pip could not install the packages in $list. Check the network connection and run 'make cuda-toolkit' again." >&2
  exit 3
fi

# The wheels have the folders of a toolkit, except for two links that compilers and CMake need.
toolkit=$new/wheels/nvidia/cu13
ln -s lib "$toolkit/lib64"
ln -s libcudart.so.13 "$toolkit/lib/libcudart.so"
cp "$list" "$toolkit/"

echo '#include <cuda_runtime.h>
__global__ void kernel(float* x) { *x = 1; }
int main() { kernel<<<1, 1>>>(nullptr); }' >"$new/try.cu"
if ! "$toolkit/bin/nvcc" -cudart shared -o "$new/try" "$new/try.cu" >"$new/log" 2>&1; then
  cat "$new/log" >&2
  echo "CUDA toolkit: the new nvcc cannot compile a trivial kernel on this machine; nothing was installed." >&2
  exit 3
fi

rm -rf .deps/cuda
mv "$toolkit" .deps/cuda
echo "CUDA toolkit: $(.deps/cuda/bin/nvcc --version | sed -n 's/^Cuda compilation tools, //p') is in .deps/cuda"

driver=$(sed -n 's/^NVRM version:.* \([0-9]\{3,\}\)\.[0-9.]* .*/\1/p' /proc/driver/nvidia/version 2>/dev/null || true)
if [ -z "$driver" ]; then
  echo "CUDA toolkit: this machine has no NVIDIA driver: it can compile CUDA code but not run it"
elif [ "$driver" -lt "$oldest_driver" ]; then
  echo "CUDA toolkit: the NVIDIA driver is version $driver; programs compiled by this nvcc need $oldest_driver or newer" >&2
fi
