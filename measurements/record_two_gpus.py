#!/usr/bin/env python3
"""Grade the same copies of lab 3's solution in a batch on one GPU and in a batch on all GPUs of this machine, and record how
much faster the second one is.

    measurements/record_two_gpus.py --work FOLDER --commit "$(git rev-parse HEAD)" measurements/data/two_gpus_h200.json
    measurements/record_two_gpus.py --table measurements/data/two_gpus_h200.json     # as Markdown

Each copy has a comment of its own, so that each is compiled. A batch that is complete in FOLDER is not graded again.
"""
import json
import os
import pathlib
import statistics

import provenance
import record_class_pace as pace

LAB = "lab3_transpose"


def visible(gpus):
    return os.environ | {"CUDA_VISIBLE_DEVICES": ",".join(gpus)}


def batch(options, gpus):
    folder = options.work / f"{len(gpus)}_gpus"
    said = pace.grade(folder, LAB, options.count, visible(gpus))
    reports = pace.reports(folder, LAB)
    return {
        "gpus": len(gpus),
        "submissions": len(reports),
        "scores": sorted({report["score"] for report in reports}),
        "an_hour": pace.an_hour(said),
        "seconds_median": statistics.median(report["seconds"] for report in reports),
    }


def record(options):
    gpus = provenance.output(["nvidia-smi", "--query-gpu=uuid", "--format=csv,noheader"]).splitlines()
    batches = [batch(options, some) for some in (gpus[:1], gpus)]
    device = pace.reports(options.work / "1_gpus", LAB)[0]["device"]
    data = provenance.made(f"{options.count} copies of lab 3's solution, on one GPU and on {len(gpus)}", options,
                           "./grade batch submissions --lab lab3 --backend cuda --seed 7 --no-sandbox")
    data |= {
        "device": device | {"driver_release": provenance.gpu("driver_version")},
        "cores": os.cpu_count(),
        "batches": batches,
        "of_linear": batches[1]["an_hour"] / batches[0]["an_hour"] / len(gpus),
    }
    provenance.write(options.file, data)


def table(file):
    """The content of the file as shown in autograder/batch/README.md."""
    data = json.loads(file.read_text())
    device = data["device"]
    one, all_gpus = data["batches"]
    return "\n".join([
        f"{data['what']}: {device['name']}, driver {device['driver_release']}, CUDA {device['toolkit']}, {data['cores']} cores, "
        f"{data['date']}, commit {data['commit'][:10]}.",
        "",
        f"* One GPU: {one['an_hour']} an hour. {all_gpus['gpus']} GPUs: {all_gpus['an_hour']} an hour, "
        f"{100 * data['of_linear']:.0f} % of {all_gpus['gpus']} times as many.",
        f"* Points: {' and '.join(', '.join(f'{score:g}' for score in each['scores']) for each in data['batches'])}.",
    ])


def main():
    parser = provenance.arguments(__doc__)
    parser.add_argument("--work", type=pathlib.Path, help="folder for submissions and gradebooks; kept")
    parser.add_argument("--count", type=int, default=120, help="submissions of each batch")
    options = parser.parse_args()
    if options.table:
        print(table(options.file))
        return
    if options.work is None:
        parser.error("--work is missing")
    options.work = options.work.resolve()
    record(options)


if __name__ == "__main__":
    main()
