#include "grader/pipeline/resident_count.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "backends/counted_device.hpp"
#include "grader/pipeline/correctness.hpp"
#include "grader/pipeline/seeds.hpp"
#include "grader/pipeline/submission.hpp"
#include "grader/words/mismatch.hpp"
#include "grader/words/source_lines.hpp"

namespace grader {
namespace {

using simt::memory::Device;

constexpr std::int64_t elements = 2003;  // whatever the number of blocks: some of them have none
constexpr std::int64_t rounds = 2;
/// More blocks can mean less shared memory for each of them, so that more fit.
constexpr int most_attempts = 4;

std::int64_t most_resident(const simt::memory::LaunchShape& launch, const Device& device) {
  return std::int64_t{device.multiprocessors} * simt::memory::resident_blocks(launch, device);
}

/// Where a part counts what fits.
struct Count {
  int line = 0;           ///< 0: not found
  bool is_asked = false;  ///< the runtime tells how many blocks fit on a multiprocessor
};

/// The line that asks how many blocks fit, of the functions that a part uses; else the line that asks for the number of
/// multiprocessors; else the first line that uses the part's number of blocks, its last parameter.
Count count_of(const simt::SourceIndex& source, std::string_view entry) {
  const std::vector<const simt::SourceFunction*> used = source.used_by(entry);
  const auto is_used = [&](int line) {
    return std::any_of(used.begin(), used.end(), [line](const simt::SourceFunction* one) { return one->has(line); });
  };
  for (const simt::SourceCall& call : source.calls) {
    if (call.name.starts_with("cudaOccupancy") && is_used(call.line)) return {call.line, true};
  }
  for (const simt::SourceName& name : source.names) {
    const bool is_count = name.name == "cudaDevAttrMultiProcessorCount" || name.name == "multiProcessorCount";
    if (is_count && is_used(name.line)) return {name.line};
  }
  for (const simt::SourceFunction* const function : used) {
    if (function->name != entry || function->named.empty()) continue;
    for (const int line : source.lines_with(function->named.back().name, *function)) {
      if (line > function->first_line) return {line};
    }
  }
  return {};
}

/// Where the threads of a block that the line `asked` asks about are written in another way than those of the launch:
/// what both say; else empty.
std::string other_threads_in_words(const simt::SourceIndex& source, std::string_view entry, int asked) {
  const auto plain = [](std::string text) {
    if (text.starts_with("dim3(") && text.ends_with(')')) text = text.substr(5, text.size() - 6);
    return text;
  };
  const auto question = std::find_if(source.calls.begin(), source.calls.end(), [&](const simt::SourceCall& call) {
    return call.line == asked && call.name.starts_with("cudaOccupancyMaxActiveBlocksPer") && call.arguments.size() > 2;
  });
  if (question == source.calls.end()) return "";
  const auto in_words = [&](int line, const std::string& threads) {
    const std::string here = plain(question->arguments[2]), there = plain(threads);
    return here == there
               ? ""
               : fmt::format("this call asks about blocks of {} threads, and line {} launches blocks of {}: ", here,
                             line, there);
  };
  const std::vector<const simt::SourceFunction*> used = source.used_by(entry);
  const auto is_used = [&](int line) {
    return std::any_of(used.begin(), used.end(), [line](const simt::SourceFunction* one) { return one->has(line); });
  };
  for (const simt::SourceLaunch& launch : source.launches) {
    if (is_used(launch.line) && launch.shape.size() > 1) return in_words(launch.line, launch.shape[1]);
  }
  for (const simt::SourceCall& call : source.calls) {
    const bool is_launch = call.name == "cudaLaunchCooperativeKernel" || call.name == "cudaLaunchKernel";
    if (is_launch && is_used(call.line) && call.arguments.size() > 2) return in_words(call.line, call.arguments[2]);
  }
  return "";
}

/// Whether a kernel may bound its registers itself: by the second argument of __launch_bounds__, how many blocks must
/// fit, or by __maxnreg__.
bool bounds_registers(std::string_view source) {
  constexpr std::string_view word = "__launch_bounds__";
  if (source.find("__maxnreg__") != std::string_view::npos) return true;
  for (std::size_t at = source.find(word); at != std::string_view::npos; at = source.find(word, at + 1)) {
    int depth = 0;
    for (std::size_t i = at + word.size(); i < source.size() && (depth > 0 || source[i] != ')'); ++i) {
      depth += source[i] == '(' ? 1 : source[i] == ')' ? -1 : 0;
      if (depth == 1 && source[i] == ',') return true;
      if (depth == 0 && source[i] == ')') break;
    }
  }
  return false;
}

std::string device_in_words(const Device& device) {
  return fmt::format(
      "a device with {} multiprocessors for {} threads{}", device.multiprocessors, device.threads_per_multiprocessor,
      device.registers_per_thread == 0
          ? fmt::format(" and {} KiB of shared memory each", device.shared_bytes_per_multiprocessor >> 10)
          : fmt::format(" and {} registers each, if the compiler gives a thread {} registers",
                        device.registers_per_multiprocessor, device.registers_per_thread));
}

/// What the run at `blocks` blocks shows, of which `fitting` fit.
Finding wrong_count(const Context& context, const course::Part& part, const Device& device, std::int64_t blocks,
                    std::int64_t fitting, const std::vector<Finding>& found) {
  const auto waits = std::find_if(found.begin(), found.end(), [](const Finding& one) { return one.line != 0; });
  const int wait_line = waits == found.end() ? 0 : waits->line;
  const Count count = count_of(context.source, part.entry);
  Finding finding;
  finding.name = "resident-count";
  finding.line = count.line == 0 ? wait_line : count.line;
  finding.other_line = count.line == 0 ? 0 : wait_line;
  finding.text = fmt::format(
      "{}only {} blocks of this kernel can be resident at a time on {}. {} must return 0 for {} blocks there, and does "
      "not{}. {}",
      other_threads_in_words(context.source, part.entry, count.line), fitting, device_in_words(device), part.entry,
      blocks, wait_line == 0 ? "" : fmt::format(": at line {}, blocks wait for others that cannot begin", wait_line),
      count.is_asked
          ? "Ask about the kernel that is launched, with the same threads and the same shared memory for a block. The "
            "answer is for one multiprocessor"
          : "How many fit depends on the device, and on the threads, shared memory and registers of the kernel: "
            "cudaOccupancyMaxActiveBlocksPerMultiprocessor tells it for one multiprocessor");
  return finding;
}

/// One part on one device. Returns what the kernel's launch needs, as far as it is known.
simt::memory::LaunchShape check_on(const Context& context, Session& session, const Device& device, PartState& state) {
  simt::memory::LaunchShape launch{.threads_per_block = 0};
  std::int64_t blocks = 1;
  session.end();
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    const course::Size size{{elements, rounds, blocks}};
    const auto workspace = context.backend.lend({state.part->operation, size, 1});
    workspace->refill(take_seed(context, state, size), 0, 1);
    backends::PartRunOptions options;
    options.find_races = true;
    options.other_device = device;
    const backends::RunOutcome outcome = session.run(context.lab, *state.part, *workspace, options);
    const auto found = locate(outcome.evidence, context.library, context.source_name).findings;
    session.take_back();
    if (outcome.evidence.last_launch.threads_per_block > 0) launch = outcome.evidence.last_launch;
    // What is wrong with one block was wrong before, or comes from a device that the code does not know.
    const bool is_first = blocks == 1;
    if (outcome.refused != 0 || launch.threads_per_block == 0 || (is_first && !outcome.is_ok())) return launch;
    const std::int64_t fitting = most_resident(launch, device);
    if (blocks > fitting) {
      state.findings.push_back(wrong_count(context, *state.part, device, blocks, fitting, found));
      state.wrong.push_back(size);
      return launch;
    }
    blocks = fitting + 1;
  }
  return launch;
}

}  // namespace

