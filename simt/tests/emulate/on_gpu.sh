#!/bin/sh
# on_gpu.sh PROGRAM EXPECTED: run a program that nvcc has built, and compare its output with the file EXPECTED, byte for
# byte. Exit status 0: the program ended with 0 and they are equal.
set -eu
output=$(mktemp)
trap 'rm -f "$output"' EXIT
status=0
"$1" >"$output" || status=$?
if [ "$status" -ne 0 ]; then
  cat "$output"
  echo "on_gpu.sh: $1 ended with status $status" >&2
  exit 1
fi
diff -u "$2" "$output"
