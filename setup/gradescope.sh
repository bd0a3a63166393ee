#!/bin/sh
# gradescope.sh LAB FILE.zip: write the archive that Gradescope asks for as "autograder": setup.sh and run_autograder on top,
# and this course as it was last committed. It has the solutions, and belongs on no server that students can read.
set -eu
lab=${1-} archive=${2-}
cd "$(dirname -- "$0")/.."
set -- "labs/${lab}_"*
if [ -z "$archive" ] || [ ! -d "$1" ]; then
  echo "Say which lab and which file, for example: setup/gradescope.sh lab3 lab3.zip" >&2
  exit 2
fi
case $archive in /*) ;; *) archive=${OLDPWD:-$PWD}/$archive ;; esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/course"
git archive HEAD | tar -xf - -C "$work/course"
ready=$work/course/autograder/batch/ready/gradescope
cp "$ready/setup.sh" "$work/setup.sh"
sed "s/ gradescope LAB / gradescope $lab /" "$ready/run_autograder" >"$work/run_autograder"
chmod +x "$work/setup.sh" "$work/run_autograder"
(cd "$work" && cmake -E tar cf autograder.zip --format=zip setup.sh run_autograder course)
mv "$work/autograder.zip" "$archive"
