#!/bin/sh
# Usage: with_fewer_rights.sh user|bare [words for ctest]
# Runs the hostile tests of the emulator (after `make tests`) with fewer rights than root has:
#   user  as an ordinary user
#   bare  as an ordinary user, where no namespaces and no mounts can be made, as in most containers
# Example: autograder/tests/hostile/with_fewer_rights.sh bare -R leaves_
set -eu
rights=${1:-}
case $rights in user | bare) shift ;; *) sed -n '2,6s/^# //p' "$0" && exit 2 ;; esac
build=$(cd "$(dirname "$0")/../../.." && pwd)/build

# ctest writes beside the file that lists its tests, and an ordinary user may not write in build.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
echo "subdirs(\"$build/autograder/tests/hostile\")" > "$folder/CTestTestfile.cmake"
export HOME="$folder"

[ "$rights" = user ] || set -- "$build/bin/without-namespaces" ctest "$@"
[ "$rights" = bare ] || set -- ctest "$@"
if [ "$(id -u)" = 0 ]; then
  chown 65534:65534 "$folder"
  set -- setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
fi
"$@" --test-dir "$folder" -LE gpu --output-on-failure
