// Runs the blocks of a launch.
#include <algorithm>
#include <cerrno>
#include <cstring>

#include "simt/core/access/poison.hpp"
#include "simt/core/threads/launch_limits.hpp"
#include "simt/core/threads/numbers.hpp"
#include "simt/core/work_limit.hpp"
#include "simt/emulation/emulation.hpp"

namespace simt::core {
namespace {

memory::AccessProperty to_access_property(cudaAccessProperty property) {
  switch (property) {
    case cudaAccessPropertyPersisting:
      return memory::AccessProperty::persisting;
    case cudaAccessPropertyStreaming:
      return memory::AccessProperty::streaming;
    case cudaAccessPropertyNormal:
      break;
  }
  return memory::AccessProperty::normal;
}

}  // namespace

void Emulation::launch(const LaunchShape& asked, const Kernel& kernel, std::uintptr_t pc) {
  LaunchShape shape = asked;
  const bool is_cut = options_.most_blocks != 0 && shape.grid.y == 1 && shape.grid.z == 1;
  if (is_cut) shape.grid.x = std::min(shape.grid.x, static_cast<unsigned>(options_.most_blocks));
  if (errors_.is_fatal() || is_finished_) return;
  if (in_kernel != nullptr) {
    FindingRecord finding = reporter_.describe_refusal(FindingKind::unsupported, {Detail::launch_by_kernel, {}}, pc);
    copy_text(finding.name, kernel.name);
    reporter_.report(finding);
    return;
  }
  charge(work_of_an_operation);
  kernel_ = &kernel;
  launch_pc_ = pc;
  reporter_.set_kernel(kernel_, pc, &shape);
  simt_thread = {};
  if (const Refusal refused = refusal(shape, dynamic_limit(kernel.function), options_.device);
      refused.detail != Detail::none) {
    FindingRecord finding = reporter_.describe_refusal(FindingKind::bad_launch, refused, pc);
    finding.other_block = to_index(shape.grid);
    reporter_.report(finding);
    leave(error_of(refused));
  } else if (const auto stream = objects_.number_of(static_cast<cudaStream_t>(shape.stream), streams_)) {
    map_callable(kernel);
    launches_.begin();
    checks_.history.note_launch(pc, shape.grid, shape.block);
    begin_operation();
    in_kernel = this;
    // The mathematics of kernels would leave word of its arguments there, for the host.
    const int error_of_the_host = errno;
    run_in_all_orders(shape);
    errno = error_of_the_host;
    in_kernel = nullptr;
    if (is_refused_) leave(error_of({Detail::launch_bounds, {}}));
    simt_round = Rounds::endless();
    for (const std::uintptr_t base : mapped_) memory_.addresses().remove(base, Owner::emulator);
    mapped_.clear();
    end_operation(shape, kernel, *stream, pc);
    launches_.end(Reporter::kernel_name(kernel), shape, pc, *stream, sites_);
  } else {
    leave(cudaErrorInvalidResourceHandle);
  }
  kernel_ = nullptr;
  reporter_.set_kernel(nullptr);
}

std::size_t Emulation::dynamic_limit(const void* kernel) const {
  std::size_t limit = std::min(default_shared_bytes, options_.device.most_shared_bytes_per_block());
  for (const auto& [raised, bytes] : dynamic_limits_) {
    if (kernel == nullptr || raised == kernel) limit = std::max(limit, bytes);
  }
  return limit;
}

// A launch through a pointer to a kernel reads that pointer in every thread, by a reference in the callable. Both
// are the launching function's own; CUDA has read them before the launch.
void Emulation::map_callable(const Kernel& kernel) {
  map_for_launch(reinterpret_cast<std::uintptr_t>(kernel.callable), kernel.callable_bytes);
  const auto* const references = static_cast<const std::uintptr_t*>(kernel.callable);
  for (std::size_t i = 0; i < kernel.callable_bytes / sizeof(void*); ++i) map_for_launch(references[i], sizeof(void*));
}

void Emulation::map_for_launch(std::uintptr_t base, std::size_t bytes) {
  memory_.addresses().add({base, bytes, Kind::literal, false, Owner::emulator, "the launch"});
  mapped_.push_back(base);
}

// The same where the callable does not refer to it: a variable of the program, or a member of an object to which the
// callable refers. No thread has called the kernel yet.
bool Emulation::is_kernel_pointer(Access access, std::size_t bytes, std::uintptr_t address) {
  if (access != Access::load || bytes != sizeof(void*) || called_first_ != 0) return false;
  constexpr std::size_t largest_object = 4096;
  const auto* const words = static_cast<const std::uintptr_t*>(kernel_->callable);
  const bool is_member =
      std::any_of(words, words + kernel_->callable_bytes / sizeof(void*),
                  [&](std::uintptr_t object) { return object != 0 && address - object < largest_object; });
  if (!is_member && !memory_.is_host_variable(address)) return false;
  return call_targets_.at(*reinterpret_cast<const std::uintptr_t*>(address)) == Target::library;
}

memory::AccessWindow Emulation::window_of(const LaunchShape& shape) {
  const cudaAccessPolicyWindow& window =
      shape.window != nullptr ? *shape.window : objects_.window_of(static_cast<cudaStream_t>(shape.stream));
  return {reinterpret_cast<std::uintptr_t>(window.base_ptr), window.num_bytes, window.hitRatio,
          to_access_property(window.hitProp), to_access_property(window.missProp)};
}

// Where caches are modelled: what the launch asks of the lines that persist.
void Emulation::report_window(const memory::AccessWindow& window) {
  constexpr std::size_t most_windows = 8;
  const bool is_known = options_.model_caches && options_.device.most_persisting_bytes > 0;
  if (!is_known || windows_.size() == most_windows) return;
  const std::uintptr_t pc = window.bytes != 0 && window_pc_ != 0 ? window_pc_ : launch_pc_;
  FindingRecord finding = reporter_.describe_access(FindingKind::access_window, Access::load, 1, window.base, pc);
  finding.numbers[0] = static_cast<std::int64_t>(window.bytes);
  finding.numbers[1] = static_cast<std::int64_t>(1000 * window.hit_ratio);
  finding.numbers[2] = static_cast<std::int64_t>(bytes_aside_);
  if (window.bytes == 0) {
    finding.detail = objects_.has_any_window() ? Detail::window_elsewhere : Detail::no_window;
  } else if (window.hit != memory::AccessProperty::persisting) {
    finding.detail = Detail::window_does_not_persist;
  }
  windows_.push_back(finding);
}

void Emulation::reset_persisting(std::uintptr_t pc) {
  checks_.stream_race.on_persisting_reset(pc, streams_.host());
  traffic_.reset_persisting();
}

void Emulation::set_aside(std::size_t bytes) {
  bytes_aside_ = static_cast<std::size_t>(traffic_.set_aside(static_cast<std::int64_t>(bytes)));
}

// Its first thread has not done anything yet.
void Emulation::limit_block(unsigned most) {
  const auto threads = static_cast<std::int64_t>(occupancy_.threads_per_block);
  if (threads <= std::int64_t{most}) return;
  const Refusal refused{Detail::launch_bounds, {threads, most}};
  FindingRecord finding = reporter_.describe_refusal(FindingKind::bad_launch, refused, launch_pc_);
  finding.other_block = to_index(simt_thread.grid_dim);
  reporter_.report(finding);
  is_refused_ = true;
  block_.kill();
}

void Emulation::run_in_all_orders(const LaunchShape& shape) {
  const auto found = [this] {
    std::vector<FindingRecord> findings = reporter_.findings().all();
    std::erase_if(findings, [this](const FindingRecord& finding) { return finding.launch != launches_.running(); });
    return findings;
  };
  const std::int64_t left_before = simt_work_left;
  called_first_ = 0;
  const std::optional<std::uint64_t> other = other_orders_.begin({launch_pc_, kernel_->name});
  if (const std::uint64_t number = other.value_or(options_.begins_orders_anew ? options_.schedule : 0); number != 0) {
    schedule_ = Schedule(number, launches_.running());
  }
  if (other) {
    other_orders_.expect_crash(reporter_.describe_refusal(FindingKind::trapped, {Detail::crash, {}}, launch_pc_));
  }
  run_grid(shape);
  if (other) other_orders_.end_copy(found());
  const std::vector<FindingRecord> here = found();
  const bool is_right = std::all_of(here.begin(), here.end(), [](const auto& finding) { return finding.is_remark(); });
  other_orders_.go({is_right, left_before - simt_work_left, called_first_});
}

void Emulation::run_grid(const LaunchShape& shape) {
  is_refused_ = false;
  memory_.set_dynamic_shared_bytes(shape.shared_bytes);
  sites_.forget_segments();
  async_copies_.clear();
  last_draws_.clear();
  ways_made_.clear();
  rounds_.clear();
  block_.set_shape(shape.block);
  simt_thread.block_dim = shape.block;
  simt_thread.grid_dim = shape.grid;
  checks_.each([](auto& check) { check.begin_launch(); });
  occupancy_ = {static_cast<int>(shape.block.x * shape.block.y * shape.block.z),
                static_cast<std::int64_t>(shape.shared_bytes)};
  memory_.shared_variables().begin_launch();
  const memory::AccessWindow window = window_of(shape);
  if (window.bytes != 0 && window.hit == memory::AccessProperty::persisting) checks_.stream_race.note_persisting();
  report_window(window);
  traffic_.begin_launch(occupancy_, window);
  traffic_.set_registers(memory::registers_of(kernel_->name, options_.registers));
  if (options_.only_grids) {
    traffic_.skip_blocks(std::uint64_t{shape.grid.x} * shape.grid.y * shape.grid.z);
    checks_.each([](auto& check) { check.end_launch(); });
    return;
  }
  cooperating_blocks_ = shape.is_cooperative ? std::uint64_t{shape.grid.x} * shape.grid.y * shape.grid.z : 0;
  blocks_at_grid_barrier_ = 0;
  // Blocks that are counted as running together stay together.
  const auto in_flight = static_cast<std::uint64_t>(std::max(1, options_.device.blocks_in_flight));
  const std::uint64_t resident = blocks_on_device(occupancy_, options_.device);
  const std::uint64_t batch = options_.begins_any_block ? Grid::all_blocks : in_flight;
  Grid grid(shape.grid, resident, batch, schedule_);
  grid_ = &grid;
  stuck_threads_ = 0;
  is_launch_over_ = false;
  while (!grid.is_over() && !is_launch_over_) run_block(grid);
  grid_ = nullptr;
  code_counts_.end([this](const memory::CodeCost& cost, std::int64_t times) { traffic_.execute(cost, times); });
  if (errors_.is_fatal() || is_refused_) {
    block_.abandon();
    traffic_.count_early();  // what was requested when a thread ended the launch
  }
  checks_.each([](auto& check) { check.end_launch(); });
  cooperating_blocks_ = 0;
  block_.trim();
}

// One turn of one block.
void Emulation::run_block(Grid& grid) {
  if (grid.is_to_begin(wants_to_resume_)) {
    begin_block(grid.begin());
  } else {
    resume_block(grid.resume());
  }
  const Outcome outcome = block_.run(grid.may_interrupt());
  grid.set_resident_limit(blocks_on_device(occupancy_, options_.device));
  wants_to_resume_ = outcome.kind == Outcome::Kind::ended;
  switch (outcome.kind) {
    case Outcome::Kind::ended:
      drop_copies();
      return;
    case Outcome::Kind::killed:
      is_launch_over_ = true;
      return;
    case Outcome::Kind::diverged:
      checks_.barrier.report_divergence(outcome.divergence);
      errors_.leave_fatal(cudaErrorLaunchFailure);
      [[fallthrough]];
    case Outcome::Kind::stuck:
      drop_copies();
      stuck_threads_ += static_cast<std::size_t>(occupancy_.threads_per_block);
      is_launch_over_ = is_launch_over_ || stuck_threads_ > most_stuck_threads;
      return;
    case Outcome::Kind::waits:
      return wait_for_others(grid);
  }
}

// Those of the running block, which has ended.
void Emulation::drop_copies() {
  async_copies_.drop(thread_number(0), thread_number(0) + most_threads_of_block);
  checks_.global_race.end_block();
}

// The block waits for other blocks.
void Emulation::wait_for_others(Grid& grid) {
  if (grid.is_deadlocked(block_.activity())) {
    is_launch_over_ = true;
    if (stuck_threads_ != 0) return;  // they may wait for what a stopped thread would have done
    checks_.barrier.report_deadlock(grid);
    return errors_.leave_fatal(cudaErrorLaunchTimeout);
  }
  if (checks_.barrier.suspect(grid.is_suspicious())) sites_.forget_segments();
  grid.suspend(suspend_block());
}

void Emulation::begin_block(const Indices& index) {
  simt_thread.block = index;
  for (const Segment* segment : {&memory_.static_shared(), &memory_.dynamic_shared()}) {
    if (segment->bytes != 0) std::memset(reinterpret_cast<void*>(segment->base), poison, segment->bytes);
  }
  traffic_.begin_block(block_number());
  checks_.each([](auto& check) { check.begin_block(); });
  block_.begin();
}

}  // namespace simt::core
