#!/bin/sh
# build.sh BUILD TARGET: build, and say nothing when there is nothing to do.
set -eu
cd "$(dirname -- "$0")/.."

if ninja -C "$1" -n "$2" 2>/dev/null | grep -q 'no work to do'; then exit 0; fi
echo "building $2"
exec cmake --build "$1" --target "$2"
