#!/bin/sh
# require.sh NEED…: install the missing packages for these needs. Prints nothing if no package is missing. Exits with status
# 3 if a package is missing and cannot be installed.
set -eu
cd "$(dirname -- "$0")/.."

missing=$(setup/missing.sh "$@")
if [ -z "$missing" ]; then exit 0; fi
# Grading works without it, so it alone is no reason to install anything; `./grade doctor` says what it is for.
case " $* " in *" build "*) missing="$missing $(setup/missing.sh sandbox)" ;; esac
# shellcheck disable=SC2086  # a list of names, one word each
set -- "$1" $missing
need=$1
shift

without() { # a sentence: what works without the packages
  case $need in
    batch) echo "Grading works without them; only batches of submissions need them." ;;
    test) echo "Grading works without them; only the tests need them." ;;
    format | tidy) echo "Everything except 'make $need' works without them." ;;
    site) echo "Everything except the site with the lectures works without them; the lectures can be read as text in lectures/." ;;
    explorers) echo "The site can be built without its explorers: make site EXPLORERS=no" ;;
    browser) echo "Everything except the tests of the site in a browser works without them." ;;
    pages | similarity) echo "Everything except './grade $need' works without them." ;;
    python) echo "The emulator grades without them." ;;
    *) echo "Nothing can be built or graded without them; you can read the handouts in labs/." ;;
  esac
}

if ! command -v apt-get >/dev/null; then
  echo "This is not a Debian or Ubuntu system. Missing packages, with their names there: $*" >&2
  echo "Install the same packages of your system, then run make again. $(without)" >&2
  # CMake knows more places than missing.sh and may still find the others; but without these commands it cannot run.
  for command in cmake ninja g++; do command -v "$command" >/dev/null || exit 3; done
  exit 0
fi

exec setup/install.sh "$(without)" "$@"
