#!/bin/sh
# require.sh NEED…: make sure the packages for these needs are here, installing what is missing. Says nothing when
# nothing is missing. Ends with status 3 when something is missing that it may not or cannot install.
set -eu
cd "$(dirname -- "$0")/.."

missing=$(setup/missing.sh "$@")
if [ -z "$missing" ]; then exit 0; fi
# shellcheck disable=SC2086  # a list of names, one word each
set -- "$1" $missing
need=$1
shift

without() { # what works all the same
  case $need in
    test) echo "Grading works without this; only the tests do not." ;;
    format | tidy) echo "Everything but 'make $need' works without this." ;;
    python) echo "The emulator grades without this." ;;
    *) echo "Until then nothing can be built or graded; the handouts in labs/ can be read." ;;
  esac
}

if ! command -v apt-get >/dev/null; then
  echo "Not a Debian or Ubuntu system. Missing, by their names there: $*" >&2
  echo "Install what your system calls these, then run make again. $(without)" >&2
  # What only CMake can find (it knows more places than missing.sh), CMake may look for; without these it cannot.
  for command in cmake ninja g++; do command -v "$command" >/dev/null || exit 3; done
  exit 0
fi

exec setup/install.sh "$(without)" "$@"
