#!/usr/bin/env python3
"""Puts half of the timed kernels aside before a model of time is made: predictions are held against them once.

    measurements/split_kernels.py --seed NUMBER --assorted build/experiments/assorted.json \\
        measurements/data/prediction_split.json

A kernel's name is "assorted/GROUP/CASE", "EXPERIMENT/GROUP/CASE", "LAB/FILE/PART" or "LAB/solution/PART". Those of an
experiment are the cases of its record, and of `assorted` those that the emulator has counted. Of the corpus there are
the right and the slow files of labs 0 to 3. The hash of the seed and the name decides; see is_put_aside().

    measurements/split_kernels.py --sha256 measurements/data/prediction_split.json      the hash of the names put aside
"""
import argparse
import hashlib
import json
import pathlib
import tomllib

import provenance

CORPUS = provenance.ROOT / "autograder/tests/submissions"
RECORDS = provenance.ROOT / "measurements/data/experiments"
# Copies and the host's clock; and what constants of the device are taken from.
NOT_PREDICTED = {"S2.2", "S2.4", "S2.5", "S2.15", "S2.16", "S3.9", "calibrate", "assorted", "fresh", "waits"}


def is_put_aside(seed, name):
    """Whether the kernel is one of those that predictions are held against only at the end."""
    return hashlib.sha256(f"{seed}:{name}".encode()).digest()[0] % 2 == 1


def cases_of(file, experiment):
    """The names of an experiment's cases."""
    return [f"{experiment}/{case['group']}/{case['label']}" for case in json.loads(file.read_text())["cases"]]


def graded():
    """The names of graded kernels: all parts of the solutions, and right and slow files of the corpus."""
    names = []
    for lab in sorted((provenance.ROOT / "autograder/course").glob("lab*_*/")):
        rules = tomllib.loads((lab / "lab.toml").read_text())
        names += [f"{lab.name}/solution/{part['id']}" for part in rules["parts"]]
    for lab in sorted(CORPUS.glob("lab[0-3]_*")):
        for file, parts in tomllib.loads((lab / "expected.toml").read_text()).items():
            for part, expected in parts.items():
                if expected.get("verdict") in ("passed", "partial"):
                    names.append(f"{lab.name}/{file}/{part}")
    return names


def sha256_of(names):
    """The hash of names, one a line."""
    return hashlib.sha256("".join(name + "\n" for name in names).encode()).hexdigest()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--assorted", type=pathlib.Path, help="a data file of the experiment")
    parser.add_argument("--sha256", action="store_true", help="print the hash of the file's names put aside")
    options = parser.parse_args()
    if options.sha256:
        print(sha256_of(json.loads(options.file.read_text())["put_aside"]))
        return
    names = cases_of(options.assorted, "assorted") + graded()
    for record in sorted(RECORDS.glob("*.json")):
        if record.stem not in NOT_PREDICTED:
            names += cases_of(record, record.stem)
    aside = [name for name in names if is_put_aside(options.seed, name)]
    split = {
        "what": "the kernels with known times, and those of them that predictions are held against at the end",
        "seed": options.seed,
        "sha256_put_aside": sha256_of(aside),
        "put_aside": aside,
        "seen": [name for name in names if not is_put_aside(options.seed, name)],
    }
    provenance.write(options.file, split)
    print(f"{len(aside)} of {len(names)} kernels are put aside, sha256 {split['sha256_put_aside']}")


if __name__ == "__main__":
    main()
