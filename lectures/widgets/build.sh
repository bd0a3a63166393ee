#!/bin/sh
# build.sh FOLDER: write FOLDER/explorers-model.js, the memory model of simt/ as WebAssembly inside a script, so that a
# page from a file needs no server; and FOLDER/explorers-devices.js, the files of simt/devices. `make explorers` calls it.
set -eu
cd "$(dirname -- "$0")/../.."
out=$1
mkdir -p "$out/include"

python3 lectures/widgets/devices.py simt/devices >"$out/explorers-devices.js.new"
mv "$out/explorers-devices.js.new" "$out/explorers-devices.js"

# The model changes seldom, and compiling takes a while: only newer sources cause it.
sources="$(ls simt/explore/*.cpp | grep -v main.cpp) $(ls simt/memory/*.cpp) simt/core/streams/streams.cpp simt/devices.cpp
  support/config/table.cpp support/files/whole_file.cpp"
# shellcheck disable=SC2086  # a list of names
if [ -f "$out/explorers-model.js" ] && [ -z "$(find $sources simt/explore simt/memory simt/devices.hpp lectures/widgets/build.sh \
  -newer "$out/explorers-model.js" -type f -print -quit)" ]; then exit 0; fi

# Headers of libraries without those of the system, which belong to another C library.
for library in nlohmann toml++ fmt; do
  for folder in .deps/include "${CONDA_PREFIX:-/usr}/include" /usr/include /usr/local/include; do
    if [ -d "$folder/$library" ]; then
      ln -sfn "$(cd "$folder/$library" && pwd)" "$out/include/$library"
      break
    fi
  done
done

# emcc's own scripts need Debian's modules of Node.js also where another Node.js is the first one.
export NODE_PATH="/usr/share/nodejs${NODE_PATH:+:$NODE_PATH}"
# shellcheck disable=SC2086
emcc -std=c++20 -Oz -fexceptions -I. -I"$out/include" -DFMT_HEADER_ONLY -DTOML_HEADER_ONLY=1 $sources \
  -sSINGLE_FILE=1 -sMODULARIZE=1 -sEXPORT_NAME=loadExplorersModel -sENVIRONMENT=web,node -sFILESYSTEM=0 \
  -sALLOW_MEMORY_GROWTH=1 -sEXPORTED_FUNCTIONS=_explore -sEXPORTED_RUNTIME_METHODS=ccall -o "$out/explorers-model.new.js"
mv "$out/explorers-model.new.js" "$out/explorers-model.js"
