#!/usr/bin/env python3
"""Grades a folder of submissions on a Slurm cluster, into the same gradebook as `./grade batch` would here.

  ./grade batch submissions --lab lab3 --executor slurm --work-dir /shared/work

The submissions are cut into chunks, one task of a job array each. A task grades its chunk into a shard, a gradebook of its
own in the work folder, which gets its name only when it is complete. The shards are merged here. A task whose node is lost
is queued again: by Slurm, or by this program once the queue has forgotten it. The same call goes on where a killed one was.
The work folder and the course must have the same path on all nodes. sbatch reads its own variables, such as
SBATCH_PARTITION and SBATCH_ACCOUNT; --sbatch gives it further words.
Exit status as for `grade batch`.
"""

import argparse
import csv
import hashlib
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import time

import gradebook_file

ROOT = pathlib.Path(__file__).resolve().parents[2]
MOST_ROUNDS = 4  # of queueing a chunk whose task vanished; then something else is wrong

# The first copy of a task that is complete names its shard; one that Slurm believed lost may still be at work.
TASK = """#!/bin/sh
#SBATCH --requeue
chunk={work}/chunks/$SLURM_ARRAY_TASK_ID
shard={work}/shards/$SLURM_ARRAY_TASK_ID
[ -e "$shard" ] && exit 0
part={work}/parts/$SLURM_ARRAY_TASK_ID.$SLURM_JOB_ID
[ -e "$part" ] || {{ cp -R {work}/base "$part.new" && mv "$part.new" "$part"; }} || exit 3
COURSE_WORK_DIR={work}/compiled
export COURSE_WORK_DIR
{grade} batch "$chunk" --gradebook "$part" {words}
status=$?
[ $status -eq 0 ] || [ $status -eq 3 ] || exit $status
sqlite=$part/gradebook.sqlite
[ -e "$sqlite" ] || exit 3
echo $status >"$part/status"
mv -T "$part" "$shard" 2>/dev/null || [ -e "$shard" ]
"""


def stop(sentence, status):
    print(f"grade: {sentence}", file=sys.stderr)
    sys.exit(status)


def answer(command, may_fail=False):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0 and not may_fail:
        stop(f"{command[0]} failed: {done.stderr.strip() or done.stdout.strip()}", 3)
    return done.stdout.strip()


