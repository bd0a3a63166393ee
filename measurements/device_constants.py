#!/usr/bin/env python3
"""The table [timing] of a device's file (simt/devices), from the records of three experiments on it:

    ./grade experiment calibrate --data calibrate.json
    ./grade experiment S3.9 --data S3.9.json
    ./grade experiment S2.7 --data S2.7.json
    measurements/device_constants.py --calibrate calibrate.json --latencies S3.9.json --constants S2.7.json

Cases in pairs differ in the number of their rounds only: constants come from the difference of the two, which has no
launch and no first access in it. The clock is measured; the number of multiprocessors is that of the H200, or
--multiprocessors.
"""
import argparse
import json
import pathlib
import statistics

import provenance

RECORDS = provenance.ROOT / "measurements/data/experiments"
NANO = 1e-9
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
        ("dram_load_gbps", alone("DRAM, loads"), "loads of 16 bytes, 1 GiB"),
        ("dram_store_gbps", alone("DRAM, stores"), "stores of 16 bytes, 1 GiB"),
        ("l2_load_gbps", gbps("L2, loads"), "8 MiB again and again, past the L1"),
        ("l2_store_gbps", max(gbps("L2, stores"), alone("DRAM, stores")), "the faster of 8 MiB again and again, and 1 GiB"),
        ("l1_lines_per_cycle", per_cycle("L1, loads of 16 bytes") / line, "16 KiB a block again and again"),
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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calibrate", type=pathlib.Path, default=RECORDS / "calibrate.json")
    parser.add_argument("--latencies", type=pathlib.Path, default=RECORDS / "S3.9.json")
    parser.add_argument("--constants", type=pathlib.Path, default=RECORDS / "S2.7.json")
    parser.add_argument("--multiprocessors", type=int, default=132)
    options = parser.parse_args()
    print("[timing]")
    for key, value, how in constants_of(Record(options.calibrate), Record(options.latencies),
                                        Record(options.constants, "constant"), options.multiprocessors):
        print(f"{key} = {value:.4g}  # {how}")


if __name__ == "__main__":
    main()
