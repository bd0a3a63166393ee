#!/bin/sh
# pip.sh ARGUMENT…: run pip: the system's pip, else a pip in a virtual environment in build/, else the distribution's pip,
# which is installed then.
set -eu
cd "$(dirname -- "$0")/.."

has_pip() { python3 -m pip --version >/dev/null 2>&1; }

if ! has_pip && [ ! -x build/pip/bin/pip ]; then
  rm -rf build/pip
  mkdir -p build
  if ! python3 -m venv build/pip >/dev/null 2>&1; then
    rm -rf build/pip
    setup/require.sh python >&2
  fi
fi
if [ -x build/pip/bin/pip ]; then exec build/pip/bin/pip --disable-pip-version-check "$@"; fi
if has_pip; then exec python3 -m pip --disable-pip-version-check "$@"; fi
echo "setup: $(command -v python3 || echo python3) has no working pip. Install pip for it and run make again." >&2
exit 3
