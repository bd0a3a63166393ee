#!/bin/sh
# install.sh WITHOUT PACKAGE…: install packages with apt, as root or with sudo. Where neither works, print the command for
# an administrator and the sentence WITHOUT, which says what works without the packages, and exit with status 3.
set -eu
cd "$(dirname -- "$0")/.."
without=$1
shift

# Ubuntu 22.04 has no package of toml++: tomlplusplus.sh gets its headers from PyPI, with the distribution's pip.
tomlplusplus_from_pypi=no
if grep -qs '=jammy$' /etc/os-release; then
  for package in "$@"; do # each round moves the first package to the end, except for toml++
    shift
    if [ "$package" = libtomlplusplus-dev ]; then
      tomlplusplus_from_pypi=yes
      # shellcheck disable=SC2046  # a list of names
      set -- "$@" $(setup/missing.sh python)
    else
      set -- "$@" "$package"
    fi
  done
fi

install_packages() {
  if [ "$(id -u)" = 0 ]; then
    as_root=
  elif command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
    as_root=sudo
  else
    echo "Some packages are missing, and only an administrator can install them, with this command:" >&2
    echo "  sudo apt-get install --no-install-recommends $*" >&2
    echo "$without" >&2
    exit 3
  fi

  mkdir -p build
  log=build/setup.log
  echo "setup: installing $* (${as_root:+with sudo; }details in $log)"
  # `apt-get update` may fail because of an unrelated package source; only the result of `install` counts.
  apt="$as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120 -o Dpkg::Use-Pty=0"
  if $apt update >"$log" 2>&1 || true; $apt install -y --no-install-recommends "$@" >>"$log" 2>&1; then return; fi
  grep -E '^(E:|W:|dpkg: error|sudo:)' "$log" | tail -n 5 >&2
  echo "setup: apt-get could not install $*. Its messages are in $log; solve the problem and run make again." >&2
  exit 3
}

if [ $# -gt 0 ]; then install_packages "$@"; fi
if [ "$tomlplusplus_from_pypi" = yes ]; then setup/tomlplusplus.sh; fi
