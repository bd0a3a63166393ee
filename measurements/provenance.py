"""Where a number comes from: what every data file in measurements/data says about its making, and how it is written."""
import argparse
import datetime
import json
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent


def output(command):
    """What a command prints, without the last newline. CalledProcessError when it fails."""
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True).stdout.rstrip("\n")


def commit():
    """The commit that is checked out, marked when files differ from it; "unknown" where there is no repository."""
    try:
        changed = output(["git", "status", "--porcelain", "--untracked-files=no"])
        return output(["git", "rev-parse", "HEAD"]) + ("-changed" if changed else "")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def arguments(description, table=True):
    """The command line that all recording scripts share: a data file to write, or (where there is a table) to show as
    Markdown. A machine that measures may have no repository: then --commit says what it measures."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=pathlib.Path, help="the data file to write" + (", or to show with --table" if table else ""))
    if table:
        parser.add_argument("--table", action="store_true", help="print the file as Markdown instead")
    parser.add_argument("--commit", default=None, help="what is measured; by default, what is checked out")
    return parser


def gpu(field):
    """A field of nvidia-smi's, of the first GPU."""
    return output(["nvidia-smi", f"--query-gpu={field}", "--format=csv,noheader"]).splitlines()[0].strip()


def cpu():
    """The processor's model name."""
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return "unknown"


def made(what, options, command):
    """The entries that every data file has, beside the device's."""
    return {
        "what": what,
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d"),
        "commit": options.commit or commit(),
        "command": command,
    }


def write(file, data):
    """Whole or not at all: nobody sees half of a file."""
    unfinished = file.with_suffix(".unfinished")
    unfinished.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n")
    os.replace(unfinished, file)
