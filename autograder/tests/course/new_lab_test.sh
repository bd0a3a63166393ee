#!/bin/sh
# new_lab_test.sh ROOT BUILD: `make new-lab` in a copy of the tree writes a lab that works, with new files in that lab's
# folders only; a second part follows by the steps of CONTRIBUTING.md. Builds the grader once more, without CUDA.
set -eu
root=$1
build_of_tests=$2
export CUDA_HOME=none

fail() {
  echo "FAILED: $1" >&2
  exit 1
}

# Where the copy can take the tree's place, for the processes of this test alone, what the build has compiled is used
# again: only what the new lab changes is compiled. Otherwise the whole grader is, which takes minutes.
if [ "${3:-}" = in_place ]; then
  copy=$root
else
  copy=$(mktemp -d "${TMPDIR:-/tmp}/new-lab-test.XXXXXX")
  trap 'rm -rf "$copy"' EXIT
  trap 'exit 1' HUP INT TERM
  tar -C "$root" --exclude=./build --exclude=./.git --exclude=./.deps -cf - . | tar -C "$copy" -xf -
  if [ "$build_of_tests" = "$root/build" ] && bwrap --dev-bind / / true 2>/dev/null; then
    mkdir "$copy/build" "$copy/.deps"
    tar -C "$build_of_tests" --exclude=tests --exclude='*_test' --exclude=./nvcc --exclude=./site -cf - . |
      tar -C "$copy/build" -xf -
    bwrap --dev-bind / / --bind "$copy" "$root" --ro-bind-try "$root/.deps" "$root/.deps" --chdir "$root" \
      "$0" "$root" "$build_of_tests" in_place
    exit
  fi
fi
cd "$copy"
git init -q .
git add -A
git -c user.name=x -c user.email=x@example.org commit -qm copy
if [ "$copy" != "$root" ] && [ -d "$root/.deps" ]; then
  ln -s "$root/.deps" .deps
  echo .deps >>.git/info/exclude
fi

# --- names that cannot be used change nothing ---
for name in '' 9lives Saxpy 'a b' ../x transpose; do
  if make --silent new-lab NAME="$name" 2>error; then fail "the name '$name' was taken"; fi
  grep -q '^make new-lab: ' error || fail "no clear message about the name '$name': $(cat error)"
  rm error
  [ -z "$(git status --porcelain)" ] || fail "the refused name '$name' left files: $(git status --porcelain)"
done

# --- a new lab ---
make --silent new-lab NAME=saxpy TITLE='A multiple & a sum'
number=$(ls labs | sed -n 's/^lab\([0-9]*\)_saxpy$/\1/p')
lab=lab$number
folder=${lab}_saxpy
for area in labs solutions autograder/course autograder/tests/submissions; do
  [ -d "$area/$folder" ] || fail "there is no $area/$folder"
done
only_new_files() {
  others=$(git status --porcelain -uall |
    grep -vE "^\?\? (labs|solutions|autograder/course|autograder/tests/submissions)/$folder/" || true)
  [ -z "$others" ] || fail "files changed outside of the lab's folders: $others"
}
only_new_files

build() {
  ninja -C build tools >build/build.log 2>&1 || fail "$(tail -n 40 build/build.log)"
}
build_type=$(sed -n 's/^CMAKE_BUILD_TYPE:[A-Z]*=//p' "$build_of_tests/CMakeCache.txt")
cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE="$build_type" >configure.log 2>&1 || fail "$(cat configure.log)"
rm configure.log
build

