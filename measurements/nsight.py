"""Counters of Nsight Compute (ncu), launch by launch."""
import csv
import io
import pathlib
import subprocess
import sys

from provenance import ROOT


def run(command):
    """The output of a command. If it fails or is missing, ends the script and prints the command and its output."""
    words = [str(word) for word in command]
    try:
        finished = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, check=False)
    except OSError as error:
        sys.exit(f"cannot start {words[0]}: {error.strerror}")
    if finished.returncode != 0:
        sys.exit(f"{' '.join(words)} failed:\n{finished.stdout}{finished.stderr}")
    return finished.stdout


def nvcc():
    """The path of the nvcc that the course uses."""
    return pathlib.Path(run([ROOT / "setup/find-cuda.sh"]).strip()) / "bin/nvcc"


def version():
    return run(["ncu", "--version"]).splitlines()[-1]


def parse(text, metrics):
    """The program's output lines and the counters of its launches in order, from what ncu printed: see profile()."""
    head, _, table = text.partition('"ID"')  # no table where nothing was launched
    lines = [line for line in head.splitlines() if line and not line.startswith("==")]  # ncu's own begin so
    rows = [row for row in csv.DictReader(io.StringIO('"ID"' + table)) if row["ID"]]  # the first has the units
    return lines, [{name: round(float(row[metric].replace(",", ""))) for name, metric in metrics.items() if metric in row}
                   for row in rows]


def profile(command, metrics, options=()):
    """A program's output lines and, for each of its kernel launches in order, {name: count}, where metrics is
    {name: ncu's metric}."""
    ncu = ["ncu", "--csv", "--page", "raw", *options, "--metrics", ",".join(metrics.values())]
    return parse(run(ncu + command), metrics)
