"""Provenance: the entries of every data file in measurements/data that say how it was made, and writing such a file."""
import argparse
import datetime
import json
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent


def output(command):
    """The output of a command without the last newline. Raises CalledProcessError if it fails."""
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True).stdout.rstrip("\n")


def commit():
    """The checked-out commit, with "-changed" if files differ from it; "unknown" without a repository."""
    try:
        changed = output(["git", "status", "--porcelain", "--untracked-files=no"])
        return output(["git", "rev-parse", "HEAD"]) + ("-changed" if changed else "")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def arguments(description, table=True, file_is_optional=False):
    """The command line of all recording scripts: a data file to write, or (with a table) to show as Markdown; some
    scripts can do something without one. On a machine without the repository, --commit names the measured commit."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=pathlib.Path, nargs="?" if file_is_optional else None, help="the data file to write" + (", or to show with --table" if table else ""))
    if table:
        parser.add_argument("--table", action="store_true", help="print the file as Markdown instead")
    parser.add_argument("--commit", default=None, help="the measured commit; default: the checked-out commit")
    return parser


def gpu(field):
    """A field of nvidia-smi for the first GPU."""
    return output(["nvidia-smi", f"--query-gpu={field}", "--format=csv,noheader"]).splitlines()[0].strip()


def cpu():
    """The processor's model name."""
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return "unknown"


def made(what, options, command):
    """The entries that every data file has, in addition to those of the device."""
    return {
        "what": what,
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d"),
        "commit": options.commit or commit(),
        "command": command,
    }


def write(file, data):
    """Writes the file completely or not at all."""
    unfinished = file.with_suffix(".unfinished")
    unfinished.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n")
    os.replace(unfinished, file)