# grade FILE_OR_FOLDER [OPTION…]: the score of the maximum, as "25.0 of 25.0"
grade() {
  build/bin/grade --root . "$lab" --backend simt --json build/result.json --submission "$@" >build/report.txt || true
  sed -n 's/^  "score": \(.*\),$/\1/p; s/^  "max_score": \(.*\),$/\1/p' build/result.json | xargs | sed 's/ / of /'
}
expect() { # WHAT WANTED GOT
  [ "$2" = "$3" ] || fail "$1: $3 instead of $2; $(cat build/report.txt)"
}
expect starter '0.0 of 25.0' "$(grade "labs/$folder")"
grep -q 'nothing was written' build/report.txt || fail "the starter: $(cat build/report.txt)"
expect solution '25.0 of 25.0' "$(grade "solutions/$folder")"
for wrong in autograder/tests/submissions/"$folder"/*.cu; do
  expect "$wrong" '0.0 of 25.0' "$(grade "$wrong")"
  reason=$(sed -n "s/^$(basename "$wrong" .cu)\..*reason = \"\(.*\)\" }\$/\1/p" \
    "autograder/tests/submissions/$folder/expected.toml")
  [ -n "$reason" ] || fail "$wrong has no row in expected.toml"
  tr -s '\n ' '  ' <build/report.txt | grep -qF "$reason" || fail "$wrong fails for another reason: $(cat build/report.txt)"
done
build/bin/grade --root . list | grep -q "^$lab  A multiple & a sum, 25 points" || fail "list"
build/bin/grade --root . hint "$number.1" | grep -q "Read on: labs/$folder/README.md" || fail "hint"
build/bin/grade --root . explain "$number.1" --submission "solutions/$folder" | grep -q 'simple_kernel' || fail "explain"

# --- a second part, y = a x + b y, by the steps of CONTRIBUTING.md ---
cat >>"autograder/course/$folder/lab.toml" <<EOF

[[parts]]
id = "$number.2"
title = "two scalars"
entry = "saxpy_both"
hint = "Both vectors are scaled."
slow_cause = "neighbouring threads do not touch neighbouring elements"
points_right = 5
points_fast = 5
zero_at = 0.5
full_at = 0.9
traffic_vs_minimum = 1.05
EOF
sed -i 's|^using Operations = .*|struct Blend : Update {\n  static constexpr int scalar_count = 2;\n  COURSE_HOST_DEVICE static Expected expected(const Inputs\& in, Size /*size*/, int /*output*/, std::int64_t index) {\n    return {static_cast<double>(in.scalar(0)) * in(0, index) + static_cast<double>(in.scalar(1)) * in(1, index), 0.0};\n  }\n};\n\nusing Operations = std::tuple<Update, Blend>;|' \
  "autograder/course/$folder/operations.hpp"
sed -i -e 's|^}  // namespace$|void invoke_blend(void* entry, const Arguments\& arguments) {\n  const auto blend = reinterpret_cast<void (*)(float*, const float*, float, float, int)>(entry);\n  blend(arguments.outputs[0], arguments.inputs[0], arguments.scalars[0], arguments.scalars[1], static_cast<int>(arguments.size.extent[0]));\n}\n\n&|' \
  -e "s|^      Function{.*|&\n      Function{\"$number.2\", operation<Blend>(), invoke_blend},|" "autograder/course/$folder/functions.cpp"
sed -i 's|^void saxpy_simple.*|&\nvoid saxpy_both(float* y, const float* x, float a, float b, int n);|' "labs/$folder/saxpy.cuh"
echo 'void saxpy_both(float* y, const float* x, float a, float b, int n) {}' >>"labs/$folder/saxpy.cu"
cat >>"solutions/$folder/saxpy.cu" <<EOF
__global__ void both_kernel(float* y, const float* x, float a, float b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + b * y[i];
}
void saxpy_both(float* y, const float* x, float a, float b, int n) {
  both_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(y, x, a, b, n);
}
EOF
build
expect 'starter of the second part' '0.0 of 10.0' "$(grade "labs/$folder" --only "$number.2")"
expect 'solution with the second part' '35.0 of 35.0' "$(grade "solutions/$folder")"
sed 's/a \* x\[i\] + b \* y/b * x[i] + a * y/' "solutions/$folder/saxpy.cu" >build/swapped.cu
expect 'scalars swapped' '0.0 of 10.0' "$(grade build/swapped.cu --only "$number.2")"
only_new_files
echo PASSED
