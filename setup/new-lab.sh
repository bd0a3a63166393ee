#!/bin/sh
# new-lab.sh NAME [TITLE]: write the folders of a new lab, with the next free number, from the template in setup/new-lab/.
# The new lab works at once; CONTRIBUTING.md says how to go on. Ends with status 2 if the name cannot be used.
set -eu
cd "$(dirname -- "$0")/.."
name=${1-}
title=${2:-$name}

refuse() {
  echo "make new-lab: $1" >&2
  exit 2
}
newline='
'
case $name in
  '') refuse 'give the lab a name, for example: make new-lab NAME=saxpy' ;;
  [!a-z]* | *[!a-z0-9_]*) refuse "'$name' cannot be a lab's name: it must begin with a letter and have only a-z, 0-9 and _" ;;
esac
[ "${#name}" -le 30 ] || refuse "'$name' is longer than 30 characters"
case $title in
  *[\"\\]* | *"$newline"*) refuse 'a title is one line without " and \' ;;
esac
[ "${#title}" -le 60 ] || refuse "the title has more than 60 characters"

number=0
for folder in labs/lab* solutions/lab* autograder/course/lab* autograder/tests/submissions/lab*; do
  lab=${folder##*/lab}
  if [ "${lab#*_}" = "$name" ]; then refuse "there is a lab of this name already: $folder"; fi
  lab=${lab%%_*}
  case $lab in '' | *[!0-9]*) continue ;; esac
  if [ "$lab" -ge "$number" ]; then number=$((lab + 1)); fi
done
lab=lab${number}_$name

# Everything is written beside the final places first, so that an error leaves nothing behind.
half=$(mktemp -d ./new-lab.XXXXXX)
complete=no
clean_up() {
  rm -rf "$half"
  [ $complete = yes ] || rm -rf "labs/$lab" "solutions/$lab" "autograder/tests/submissions/$lab" "autograder/course/$lab"
}
trap clean_up EXIT
trap 'exit 1' HUP INT TERM
for kind in labs solutions course submissions; do
  mkdir "$half/$kind"
  for file in setup/new-lab/"$kind"/*; do
    target=$(basename "$file" | sed "s/^topic\./$name./")
    escaped=$(printf '%s' "$title" | sed 's/[&|]/\\&/g')
    sed "s|@N@|$number|g; s|@name@|$name|g; s|@title@|$escaped|g" "$file" >"$half/$kind/$target"
  done
done
mkdir "$half/labs/original"
cp "$half/labs/$name.cu" "$half/labs/original"
mv "$half/labs" "labs/$lab"
mv "$half/solutions" "solutions/$lab"
mv "$half/submissions" "autograder/tests/submissions/$lab"
mv "$half/course" "autograder/course/$lab"
complete=yes

echo "Lab $number, $title:"
echo "  labs/$lab                            what students get"
echo "  solutions/$lab                       the reference"
echo "  autograder/course/$lab               what is graded"
echo "  autograder/tests/submissions/$lab    wrong submissions, and what they must get"
echo "It works already: make lab$number && ./grade lab$number --submission solutions/$lab"
echo "CONTRIBUTING.md, section \"Add a lab\", says how to go on."
