#!/bin/sh
# student-archive.sh FILE.tar.gz [BUILD [--no-references]]: pack what students get: stubs, handouts, lectures (if `make site` has built them in
# BUILD), the grader, and, where nvcc is installed, the references as stripped binaries. No solutions, tests, experiments,
# measurements, instructor's tools or history. Nothing is written if a run of three lines of a solution is in it.
set -eu
archive=${1-}
case $archive in
  *.tar.gz) ;;
  *)
    echo "Say which file to write, for example: setup/student-archive.sh course.tar.gz" >&2
    exit 2
    ;;
esac
case $archive in /*) ;; *) archive=$PWD/$archive ;; esac
cd "$(dirname -- "$0")/.."
build=${2-build}
references=${3-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
course=$work/cuda-memory-course
mkdir "$course"

# What is committed, as it is in this folder.
{ git ls-files --cached -- .devcontainer .vscode && git ls-files --cached -- . \
  ':!:solutions' ':!:experiments' ':!:measurements' ':!:lectures' ':!:*/tests/*' ':!:autograder/batch' ':!:guides/recording*' \
  ':!:setup/student-archive*' ':!:setup/gradescope.sh' ':!:setup/new-lab*' ':!:setup/lab-table.sh' ':!:README.md' \
  ':!:CONTRIBUTING.md' ':!:class.toml' ':!:.*'; } |
  tar -cf - -T - | tar -xf - -C "$course"
cp setup/student-archive/README.md "$course/README.md"

if [ -f "$build/site/index.html" ]; then
  mkdir "$course/lectures"
  (cd "$build/site" && find . -type f ! -path './experiments*' ! -path './measurements*' ! -path './contributing*' \
    ! -path './autograder_batch*' ! -path './files/experiments/*' ! -path './files/measurements/*' \
    ! -path './files/solutions/*' ! -path '*/tests/*' | tar -cf - -T -) | tar -xf - -C "$course/lectures"
else
  echo "The lectures are not in the archive, because they are not built; run 'make site' first." >&2
fi

# Code for each GPU that the course names, nothing that a driver would compile, no lines, no names. Not compressed, so that
# the search below sees all of it.
cuda=$(setup/find-cuda.sh)
if [ -n "$cuda" ] && [ "$references" != --no-references ]; then
  targets=
  known=$("$cuda/bin/nvcc" --list-gpu-code)
  for sm in 75 80 86 89 90 100 120; do
    case $known in *sm_$sm*) targets="$targets -gencode=arch=compute_$sm,code=sm_$sm" ;; esac
  done
  mkdir "$course/references"
  for source in solutions/lab*/*.cu; do
    lab=$(basename -- "$(dirname -- "$source")")
    # shellcheck disable=SC2086  # one option a word
    "$cuda/bin/nvcc" -std=c++17 -O3 $targets -no-compress -diag-suppress=177 -shared -Xcompiler -fPIC -cudart shared \
      "-Ilabs/$lab" "$source" -o "$course/references/$lab.so"
    strip --strip-all "$course/references/$lab.so"
  done
else
  echo "The references are not in the archive, because nvcc is missing or they were not wanted: it grades in the emulator only." >&2
fi

tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner -czf "$work/course.tar.gz" cuda-memory-course
python3 setup/student-archive/find_solutions.py "$work/course.tar.gz"
mv "$work/course.tar.gz" "$archive"
echo "$archive: $(du -k "$archive" | cut -f1) KiB"
