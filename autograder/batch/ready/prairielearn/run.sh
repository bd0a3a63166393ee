#!/bin/sh
# PrairieLearn's entrypoint, in an image made by ../container/Containerfile. Write in the question's info.json:
#   "externalGradingOptions": {"enabled": true, "image": "…", "timeout": 300,
#                              "entrypoint": "/course/autograder/batch/ready/prairielearn/run.sh lab3"}
base=${PRAIRIELEARN:-/grade}
exec "$(dirname -- "$0")/../grade-one.sh" prairielearn "$1" "$base/student" "$base/results/results.json"
