#!/bin/sh
# grade-one.sh FORMAT LAB SUBMISSION RESULTS: grades one submission, a folder, and writes the results in FORMAT (gradescope
# or prairielearn). It is a batch of one, so that a crash, a hang or a missing file has its words, too. RESULTS is written
# in every case; exit status 0 unless that fails.
set -u
format=$1 lab=$2 submission=$3 results=$4
root=$(CDPATH='' cd -- "$(dirname -- "$(readlink -f -- "$0")")/../../.." && pwd)
grade=${COURSE_GRADE:-$root/grade}
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/class" "$(dirname -- "$results")"
cp -R -- "$submission" "$folder/class/student"

# These systems give each submission a container of its own, in which not all walls can be built.
"$grade" batch "$folder/class" --lab "$lab" --gradebook "$folder/gradebook" --no-sandbox
"$grade" export "$format" --gradebook "$folder/gradebook" --output "$results" && exit 0

# The grader itself failed; the gradebook is missing or has no row.
"$grade" export "$format" --report "$folder/none" --student student --output "$results" && exit 0
message='This could not be graded. That is not your fault: tell your instructors.'
case $format in
  prairielearn) printf '{"gradable": false, "format_errors": ["%s"], "message": "%s"}\n' "$message" "$message" ;;
  *) printf '{"score": 0, "output": "%s", "output_format": "text", "visibility": "visible", "tests": []}\n' "$message" ;;
esac >"$results"
