// The outcome of an experiment, with its provenance (where and how it was measured), and its data file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "backends/device.hpp"
#include "experiment.cuh"

namespace experiments {

/// Where a result comes from.
struct Provenance {
  backends::DeviceInfo device;  ///< what it was measured, or counted, on
  std::string driver_release;   ///< "580.159.04"; empty when not known
  std::string date;             ///< UTC, "2026-11-21"
  std::string commit;           ///< of the course; or "unknown"
  std::string command;          ///< the command that repeats the measurement
  std::string judged_commit{};  ///< of the course whose judge gave the verdicts; empty: `commit`
};

/// What one experiment resulted in.
struct Outcome {
  std::string name;                       ///< "S2.9"
  std::string title;                      ///< one line
  std::string backend;                    ///< "cuda"
  bool is_timed = false;                  ///< cases have seconds; otherwise counts
  Provenance provenance;                  ///< where it comes from
  std::string axis;                       ///< meaning of the cases' x; empty: x is not used
  std::vector<experiment::Result> cases;  ///< in the order of the program
  std::vector<experiment::Claim> claims;  ///< with a verdict each
  std::vector<std::string> notes;         ///< what a reader must know, one sentence each
};

/// Adds the output of a driver (to_json of experiments/results.hpp) to `outcome`. Throws std::runtime_error if the
/// output cannot be read.
void read_driver_output(std::string_view json, Outcome& outcome);

/// The reverse of `data_file`. Throws std::runtime_error if the text is no such file.
Outcome read_data_file(std::string_view json);

/// A JSON object ending in a newline: what, experiment, backend, device {name, sm, driver, toolkit, driver_release},
/// date, commit, command, judged_commit if it was judged again, axis, cases [{group, label, x, bytes, steps if a launch
/// has steps, then either gbps, us_a_step with steps, ci95, launches, seconds [one per round] or counts {load_requests,
/// load_sectors, store_requests, store_sectors, atomic_requests, atomic_sectors, wavefronts, conflicts}}], claims
/// [{source, claimed, measured, holds: yes, partly, no or unknown}], notes.
std::string data_file(const Outcome& outcome);

/// "yes", "partly", "no", "unknown"
std::string_view word(experiment::Holds holds);

}  // namespace experiments
