#!/bin/sh
# configure.sh BUILD [FLAG…]: run CMake for the folder BUILD if it never was, if the flags given are new ones, or if
# it would find another CUDA toolkit or other test packages than last time. Changes of CMake's files ninja notices.
set -eu
cd "$(dirname -- "$0")/.."
build=$1
shift

toolkit=$(setup/find-cuda.sh)
found="CUDA: ${toolkit:-none}; no tests for want of: $(setup/missing.sh test | xargs)"
state=$build/configured # what was found and the flags, of the last time
if [ -f "$build/build.ninja" ] && [ -f "$state" ] && [ "$found" = "$(sed -n 1p "$state")" ]; then
  if [ $# = 0 ] || [ "$*" = "$(sed -n 2p "$state")" ]; then exit 0; fi
fi

setup/versions.sh
mkdir -p "$build"
echo "configuring in $build/"
if ! cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release "$@" >"$build/configure.log" 2>&1; then
  sed -n '/^CMake Error/,$p' "$build/configure.log" | grep -v '^$' | head -n 20 >&2
  echo "CMake could not configure the build; all it said is in $build/configure.log" >&2
  exit 3
fi
printf '%s\n' "$found" "$*" >"$state"
if [ -z "$toolkit" ]; then
  echo "no CUDA toolkit: the emulator grades; 'make cuda-toolkit' installs nvcc here without root"
fi
