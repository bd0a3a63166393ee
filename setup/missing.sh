#!/bin/sh
# missing.sh NEED…: print the packages of packages.txt that are required for these needs (build, test, …) and are not
# installed, one per line. It only looks for files, so it takes a few milliseconds and also finds software that was
# installed without a package manager. It installs nothing.
set -eu
cd "$(dirname -- "$0")/.."

set_versions() { # the packages of the clang++ that is here, or that COURSE_CLANG names, or of the distribution's
  clang=$(setup/find-clang.sh)
  major=${clang##* }
  case ${COURSE_CLANG-} in clang++-[0-9]*) major=${COURSE_CLANG#clang++-} ;; esac
  clang_package=clang${COURSE_CLANG:+${major:+-$major}}
  llvm_package=llvm${major:+-$major}-dev
}

is_here() { # a command, a header, a library or a path
  case $1 in
    /*) [ -e "$1" ] && return 0 ;;
    clang++) [ -n "$clang" ] && return 0 ;;
    llvm/*) [ -n "$clang" ] && [ -n "$(setup/llvm-headers.sh "$major")" ] && return 0 ;;
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

set_versions
while read -r need package evidence; do
  case " $* " in
    *" $need "*) is_here "$evidence" || case $package in
      clang) echo "$clang_package" ;;
      llvm-N-dev) echo "$llvm_package" ;;
      *) echo "$package" ;;
    esac ;;
  esac
done <setup/packages.txt
