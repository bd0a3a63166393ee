#!/bin/sh
# tomlplusplus.sh: put the headers of toml++ 3.4.0 into .deps/include, for systems without a package of toml++. The headers
# are part of the source of its Python wrapper on PyPI; nothing is compiled.
set -eu
cd "$(dirname -- "$0")/.."

version=1.1.0 # of pytomlpp
sha256=61a0f73e7ba2fe8bba4e99ce6d2701491885850b53aad8f3e46d03c4b31e594d

if [ -e .deps/include/toml++/toml.h ]; then exit 0; fi
setup/pip.sh --version >/dev/null # fails here, with a message, if pip is missing
echo "setup: fetching the toml++ headers from PyPI into .deps/include"
mkdir -p .deps/include
work=$(mktemp -d .deps/tomlplusplus.XXXXXX)
trap 'rm -rf "$work"' EXIT

echo "pytomlpp==$version --hash=sha256:$sha256" >"$work/requirements.txt"
if ! setup/pip.sh download --quiet --no-deps --no-binary pytomlpp --require-hashes -d "$work" \
  -r "$work/requirements.txt" >"$work/log" 2>&1; then
  tail -n 5 "$work/log" >&2
  echo "setup: pip could not download pytomlpp $version, which contains toml++. Install toml++ yourself, or run make again." >&2
  exit 3
fi
tar --no-same-owner -xzf "$work/pytomlpp-$version.tar.gz" -C "$work"
mv "$work/pytomlpp-$version/third_party/tomlplusplus/include/toml++" .deps/include/
