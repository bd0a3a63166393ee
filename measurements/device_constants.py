#!/usr/bin/env python3
"""The table [timing] of a device's file (simt/devices), from the records of three experiments on it:

    ./grade experiment calibrate --data calibrate.json
    ./grade experiment S3.9 --data S3.9.json
    ./grade experiment S2.7 --data S2.7.json
    measurements/device_constants.py --calibrate calibrate.json --latencies S3.9.json --constants S2.7.json

A chip that was not measured gets stated constants: what documents say of it, and else what the H200 takes, in cycles
or nanoseconds.

    measurements/device_constants.py --stated t4     prints its table
    measurements/device_constants.py --write-stated  writes the tables of all chips with caches that are not measured

Cases in pairs differ in the number of their rounds only: constants come from the difference of the two, which has no
launch and no first access in it. The clock is measured; the number of multiprocessors is that of the H200, or
--multiprocessors.
"""
import argparse
import json
import math
import pathlib
import statistics
import tomllib

import provenance

RECORDS = provenance.ROOT / "measurements/data/experiments"
NANO = 1e-9
DEVICES = provenance.ROOT / "simt/devices"
MEASURED = "h200"
ISSUE = 4  # instructions a cycle and multiprocessor: no kernel of ours is limited by it alone


class Record:
    """The median time and the work of each case."""

    def __init__(self, file, group=None):
        cases = [case for case in json.loads(file.read_text())["cases"] if group in (None, case["group"])]
        self.seconds = {case["label"]: statistics.median(case["seconds"]) for case in cases}
        self.work = {case["label"]: case["bytes"] for case in cases}

    def difference(self, label):
        """(seconds, work) of what "many" does more than "few"."""
        return (self.seconds[label + ", many"] - self.seconds[label + ", few"],
                self.work[label + ", many"] - self.work[label + ", few"])

    def seconds_a_unit(self, label):
        seconds, work = self.difference(label)
        return seconds / work


def constant_word_cycles(constants, cycle, multiprocessors):
    """Each thread of S2.7 copies 4 bytes and loads 32 times; a warp then wants so many words as the case says."""
    def seconds_a_request(words):
        warps = constants.work[words] / 8 / 32
        return constants.seconds[words] / warps / 32 * multiprocessors
    return (seconds_a_request("8") - seconds_a_request("4")) / 4 / cycle


def update_chunk_bytes(calibrate):
    """Of the 1 KiB that 32 words in 32 sectors lie in: as many parts take turns as one word alone takes longer."""
    parts = calibrate.seconds_a_unit("updates of a word") / calibrate.seconds_a_unit("updates of 32 words in 32 sectors")
    return 1024 // 2 ** round(math.log2(parts))


