#!/bin/sh
# configure.sh BUILD [FLAG…]: run CMake for the folder BUILD, if CMake has not run there yet, if the flags have changed, or
# if the CUDA toolkit, the versions of LLVM or optional packages have changed. Ninja itself notices changes of CMake's files.
set -eu
cd "$(dirname -- "$0")/.."
build=$1
shift

toolkit=$(setup/find-cuda.sh)
found="build type Course; CUDA: ${toolkit:-none}; LLVM: $(setup/llvm-headers.sh | xargs); no tests for want of: $(setup/missing.sh test | xargs); no batches for want of: $(setup/missing.sh batch | xargs)"
state=$build/configured # toolkit, packages and flags of the last run
if [ -f "$build/build.ninja" ] && [ -f "$state" ] && [ "$found" = "$(sed -n 1p "$state")" ]; then
  if [ $# = 0 ] || [ "$*" = "$(sed -n 2p "$state")" ]; then exit 0; fi
fi

setup/versions.sh
mkdir -p "$build"
echo "configuring in $build/"
if ! cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Course "$@" >"$build/configure.log" 2>&1; then
  sed -n '/^CMake Error/,$p' "$build/configure.log" | grep -v '^$' | head -n 20 >&2
  echo "CMake could not configure the build; its full output is in $build/configure.log" >&2
  exit 3
fi
printf '%s\n' "$found" "$*" >"$state"
if [ -z "$toolkit" ]; then
  echo "no CUDA toolkit: the emulator grades; 'make cuda-toolkit' installs nvcc here without root"
fi
