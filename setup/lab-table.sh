#!/bin/sh
# lab-table.sh: print the table of labs and parts for README.md, in Markdown, from the lab.toml files.
# lab-table.sh --write: put it into README.md, between the markers.
set -eu
cd "$(dirname -- "$0")/.."

table() {
  echo '| lab | parts |'
  echo '|---|---|'
  for file in autograder/course/lab*/lab.toml; do
    folder=$(basename "$(dirname "$file")")
    number=${folder#lab}
    printf '%s %s\n' "${number%%_*}" "$folder"
  done | sort -n | while read -r number folder; do
    # The first title of the file is the lab's, the others are its parts'.
    sed -n 's/^title = "\(.*\)"$/\1/p' "autograder/course/$folder/lab.toml" | {
      read -r title
      parts=
      while read -r part; do parts="$parts${parts:+ · }$part"; done
      echo "| [$number $title](labs/$folder/README.md) | $parts |"
    }
  done
}

if [ "${1-}" != --write ]; then
  table
  exit
fi
new=$(mktemp "$PWD/README.md.XXXXXX") # beside README.md, which is then replaced in one step
trap 'rm -f "$new" "$new.md"' EXIT
table >"$new"
sed -e '/^<!-- labs: /,/^<!-- end -->/{/^<!-- labs: /{p;r '"$new"'
}
/^<!-- end -->/p
d
}' README.md >"$new.md"
mv "$new.md" README.md
