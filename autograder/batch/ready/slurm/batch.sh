#!/bin/sh
# An example: grade one folder of submissions on a Slurm cluster. Run it where jobs are submitted; it waits until all is
# graded, and the same call goes on where a stopped one was.
#
#   ready/slurm/batch.sh SUBMISSIONS LAB GRADEBOOK
set -eu
course=$(CDPATH='' cd -- "$(dirname -- "$(readlink -f -- "$0")")/../../../.." && pwd)
export SBATCH_PARTITION="${SBATCH_PARTITION:-gpu}" # yours: sinfo lists them
export SBATCH_TIMELIMIT="${SBATCH_TIMELIMIT:-60}"  # minutes, for a chunk of 20 submissions

"$course/grade" list >/dev/null                       # build once, here, before many nodes want to
make -s -C "$course" batch-tools
exec "$course/grade" batch "$1" --lab "$2" --gradebook "$3" --executor slurm \
  --work-dir "${WORK_DIR:-$HOME/grading}" --sbatch "--gres=gpu:1 --cpus-per-task=8"
