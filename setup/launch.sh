#!/bin/sh
# launch.sh COMMAND PROGRAM TARGET ARGUMENT…: run build/bin/PROGRAM for the launcher COMMAND (grade, emulate), with the
# folder of the repository and the arguments. `make TARGET` builds it first if it is missing, or if its sources have
# changed. Relative paths are relative to the caller's folder.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
command=$1 program=$2 target=$3
shift 3

# Ninja compares the times of all sources in some 40 ms. A finished build that was copied to a machine without ninja is
# used as it is.
has_changed() {
  command -v ninja >/dev/null && [ -f "$root/build/build.ninja" ] &&
    ! ninja -C "$root/build" -n "$target" 2>/dev/null | grep -q 'no work to do'
}

if [ ! -x "$root/build/bin/$program" ]; then
  if ! make --silent -C "$root" "$target" >&2; then
    echo "$command: $program is not built, and 'make $target' in $root could not build it: see above." >&2
    exit 3
  fi
elif has_changed; then
  echo "$command: sources changed after the last build; building again." >&2
  if ! make --silent -C "$root" "$target" >&2; then
    echo "$command: 'make $target' in $root could not build the changed sources: see above." >&2
    exit 3
  fi
fi
exec "$root/build/bin/$program" --root "$root" "$@"
