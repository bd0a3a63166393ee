#!/bin/sh
# find-clang.sh: print the clang++ that the emulator uses and its major version, for example "clang++-16 16", or nothing.
# $COURSE_CLANG if it is set; else the first of clang++, clang++-21, …, clang++-14 in PATH whose headers of LLVM are
# installed (the emulator's plugin for it can be built); else the first. simt/clang.cpp has the same order.
set -eu
cd "$(dirname -- "$0")/.."

version_of() { # from the name of the program, where its links lead to one; starting it takes longer
  case $(readlink -f -- "$(command -v "$1")") in
    */llvm-[0-9]*/bin/*) readlink -f -- "$(command -v "$1")" | sed 's|.*/llvm-\([0-9]*\)/bin/.*|\1|' ;;
    *) "$1" -dumpversion 2>/dev/null | sed 's/\..*//' ;;
  esac
}

if [ -n "${COURSE_CLANG-}" ]; then
  if command -v "$COURSE_CLANG" >/dev/null; then echo "$COURSE_CLANG $(version_of "$COURSE_CLANG")"; fi
  exit 0
fi

first=
for program in clang++ clang++-21 clang++-20 clang++-19 clang++-18 clang++-17 clang++-16 clang++-15 clang++-14; do
  command -v $program >/dev/null || continue
  found="$program $(version_of $program)"
  if [ -n "$(setup/llvm-headers.sh "${found##* }")" ]; then
    echo "$found"
    exit 0
  fi
  first=${first:-$found}
done
if [ -n "$first" ]; then echo "$first"; fi
