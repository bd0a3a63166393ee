#!/bin/sh
# Gradescope runs this once, as root, when it makes the image: what the grader needs, and the grader.
set -eu
cd /autograder/source/course
setup/require.sh build batch sandbox
make batch-tools
