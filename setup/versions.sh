#!/bin/sh
# versions.sh: stop with one sentence if a compiler or CMake is too old. Runs before CMake, whose own message about a
# missing C++20 feature would be hard to understand.
set -eu

at_least() { # at_least NAME VERSION OLDEST
  lower=$(printf '%s\n' "$2" "$3" | sort -V | head -n 1)
  if [ "$lower" != "$3" ]; then
    echo "$1 is version $2, but the course needs $3 or newer (Debian 12, Ubuntu 22.04 and later have it)." >&2
    exit 3
  fi
}

at_least cmake "$(cmake --version | sed -n 's/^cmake version //p')" 3.22
at_least "${CXX:-g++}" "$("${CXX:-g++}" -dumpversion)" 11
clang=$("$(dirname -- "$0")/find-clang.sh")
if [ -n "$clang" ]; then at_least "${clang% *}" "${clang##* }" 14; fi
