// The counted run of a part, on a backend that counts: what each line asks of memory. Judges nothing.
#pragma once

#include "grader/pipeline/part_state.hpp"
#include "grader/pipeline/session.hpp"
#include "grader/words/source_lines.hpp"

namespace grader {

/// What a counted run showed.
struct Counted {
  bool came_to_its_end = false;           ///< otherwise the counters are of a part of the run
  LocatedEvidence located;                ///< rows and findings with their lines
  std::optional<Finding> useless_window;  ///< a remark: words/l2_window_words.hpp
  std::optional<Finding> host_address;    ///< a remark: words/host_address.hpp
  TrafficSummary summary;                 ///< with time_vs_bound where the operation has buffers on the host
};

/// Runs `state.part` once at its performance size, counts its traffic with caches modelled, and adds what is wrong with
/// the run, its answer or the times that it reports to `state`. What is good there is counted at a smaller size,
/// too; where it moves far too much there, that run is returned. `find_races`: also seeks races, which takes longer.
Counted count(const Context& context, Session& session, bool find_races, PartState& state);

}  // namespace grader
