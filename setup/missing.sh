#!/bin/sh
# missing.sh NEED…: print the packages of packages.txt that are required for these needs (build, test, …) and are not
# installed, one per line. It only looks for files, so it takes a few milliseconds and also finds software that was
# installed without a package manager. It installs nothing.
set -eu
cd "$(dirname -- "$0")/.."

is_here() { # a command, a header or a library
  case $1 in
    *.h | *.hpp)
      for folder in .deps/include "${CONDA_PREFIX:-/usr}/include" /usr/include /usr/local/include; do
        if [ -e "$folder/$1" ]; then return 0; fi
      done ;;
    *.so | *.a)
      for file in "${CONDA_PREFIX:-/usr}/lib/$1" /usr/lib/"$1" /usr/lib/*/"$1" /usr/lib64/"$1" /usr/local/lib*/"$1"; do
        if [ -e "$file" ]; then return 0; fi
      done ;;
    *) command -v "$1" >/dev/null && return 0 ;;
  esac
  return 1
}

while read -r need package evidence; do
  case " $* " in
    *" $need "*) is_here "$evidence" || echo "$package" ;;
  esac
done <setup/packages.txt
