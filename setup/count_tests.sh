#!/bin/sh
# count_tests.sh BUILD: print how many of the tests that need no GPU `make check` runs.
set -eu

count() { ctest --test-dir "$@" -N | sed -n 's/^Total Tests: //p'; }

echo "$(count "$1" -LE 'gpu|slow') tests of $(count "$1" -LE gpu); make check-all runs all"