def constants_of(calibrate, latencies, constants, multiprocessors):
    """(key, value, how it was measured), in the order of the file."""
    cycle = calibrate.seconds_a_unit("cycles")
    gbps = lambda label: 1e-9 / calibrate.seconds_a_unit(label)
    alone = lambda label: calibrate.work[label] / calibrate.seconds[label] / 1e9
    line = 128
    per_cycle = lambda label: cycle / calibrate.seconds_a_unit(label) / multiprocessors
    # A step of a walk is an access of 4 bytes.
    latency = lambda label: latencies.seconds_a_unit(label) * 4 / NANO
    one_block = calibrate.seconds_a_unit("barrier of 256 threads")
    many_blocks = calibrate.seconds_a_unit("barriers of 8 × 256 threads")
    small = calibrate.seconds_a_unit("blocks of 32") * multiprocessors
    large = calibrate.seconds_a_unit("blocks of 1024") * multiprocessors
    empty = 2 * large  # two such blocks are resident
    return [
        ("measured", "true", "none of them is stated only"),
        ("dram_load_gbps", alone("DRAM, loads"), "loads of 16 bytes, 1 GiB"),
        ("dram_store_gbps", alone("DRAM, stores"), "stores of 16 bytes, 1 GiB"),
        ("l2_load_gbps", gbps("L2, loads"), "8 MiB again and again, past the L1"),
        ("l2_store_gbps", max(gbps("L2, stores"), alone("DRAM, stores")), "the faster of 8 MiB again and again, and 1 GiB"),
        ("l1_lines_per_cycle", per_cycle("L1, 16 bytes of a line") / line, "loads of 16 bytes whose addresses are known"),
        ("l1_request_cycles", 1, "H100 Tensor Core GPU Architecture (2022): 32 load/store units a multiprocessor"),
        ("constant_word_cycles", constant_word_cycles(constants, cycle, multiprocessors), "S2.7: 8 words a request beside 4"),
        ("dram_fetch_bytes", 64, "unverified: at most so (cudaLimitMaxL2FetchGranularity), and single sectors of S2.10 cost as much"),
        ("dram_ns", latency("global memory, DRAM"), "S3.9: a thread goes from element to element"),
        ("l2_ns", latency("global memory, L2"), "S3.9"),
        ("l1_ns", latency("global memory, L1"), "S3.9"),
        ("shared_ns", latency("shared memory"), "S3.9"),
        ("barrier_ns", one_block / NANO, "a block of 256 threads a multiprocessor"),
        ("barrier_warp_ns", many_blocks / 64 / NANO, "8 blocks of 8 warps a multiprocessor"),
        ("block_ns", small / NANO, "blocks of 32 threads that do nothing, one after the other on a multiprocessor"),
        ("warp_ns", large / 32 / NANO, "at least, for each of a block's warps: blocks of 1024 threads"),
        ("thread_ns", empty / NANO, "at most: two blocks of 1024 threads are resident, each so long in its place"),
        ("update_sector_ns", calibrate.seconds_a_unit("updates of a word each") * 8 / NANO, "each lane its own word"),
        ("update_again_ns", calibrate.seconds_a_unit("updates of a word") / NANO, "all lanes one word"),
        ("update_chunk_bytes", update_chunk_bytes(calibrate), "32 words of 1 KiB take as much less each than one word as parts of the L2 share them"),
        ("launch_ns", (calibrate.seconds["a launch"] - empty) / NANO, "an empty kernel after another one, less thread_ns"),
        ("instruction_ns", latency("registers"), "S3.9: each needs the result of the one before"),
        ("issue_per_cycle", ISSUE, "Guide, \"Compute Capability 9.0\": four schedulers of warps"),
        ("single_per_cycle", per_cycle("multiply-add"), "multiply-adds; this and those below: warps"),
        ("integer_per_cycle", per_cycle("logic"), "logic; shifts and conversions are as fast"),
        ("product_per_cycle", per_cycle("integer multiply-add"), "multiply-adds of whole numbers"),
        ("special_per_cycle", per_cycle("special function"), "ex2"),
        ("double_per_cycle", per_cycle("multiply-add of doubles"), "multiply-adds of doubles"),
        ("exchange_per_cycle", per_cycle("shuffle"), "shuffles"),
    ]


# Guide, "Throughput of Native Arithmetic Instructions": results a cycle and multiprocessor, by compute capability.
# Those of single precision are in the device's file. The others are the same for 7.0 to 9.0.
DOUBLES = {"7.0": 32, "7.5": 2, "8.0": 32, "8.6": 2, "8.9": 2, "9.0": 64, "12.0": 2}
WHOLE_NUMBERS, SPECIAL, SHUFFLES = 64, 16, 32
# Load/store units of a multiprocessor: NVIDIA's papers on Volta, Ampere (GA100) and Hopper; Turing, GA102 and Ada.
LOAD_STORE_UNITS = {"7.0": 32, "7.5": 16, "8.0": 32, "8.6": 16, "8.9": 16, "9.0": 32, "12.0": 16}


