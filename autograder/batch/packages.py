"""Packages that only some programs need, installed when they are first asked for."""
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]


def install(need):
    """Whether what setup/packages.txt lists for `need` is here. Installs it where that is allowed; else says what to do."""
    return subprocess.run([ROOT / "setup/require.sh", need], check=False).returncode == 0