def cut(entries, chunks, size):
    """Chunks appear whole: a folder that is there is complete."""
    numbers = []
    for number in range(0, (len(entries) + size - 1) // size):
        folder = chunks / str(number)
        numbers.append(number)
        if folder.exists():
            continue
        new = chunks / f".{number}.new"
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir(parents=True)
        for entry in entries[number * size:(number + 1) * size]:
            if entry.is_dir():
                shutil.copytree(entry, new / entry.name, symlinks=True)
            else:
                shutil.copy2(entry, new / entry.name, follow_symlinks=False)
        new.rename(folder)
    return numbers


def fingerprint(options, entries):
    """Of what is asked for: another call, or changed submissions, get chunks of their own."""
    digest = hashlib.sha256(repr((str(options.folder.resolve()), options.lab, options.words, options.chunk)).encode())
    for entry in entries:
        for path in sorted([entry, *entry.rglob("*")]) if entry.is_dir() else [entry]:
            state = path.lstat()
            digest.update(repr((str(path), state.st_size, state.st_mtime_ns)).encode())
    if (options.gradebook / gradebook_file.FILE).exists():
        digest.update(repr(gradebook_file.secret(options.gradebook)).encode())
    return digest.hexdigest()[:16]


def queued(job):
    """The array's tasks that Slurm still means to run, or runs; None: it does not know the job any more."""
    done = subprocess.run(["squeue", "--noheader", "--array", "--jobs", job, "--format", "%K"], capture_output=True, text=True)
    if done.returncode != 0:
        return None
    return {int(word) for word in done.stdout.split() if word.isdigit()}


def submit(options, work, script, missing):
    command = ["sbatch", "--parsable", f"--array={','.join(map(str, missing))}", f"--output={work}/log/%a.%A.txt",
               "--open-mode=append", f"--job-name=grade-{options.lab}"]
    command += shlex.split(options.sbatch)
    return answer([*command, str(script)]).split(";")[0]


def merge_reports(shard, gradebook):
    for report in sorted((shard / "reports").rglob("*")):
        if not report.is_file():
            continue
        target = gradebook / report.relative_to(shard)
        target.parent.mkdir(parents=True, exist_ok=True)
        new = target.with_name(f".{target.name}.new")
        shutil.copy2(report, new)
        new.replace(target)


def main():
    parser = argparse.ArgumentParser(prog="grade slurm", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, help="holds a folder, an archive or a .cu file for each student")
    parser.add_argument("--lab", required=True)
    parser.add_argument("--gradebook", type=pathlib.Path, default="gradebook")
    parser.add_argument("--work-dir", type=pathlib.Path, required=True, help="on all nodes, by the same path")
    parser.add_argument("--chunk", type=int, default=20, help="submissions of a task (default: 20)")
    parser.add_argument("--sbatch", default=None, help="words for sbatch (default: --gres=gpu:1, without --backend simt)")
    parser.add_argument("--roster", type=pathlib.Path)
    parser.add_argument("--grade", default=str(ROOT / "grade"), help="the grader on the nodes")
    parser.add_argument("--executor", default="slurm", help=argparse.SUPPRESS)
    options, others = parser.parse_known_args()  # the others are for `grade batch`
    if not options.folder.is_dir():
        stop(f"{options.folder} is no folder", 2)
    if shutil.which("sbatch") is None:
        stop("there is no sbatch here: start this on a machine of the cluster where jobs are submitted", 3)
    options.gradebook = options.gradebook.resolve()
    is_simt = "simt" in others
    if options.sbatch is None:
        options.sbatch = "" if is_simt else "--gres=gpu:1"
    options.words = ["--lab", options.lab, *others]
    if options.roster:
        options.words += ["--roster", str(options.roster.resolve())]

    entries = sorted(entry for entry in options.folder.iterdir() if not entry.name.startswith("."))
    if not entries:
        stop(f"{options.folder} is empty", 2)
    database = options.gradebook / gradebook_file.FILE
    done = subprocess.run([options.grade, "batch", "--only-gradebook", "--gradebook", str(options.gradebook)],
                          capture_output=True, text=True)
    if done.returncode != 0:
        stop((done.stderr.strip().splitlines() or ["the gradebook could not be made"])[-1].removeprefix("grade: "), 3)
    work = options.work_dir.resolve() / f"grade-{options.lab}-{fingerprint(options, entries)}"
    for folder in ("chunks", "shards", "parts", "log", "compiled"):
        (work / folder).mkdir(parents=True, exist_ok=True)
    chunks = cut(entries, work / "chunks", options.chunk)
    if not (work / "base").exists():
        new = work / ".base.new"
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir()
        gradebook_file.copy(options.gradebook, new)
        new.rename(work / "base")
    base_grading = gradebook_file.last_grading(work / "base")
    script = work / "task.sh"
    script.write_text(TASK.format(work=shlex.quote(str(work)), grade=shlex.quote(options.grade),
                                  words=shlex.join(options.words)))

    job_file = work / "job"
    rounds = 0
    shown = None
    while True:
        missing = [number for number in chunks if not (work / "shards" / str(number)).exists()]
        if shown != len(missing):
            shown = len(missing)
            print(f"{len(chunks) - len(missing)} of {len(chunks)} chunks are graded", file=sys.stderr, flush=True)
        if not missing:
            break
        at_work = queued(job_file.read_text()) if job_file.exists() else set()
        if not at_work:
            # A shard may have come between the two looks.
            missing = [number for number in missing if not (work / "shards" / str(number)).exists()]
            if missing:
                rounds += 1
                if rounds > MOST_ROUNDS:
                    stop(f"{len(missing)} chunks came to nothing {MOST_ROUNDS} times; what their tasks said is in "
                         f"{work / 'log'}. Nothing is lost: the same call goes on", 3)
                job = submit(options, work, script, missing)
                new = work / ".job.new"
                new.write_text(job)
                new.replace(job_file)
        time.sleep(1)

    shards = [work / "shards" / str(chunk) for chunk in chunks]
    statuses = gradebook_file.merge_all(options.gradebook, shards, options.lab, str(work), len(entries), base_grading)
    for shard in shards:
        merge_reports(shard, options.gradebook)
    counts = ", ".join(f"{statuses.count(each)} {each.replace('_', ' ')}" for each in sorted(set(statuses)))
    print(f"{len(entries)} submissions: {counts or 'nothing new'}\nThe gradebook is {database}.")
    sys.exit(3 if "not_graded" in statuses else 0)


main()