def stated_constants(name):
    """(key, value, where from) of a chip that is not measured."""
    read = lambda file: tomllib.loads((DEVICES / f"{file}.toml").read_text())
    chip, known = read(name), read(MEASURED)
    timing = known["timing"]
    capability = str(chip["compute_capability"])
    of = lambda file, table, key: file[table][key]
    peak = of(chip, "dram", "bandwidth_gbps") / of(known, "dram", "bandwidth_gbps")
    cycles = of(known, "multiprocessors", "clock_ghz") / of(chip, "multiprocessors", "clock_ghz")
    whole = (of(chip, "multiprocessors", "count") * of(chip, "multiprocessors", "clock_ghz")
             / of(known, "multiprocessors", "count") / of(known, "multiprocessors", "clock_ghz"))
    units = LOAD_STORE_UNITS[capability]
    rows = []
    add = lambda key, value, how: rows.append((key, value, how))
    add("measured", "false", "stated: what documents say, and else what the H200 takes")
    for key in ("dram_load_gbps", "dram_store_gbps"):
        add(key, timing[key] * peak, "the H200's share of its peak")
    for key in ("l2_load_gbps", "l2_store_gbps"):
        add(key, timing[key] * whole, "the H200's bytes a cycle and multiprocessor")
    add("l1_lines_per_cycle", timing["l1_lines_per_cycle"] * units / 32, f"the H200's, with {units} load/store units in place of 32")
    add("l1_request_cycles", 32 / units, f"unverified: NVIDIA's paper on the architecture: {units} load/store units")
    add("constant_word_cycles", timing["constant_word_cycles"], "the H200's")
    add("dram_fetch_bytes", timing["dram_fetch_bytes"] if float(capability) >= 8 else 32,
        "the H200's" if float(capability) >= 8 else "a sector: the limit cudaLimitMaxL2FetchGranularity begins with 8.0")
    for key in ("dram_ns", "l2_ns"):
        add(key, timing[key], "the H200's")
    for key in ("l1_ns", "shared_ns", "barrier_ns", "barrier_warp_ns", "block_ns", "warp_ns", "thread_ns"):
        add(key, timing[key] * cycles, "the H200's cycles")
    add("update_sector_ns", timing["update_sector_ns"] / whole, "the H200's sectors a cycle and multiprocessor")
    add("update_again_ns", timing["update_again_ns"] * cycles, "the H200's cycles")
    add("update_chunk_bytes", timing["update_chunk_bytes"], "the H200's")
    add("launch_ns", timing["launch_ns"], "the H200's")
    add("instruction_ns", timing["instruction_ns"] * cycles, "the H200's cycles")
    add("issue_per_cycle", ISSUE, f"Guide, \"Compute Capability {capability[0]}.x\": four schedulers of warps")
    guide = "Guide, \"Throughput of Native Arithmetic Instructions\""
    add("single_per_cycle", of(chip, "multiprocessors", "multiply_adds_per_cycle") / 32, guide + "; this and those below: warps")
    add("integer_per_cycle", WHOLE_NUMBERS / 32, guide)
    add("product_per_cycle", WHOLE_NUMBERS / 32, guide)
    add("special_per_cycle", SPECIAL / 32, guide)
    add("double_per_cycle", DOUBLES[capability] / 32, guide)
    add("exchange_per_cycle", SHUFFLES / 32, guide)
    return rows


def table_of(rows):
    lines = [f"{key} = {value if isinstance(value, str) else format(value, '.4g')}  # {how}" for key, value, how in rows]
    return "\n".join(["[timing]"] + lines) + "\n"


STATED = ("# This chip was not measured for the course: measurements/device_constants.py --write-stated computes these lines.\n"
          "# `./grade experiment calibrate` on such a GPU measures what replaces them.\n")


def write_stated():
    for file in sorted(DEVICES.glob("*.toml")):
        chip = tomllib.loads(file.read_text())
        if chip["caches"]["l2_kib"] == 0 or chip.get("timing", {}).get("measured", False):
            continue
        text = file.read_text().split(STATED)[0].rstrip("\n") + "\n"
        file.write_text(text + "\n" + STATED + table_of(stated_constants(file.stem)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calibrate", type=pathlib.Path, default=RECORDS / "calibrate.json")
    parser.add_argument("--latencies", type=pathlib.Path, default=RECORDS / "S3.9.json")
    parser.add_argument("--constants", type=pathlib.Path, default=RECORDS / "S2.7.json")
    parser.add_argument("--multiprocessors", type=int, default=132)
    parser.add_argument("--stated", metavar="CHIP", help="print the table of a chip that is not measured")
    parser.add_argument("--write-stated", action="store_true", help="write the tables of all of them")
    options = parser.parse_args()
    if options.write_stated:
        write_stated()
    elif options.stated:
        print(table_of(stated_constants(options.stated)), end="")
    else:
        print(table_of(constants_of(Record(options.calibrate), Record(options.latencies),
                                    Record(options.constants, "constant"), options.multiprocessors)), end="")


if __name__ == "__main__":
    main()
