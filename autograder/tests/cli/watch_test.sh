#!/bin/sh
# watch_test.sh ROOT BUILD: a student saves, reads and presses keys beside `grade watch`, in a copy of the course. Once with a
# pipe as the keyboard, once in a terminal (tmux, where it is installed).
set -eu
root=$1
build=$2
copy=$(mktemp -d "${TMPDIR:-/tmp}/watch-test.XXXXXX")
trap 'rm -rf "$copy"' EXIT
trap 'exit 1' HUP INT TERM
export CUDA_HOME=/nonexistent

fail() {
  echo "FAILED: $1" >&2
  cat "$copy/screen" >&2
  exit 1
}
# shows TEXT: it is, or comes, on the screen that `look` writes to a file. Gives up after a time that no machine needs.
shows() {
  tries=0
  until look && grep -qF -e "$1" "$copy/screen"; do
    tries=$((tries + 1))
    [ "$tries" -lt 1200 ] || fail "'$1' does not appear"
    sleep 0.1
  done
}
for shared in autograder simt solutions setup course.toml; do ln -s "$root/$shared" "$copy/$shared"; done
cp -r "$root/labs" "$copy/labs"
rm -f "$copy/labs/progress.tsv"
mkdir -p "$copy/build/bin"
file=$copy/labs/lab3_transpose/transpose.cu
stub=$root/labs/lab3_transpose/transpose.cu
solution=$root/solutions/lab3_transpose/transpose.cu

# What happens, whatever shows it; `press` and `look` are those of a pipe or of a terminal.
walk() {
  shows '3.1 naive, in labs/lab3_transpose/transpose.cu'
  shows 'watching'
  press h
  shows 'hint 1 of 3'
  press h
  shows 'hint 2 of 3'
  press s
  shows 'what others mistook'
  sed 's/^void transpose_naive.*/&\n  no_such_name = 1;/' "$stub" >"$file"
  shows 'no_such_name'
  cp "$solution" "$file.new" && mv "$file.new" "$file" # as many editors save
  shows 'n next: 3.2 tiled'
  press n
  shows '3.2 tiled, in labs/lab3_transpose/transpose.cu'
  shows 'n next: 3.3 padded'
  sed 's/^void transpose_best(.*/&\n  no_such_name = 1;/' "$solution" >"$file"
  shows '3.5 open end, in labs/lab3_transpose/transpose.cu'
  press q
}

# --- a pipe ---
mkfifo "$copy/keys"
"$build/bin/grade" --root "$copy" watch 3.1 <"$copy/keys" >"$copy/screen" 2>&1 &
watcher=$!
exec 9>"$copy/keys"
press() { printf '%s' "$1" >&9; }
look() { :; }
walk
exec 9>&-
wait "$watcher" || fail "q ends it with status $?"
grep -q "$(printf '\033')" "$copy/screen" && fail 'a pipe gets commands for a terminal'

# --- a terminal ---
if command -v tmux >/dev/null; then
  cp "$stub" "$file"
  session="tmux -S $copy/tmux.socket"
  $session -f /dev/null new-session -d -x 80 -y 24 "'$build/bin/grade' --root '$copy' watch 3.1; echo it ended with \$?; sleep 600"
  trap '$session kill-server 2>/dev/null || true; rm -rf "$copy"' EXIT
  press() { $session send-keys "$1"; }
  look() { $session capture-pane -p >"$copy/screen"; }
  walk
  shows 'it ended with 0'
  $session respawn-pane -k "'$build/bin/grade' --root '$copy' watch 3.1; echo it ended with \$?; stty -a; sleep 600"
  shows 'watching'
  press C-c
  shows 'it ended with 130'
  shows ' icanon'
fi
