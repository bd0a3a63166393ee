#!/bin/sh
# axe.sh: put axe-core, the rules that `make check-pages` applies besides its own, into .deps/axe. It is a file of a
# Python package on PyPI; nothing is installed. Without a network the pages are checked without it, so this never fails.
set -eu
cd "$(dirname -- "$0")/.."

version=0.1.8 # of axe-playwright-python, which has axe-core 4.12.1
sha256=fdd263c998388f1a8e67cad02677e612d946248bd44d163be5e8650ea31f95f8

if [ -e .deps/axe/axe.min.js ]; then exit 0; fi
mkdir -p .deps
work=$(mktemp -d .deps/axe.XXXXXX)
trap 'rm -rf "$work"' EXIT

echo "axe-playwright-python==$version --hash=sha256:$sha256" >"$work/requirements.txt"
if ! setup/pip.sh download --quiet --no-deps --only-binary :all: --require-hashes -d "$work" -r "$work/requirements.txt" \
  >"$work/log" 2>&1 || ! python3 -m zipfile -e "$work/axe_playwright_python-$version-py3-none-any.whl" "$work/x" 2>>"$work/log"; then
  echo "setup: axe-core could not be fetched from PyPI; the pages are checked without its rules:" >&2
  tail -n 1 "$work/log" >&2
  exit 0
fi
mkdir -p .deps/axe
mv "$work/x/axe_playwright_python/axe.min.js" .deps/axe/
