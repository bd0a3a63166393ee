#!/bin/sh
# count_tests.sh BUILD: say how many of the tests that need no GPU `make check` has run.
set -eu

count() { ctest --test-dir "$@" -N | sed -n 's/^Total Tests: //p'; }

echo "$(count "$1" -LE 'gpu|slow') tests of $(count "$1" -LE gpu); make check-all runs all"
