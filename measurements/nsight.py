"""Counters of Nsight Compute (ncu), launch by launch."""
import csv
import io
import pathlib
import subprocess
import sys

from provenance import ROOT


def run(command):
    """What a command prints. Ends the script with the command and its output when it fails or is not there."""
    words = [str(word) for word in command]
    try:
        finished = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, check=False)
    except OSError as error:
        sys.exit(f"cannot start {words[0]}: {error.strerror}")
    if finished.returncode != 0:
        sys.exit(f"{' '.join(words)} failed:\n{finished.stdout}{finished.stderr}")
    return finished.stdout


def nvcc():
    """The compiler that the course uses, too."""
    return pathlib.Path(run([ROOT / "setup/find-cuda.sh"]).strip()) / "bin/nvcc"


def version():
    return run(["ncu", "--version"]).splitlines()[-1]


def profile(command, metrics, options=()):
    """A program's own lines, and for each of its kernel launches, in order, {name: count} for metrics = {name: metric
    of ncu's}."""
    ncu = ["ncu", "--csv", "--page", "raw", *options, "--metrics", ",".join(metrics.values())]
    head, _, table = run(ncu + command).partition('"ID"')  # no table where nothing was launched
    lines = [line for line in head.splitlines() if line and not line.startswith("==")]  # ncu's own begin so
    rows = [row for row in csv.DictReader(io.StringIO('"ID"' + table)) if row["ID"]]  # the first has the units
    return lines, [{name: round(float(row[metric].replace(",", ""))) for name, metric in metrics.items()} for row in rows]
