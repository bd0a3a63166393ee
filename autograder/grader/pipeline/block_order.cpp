#include "grader/pipeline/block_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "backends/counted_device.hpp"
#include "grader/pipeline/correctness.hpp"

namespace grader {
namespace {

using simt::memory::Device;

/// Like `device`, with room for so few blocks that the others begin only when some of these have ended.
Device with_few_blocks(Device device) {
  device.multiprocessors = 1;
  device.blocks_per_multiprocessor = 2;
  return device;
}

/// The first line of the functions that `entry` uses which names blockIdx; 0: there is none.
int line_of_block_index(const simt::SourceIndex& source, std::string_view entry) {
  const std::vector<const simt::SourceFunction*> used = source.used_by(entry);
  for (const simt::SourceName& name : source.names) {
    const auto has_line = [&](const simt::SourceFunction* one) { return one->has(name.line); };
    if (name.name == "blockIdx" && std::any_of(used.begin(), used.end(), has_line)) return name.line;
  }
  return 0;
}

/// Says of a wait that does not end what the order of blocks has to do with it.
void explain(Finding& deadlock, int index_line) {
  deadlock.text +=
      ". Blocks begin in any order: here those that would end the wait have not begun, and do not begin before this "
      "one ends. ";
  if (index_line != 0)
    deadlock.text += fmt::format("The number from blockIdx, line {}, says nothing about that. ", index_line);
  deadlock.text +=
      "Let each block draw its number, by atomicAdd on a counter: then all blocks with lower numbers have begun, and a "
      "block may wait for them";
  if (index_line == 0) return;
  deadlock.other_line = deadlock.line;
  deadlock.line = index_line;
}

void check_part(const Context& context, Session& session, const Device& device, PartState& state) {
  constexpr std::uint64_t mixed_order = 3;  // the same in every grading, and none of check_other_order
  const auto size = largest_right(state);
  if (!size) return;
  const auto workspace = context.backend.lend({state.part->operation, *size, 1});
  backends::PartRunOptions options;
  options.find_races = true;
  options.other_device = with_few_blocks(device);
  options.schedule = mixed_order;
  for (const bool begins_any_block : {false, true}) {
    options.begins_any_block = begins_any_block;
    run_and_check(context, session, *workspace, options, state);
    if (state.is_right()) continue;
    for (Finding& finding : state.findings) {
      const bool is_wait = begins_any_block && finding.kind == simt::FindingKind::deadlock;
      if (is_wait) explain(finding, line_of_block_index(context.source, state.part->entry));
    }
    break;
  }
  session.take_back();
}

}  // namespace

void check_block_order(const Context& context, Session& session, std::vector<PartState>& parts) {
  const auto device = context.backend.abilities().device;
  if (!device) return;
  const Device counted = backends::counted_device(context.lab, *device);
  for (PartState& state : parts) {
    if (!state.is_right() || !state.has_strong_accesses || state.part->operation.must_refuse != nullptr) continue;
    session.end();
    check_part(context, session, counted, state);
    session.end();
  }
}

}  // namespace grader
