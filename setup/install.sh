#!/bin/sh
# install.sh CONSOLATION PACKAGE…: install these from the distribution: as root, with sudo, or, where neither works,
# by printing the one command for an administrator (then the consolation says what works without it; status 3).
set -eu
cd "$(dirname -- "$0")/.."
consolation=$1
shift

# Ubuntu 22.04 has no toml++; its headers then come from PyPI (tomlplusplus.sh), with the distribution's pip.
tomlplusplus_from_pypi=no
if grep -qs '=jammy$' /etc/os-release; then
  for package in "$@"; do # each turn moves the first to the end, less the one that is not there
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
    echo "These packages are missing, and only an administrator can install them. The command for it:" >&2
    echo "  sudo apt-get install --no-install-recommends $*" >&2
    echo "$consolation" >&2
    exit 3
  fi

  mkdir -p build
  log=build/setup.log
  echo "setup: installing $* (${as_root:+with sudo; }details in $log)"
  # An update may fail for a foreign source that this needs nothing of; the installation tells.
  apt="$as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120 -o Dpkg::Use-Pty=0"
  if $apt update >"$log" 2>&1 || true; $apt install -y --no-install-recommends "$@" >>"$log" 2>&1; then return; fi
  grep -E '^(E:|W:|dpkg: error|sudo:)' "$log" | tail -n 5 >&2
  echo "setup: apt-get could not install $*. Its own words are in $log; once they are dealt with, run make again." >&2
  exit 3
}

if [ $# -gt 0 ]; then install_packages "$@"; fi
if [ "$tomlplusplus_from_pypi" = yes ]; then setup/tomlplusplus.sh; fi
