#!/usr/bin/env python3
"""Record which walls a process may have around it and still use the GPU and memory that another process lent to it.

    measurements/record_gpu_walls.py measurements/data/gpu_walls_h200.json
    measurements/record_gpu_walls.py --table measurements/data/gpu_walls_h200.json     # as Markdown

Needs a GPU, nvcc and bubblewrap. Each wall is tried alone, with memory and with an event that another process lends; then
all walls are put up one after the other, with memory, and a wall behind which CUDA does not work is left out.
"""
import glob
import json
import os
import pathlib
import subprocess
import tempfile

import nsight
import provenance
from provenance import ROOT

SOURCE = ROOT / "measurements/gpu_walls.cu"
OWN_USER = 23456
SYSTEM = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt", "/etc/alternatives", "/etc/ld.so.cache",
          "/etc/ld.so.conf", "/etc/ld.so.conf.d"]


def devices():
    return sorted(path for path in glob.glob("/dev/nvidia*") if not os.path.isdir(path)) + sorted(glob.glob("/dev/nvidia-caps/*"))


def system_files():
    words = []
    for path in SYSTEM:
        if os.path.islink(path):
            words += ["--symlink", os.readlink(path), path]
        elif os.path.exists(path):
            words += ["--ro-bind", path, path]
    return words


# Name, what it is, words for bubblewrap. Each comes in addition to a view of the whole machine.
WALLS = {
    "bubblewrap": ("bubblewrap, everything visible", []),
    "network": ("no network", ["--unshare-net"]),
    "ipc": ("System V memory of its own", ["--unshare-ipc"]),
    "uts": ("a host name of its own", ["--unshare-uts"]),
    "sys": ("/sys read only", ["--ro-bind", "/sys", "/sys"]),
    "proc": ("/proc read only", ["--ro-bind", "/proc", "/proc"]),
    "dev": ("only harmless devices and the GPU's", None),
    "shm": ("/dev/shm of its own", ["--perms", "1777", "--tmpfs", "/dev/shm"]),
    "tmp": ("/tmp of its own, 64 MiB", ["--perms", "1777", "--size", str(64 << 20), "--tmpfs", "/tmp"]),
    "files": ("only the system's files", None),
    "user": ("a user of its own, without rights", None),
    "capabilities": ("root without rights", ["--cap-drop", "ALL"]),
    "processes": ("processes of its own", ["--unshare-pid", "--proc", "/proc"]),
    "file_size": ("no large files", None),
    "tasks": ("at most 512 threads of this user", None),
}


def command(program, walls):
    """The words in front of the program, and the program."""
    words = ["bwrap", "--die-with-parent"]
    if "files" in walls:
        words += system_files() + ["--proc", "/proc", "--ro-bind", "/sys", "/sys"]
        words += ["--dev", "/dev"] if "dev" in walls else ["--dev-bind", "/dev", "/dev"]
    else:
        words += ["--dev-bind", "/", "/"]
        words += ["--dev", "/dev"] if "dev" in walls else []
    if "dev" in walls:
        for device in devices():
            words += ["--dev-bind", device, device]
    for name in ("sys", "proc", "shm", "tmp", "processes", "network", "ipc", "uts"):
        if name in walls and not (name == "proc" and "processes" in walls):
            words += WALLS[name][1]
    words += ["--ro-bind", str(program), str(program)]
    if "user" in walls:
        words += ["--cap-drop", "ALL"] + sum((["--cap-add", "CAP_" + one] for one in ("SETUID", "SETGID", "SETPCAP")), [])
    elif "capabilities" in walls:
        words += ["--cap-drop", "ALL"]
    words += ["--chdir", "/"]
    if "user" in walls:
        words += ["setpriv", "--reuid", str(OWN_USER), "--regid", str(OWN_USER), "--clear-groups", "--bounding-set=-all",
                  "--inh-caps=-all"]
    limits = (["--fsize=1048576"] if "file_size" in walls else []) + (["--nproc=512"] if "tasks" in walls else [])
    if limits:
        words += ["prlimit"] + limits
    return words + [str(program)]


def attempt(program, walls, lent="memory"):
    """"ok", or where the program failed."""
    try:
        done = subprocess.run([str(program), lent, *command(program, walls)], capture_output=True, text=True, timeout=60, check=False)
    except subprocess.TimeoutExpired:
        return "no end within a minute"
    lines = (done.stdout + done.stderr).strip().splitlines()
    return lines[-1] if lines else f"ended with status {done.returncode}"


def record(options):
    with tempfile.TemporaryDirectory(dir="/opt") as folder:
        os.chmod(folder, 0o755)
        program = pathlib.Path(folder) / "gpu_walls"
        nsight.run([nsight.nvcc(), "-O2", "-std=c++17", "-arch=native", "-o", program, SOURCE])
        bare = subprocess.run([program, "event", program], capture_output=True, text=True, check=False)
        alone = {name: attempt(program, ["bubblewrap", name]) for name in WALLS}
        with_event = {name: attempt(program, ["bubblewrap", name], "event") for name in WALLS}
        standing, refused = [], {}
        for name in WALLS:
            found = attempt(program, standing + [name])
            if found == "ok":
                standing.append(name)
            else:
                refused[name] = found
    provenance.write(options.file, provenance.made("Walls behind which CUDA works", options, "measurements/record_gpu_walls.py") | {
        "device": provenance.gpu("name"),
        "driver": provenance.gpu("driver_version"),
        "kernel": provenance.output(["uname", "-sr"]),
        "devices": devices(),
        "user": os.geteuid(),
        "without_walls": bare.stdout.strip(),
        "alone": alone,
        "alone_with_event": with_event,
        "together": standing,
        "fails_with_these": refused,
    })


def table(file):
    data = json.loads(file.read_text())
    lines = [
        "# Walls behind which CUDA works",
        "",
        "A process behind walls starts CUDA and uses device memory, or that and an event, which another process lends to it",
        f"(CUDA IPC). {data['device']}, driver {data['driver']}, {data['kernel']}, {data['date']}, commit {data['commit'][:10]}.",
        "Made by `measurements/record_gpu_walls.py --table measurements/data/gpu_walls_h200.json` from",
        "[gpu_walls.cu](gpu_walls.cu); the last column adds wall after wall from above, without those that fail.",
        "",
        "| wall | memory | memory and an event | memory, walls together |",
        "|---|---|---|---|",
    ]
    for name, (what, _) in WALLS.items():
        together = data["fails_with_these"].get(name, "ok")
        lines.append(f"| {what} | {data['alone'][name]} | {data['alone_with_event'][name]} | {together} |")
    return "\n".join(lines)


def main():
    options = provenance.arguments(__doc__).parse_args()
    if options.table:
        print(table(options.file))
    else:
        record(options)


if __name__ == "__main__":
    main()
