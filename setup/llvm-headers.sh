#!/bin/sh
# llvm-headers.sh [VERSION]: print each installed version of LLVM's headers and their folder, for example
# "16 /usr/lib/llvm-16/include", or only those of the major VERSION. The emulator's plugins for clang are built with them.
set -eu

has_plugin_header() { [ -e "$1/llvm/Passes/PassPlugin.h" ]; }

version_of() { # of the headers in this folder
  cat "$1"/llvm/Config/llvm-config*.h | sed -n 's/^#define LLVM_VERSION_MAJOR \([0-9]*\).*/\1/p' | head -n 1
}

# Debian's and Ubuntu's folders, then those of other systems.
seen=
for folder in /usr/lib/llvm-*/include "${CONDA_PREFIX:-/usr}/include" /usr/include /usr/local/include \
  /usr/lib64/llvm*/include; do
  has_plugin_header "$folder" || continue
  version=$(version_of "$folder")
  case " $seen " in *" $version "*) continue ;; esac
  seen="$seen $version"
  case ${1-$version} in "$version") echo "$version $folder" ;; esac
done