std::vector<Device> smaller_devices(const Device& device, std::uint64_t seed, std::int64_t shared_bytes_per_block,
                                    bool knows_registers) {
  constexpr std::array threads{1024, 1536, 2048};   // of chips from compute capability 7.0 on
  constexpr std::array registers{72, 80, 96, 120};  // fewer than 1024 threads have room, and at least 512
  constexpr int fewest_multiprocessors = 2, more = 6;
  Device smaller = device;
  smaller.multiprocessors = std::min(device.multiprocessors, fewest_multiprocessors + static_cast<int>(seed % more));
  seed /= more;
  smaller.threads_per_multiprocessor = threads[seed % threads.size()];
  if (smaller.threads_per_multiprocessor == device.threads_per_multiprocessor) {
    smaller.threads_per_multiprocessor = threads[(seed + 1) % threads.size()];
  }
  seed /= threads.size();
  std::vector<Device> devices{smaller};
  if (shared_bytes_per_block > 0) {
    // Two blocks fit, which the caller may ask for, and a third does not.
    Device& little = devices.emplace_back(smaller);
    little.shared_bytes_per_multiprocessor = std::min(
        device.shared_bytes_per_multiprocessor, 2 * (shared_bytes_per_block + device.reserved_shared_bytes_per_block));
  }
  if (knows_registers) {
    Device& crowded = devices.emplace_back(smaller);
    crowded.registers_per_thread = registers[seed % registers.size()];
  }
  return devices;
}

void check_resident_counts(const Context& context, Session& session, std::vector<PartState>& parts) {
  const auto device = context.backend.abilities().device;
  if (!device) return;
  const Device counted = backends::counted_device(context.lab, *device);
  const bool is_any_number = !bounds_registers(read_source(context.source_file));
  for (PartState& state : parts) {
    if (state.part->operation.must_refuse == nullptr || state.part->operation.returns_errors() || !state.is_right())
      continue;
    const auto at = [&](std::int64_t shared) { return smaller_devices(counted, context.seed, shared, is_any_number); };
    const simt::memory::LaunchShape launch = check_on(context, session, at(0).front(), state);
    const std::vector<Device> devices = at(launch.shared_bytes_per_block);
    for (std::size_t i = 1; i < devices.size() && state.is_right(); ++i) check_on(context, session, devices[i], state);
    session.end();
  }
}

}  // namespace grader
