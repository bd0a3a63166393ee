#!/bin/sh
# pip.sh ARGUMENT…: run pip: this system's own, else one in a virtual environment under build/, else the
# distribution's, installed for it.
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
echo "setup: there is no working pip for $(command -v python3 || echo python3). Install pip for it and run make again." >&2
exit 3
