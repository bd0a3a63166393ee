#include "simt/emulation/emulation.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <utility>

#include "simt/core/threads/launch_limits.hpp"
#include "simt/core/work_limit.hpp"

// The built-in variables of the thread that runs; student code reads them directly.
simt::ThreadContext simt_thread;

namespace simt::core {

Emulation* in_kernel = nullptr;

namespace {

/// Aligned accesses have a power of two of bytes, which is not known here: a division would take longer than all else.
bool is_misaligned(std::uintptr_t address, std::uint8_t bytes) { return (address & (bytes - 1U)) != 0; }

memory::SharedUse shared_use_of(Update update) {
  switch (update) {
    case update_in_place:
      return memory::SharedUse::update;
    case update_by_one:
      return memory::SharedUse::count;
    case update_compared:
      return memory::SharedUse::compare;
    case update_unknown:
      break;
  }
  return memory::SharedUse::unknown_update;
}

bool is_counted(Kind kind) { return kind == Kind::global || kind == Kind::shared || kind == Kind::constant; }

/// Evidence::timed_stages. What lies between the last moment before an operation and the first one after it is timed
/// with the operation.
std::uint32_t count_timed_stages(const std::vector<OperationRecord>& operations, const std::set<double>& moments) {
  constexpr OperationKind stages[] = {OperationKind::copy_to_device, OperationKind::kernel,
                                      OperationKind::copy_to_host};
  const auto is_timed_alone = [&](const OperationRecord& one) {
    const auto after = moments.lower_bound(one.end);
    const auto past = moments.upper_bound(one.start);
    if (after == moments.end() || past == moments.begin()) return false;
    const double before = *std::prev(past);
    return std::all_of(operations.begin(), operations.end(), [&](const OperationRecord& other) {
      return other.kind == one.kind || other.end <= before || other.start >= *after;
    });
  };
  return static_cast<std::uint32_t>(std::count_if(std::begin(stages), std::end(stages), [&](OperationKind stage) {
    const auto is_of_stage = [stage](const OperationRecord& one) { return one.kind == stage; };
    return std::any_of(operations.begin(), operations.end(), is_of_stage) &&
           std::all_of(operations.begin(), operations.end(),
                       [&](const OperationRecord& one) { return !is_of_stage(one) || is_timed_alone(one); });
  }));
}

}  // namespace

Emulation::Emulation(std::span<const Allocation> lent, std::uintptr_t library_base, const RunOptions& options)
    : options_(options),
      traffic_(options.device, options.count_traffic && options.model_caches, library_base,
               options.gather_work || options.only_grids),
      schedule_(options.schedule),
      other_orders_(options.other_orders),
      block_(*this, schedule_),
      memory_(lent, library_base, {reinterpret_cast<const std::byte*>(block_.fibers().arena()), Fibers::arena_bytes()}),
      launches_(options.by_launch),
      reporter_(memory_, launches_, library_base),
      checks_({options_, memory_, sites_, block_, reporter_}, allocations_),
      streams_(options.device) {
  for (const Segment& segment : memory_.addresses().all()) {
    // What the grader lends for reading is filled.
    const bool is_unwritten = segment.owner == Owner::grader && segment.is_writable && !segment.has_values;
    note_mapped(segment, is_unwritten ? checks::Content::unwritten : checks::Content::written);
  }
}

Emulation::~Emulation() = default;

void Emulation::note_mapped(const Segment& segment, checks::Content content) {
  checks_.each([&](auto& check) { check.mapped(segment, content); });
}

// Arithmetic that is reported beside the work, in a kernel whose results nothing needs, is none.
double Emulation::share_of_results() const {
  constexpr int fewest = 64;  // words that say something
  if (!has_results_) return 1;
  std::int64_t sampled = 0, made = 0;
  const auto look_at = [&](const std::byte* output, std::size_t bytes) {
    for (std::size_t at = 0; at + 4 <= bytes; at += 4) {
      std::uint32_t word = 0;
      std::memcpy(&word, output + at, sizeof word);
      if (!is_sampled(word)) continue;
      ++sampled;
      made += results_.count(word);
    }
  };
  for (const Segment& segment : memory_.addresses().of(Owner::grader)) {
    const bool is_output = segment.is_writable && segment.name.starts_with("the output");
    if (is_output) look_at(reinterpret_cast<const std::byte*>(segment.base), segment.bytes);
  }
  for (const std::span<const std::byte> output : options_.host_outputs) look_at(output.data(), output.size());
  return sampled < fewest ? 1 : static_cast<double>(made) / static_cast<double>(sampled);
}

Evidence Emulation::finish() {
  is_finished_ = true;
  traffic_.finish(sites_);
  Evidence evidence;
  for (const Site& site : sites_.all()) {
    if (site.traffic.requests == 0) continue;
    evidence.traffic.emplace_back(site.traffic).pc = reporter_.library_offset(site.pc);
  }
  std::sort(evidence.traffic.begin(), evidence.traffic.end(),
            [](const SiteTraffic& a, const SiteTraffic& b) { return a.pc < b.pc; });
  checks_.each([&](auto& check) { check.end_run(errors_.is_fatal()); });
  evidence.findings = reporter_.findings().all();
  put_cause_first(evidence);
  evidence.windows = windows_;
  evidence.timings = timings_;
  evidence.history = checks_.history.take();
  evidence.partition_camping = traffic_.camping();
  evidence.busiest_block = traffic_.busiest_block();
  evidence.kept_by_blocks = checks_.global_race.kept_by_blocks();
  evidence.around_launches = checks_.origins.around_launches();
  evidence.past_textures = checks_.origins.past_textures();
  evidence.host_written = checks_.origins.host_written();
  evidence.strong_accesses = strong_accesses_;
  evidence.local_bytes = local_bytes_;
  evidence.local_wavefronts = traffic_.local_wavefronts();
  evidence.issued_multiply_adds = share_of_results() * traffic_.issued_multiply_adds();
  evidence.busiest_arithmetic = traffic_.busiest_arithmetic();
  for (ArithmeticSite& site : evidence.busiest_arithmetic) site.pc = reporter_.library_offset(site.pc);
  evidence.estimated_seconds = traffic_.estimated_seconds();
  evidence.work = traffic_.work();
  evidence.persisting_bytes = traffic_.persisting_bytes();
  evidence.host_waits = streams_.host_waits();
  evidence.operations.assign(streams_.operations().begin(), streams_.operations().end());
  const double share = share_of_results();
  for (OperationRecord& operation : evidence.operations) {
    if (operation.kind == OperationKind::kernel) operation.work *= share;
    operation.pc = reporter_.library_offset(operation.pc);
    operation.wait_pc = reporter_.library_offset(operation.wait_pc);
  }
  evidence.launch_count = launches_.count();
  if (evidence.launch_count > 0) evidence.last_launch = occupancy_;
  evidence.timed_stages = count_timed_stages(evidence.operations, timed_moments_);
  evidence.launches = launches_.take();
  for (LaunchRecord& launch : evidence.launches) {
    launch.pc = reporter_.library_offset(launch.pc);
    for (SiteTraffic& traffic : launch.traffic) traffic.pc = reporter_.library_offset(traffic.pc);
  }
  evidence.in_other_orders = other_orders_.take();
  evidence.untried = other_orders_.untried();
  allocations_.forget_freed();
  return evidence;
}

void Emulation::report_mask(std::uint32_t mask, std::uintptr_t pc) {
  has_wrong_mask_ = true;
  const std::array<std::int64_t, 3> numbers{mask, block_.current_number() % 32};
  reporter_.report(reporter_.describe_refusal(FindingKind::barrier_divergence, {Detail::not_in_mask, numbers}, pc));
}

// What a single lane gets is often not used, as at the ends of a row; nor what all get from a lane that has ended, or
// is not in the block. Where no lane gets what it asks for, and the lane asked is elsewhere, the mask is wrong.
void Emulation::miss_lane(std::uint32_t from, std::uint32_t came, std::uintptr_t pc) {
  if ((block_.lanes_under_way() >> from & 1) == 0) return;
  if (missed_.exchange != block_.last_exchange()) missed_ = {block_.last_exchange(), 0};
  missed_.lanes |= lane_bit_;
  if (missed_.lanes != came) return;
  const std::array<std::int64_t, 3> numbers{came, from};
  reporter_.report(reporter_.describe_refusal(FindingKind::barrier_divergence, {Detail::lane_not_there, numbers}, pc));
}

void Emulation::receive_undefined(std::uint32_t from, std::uint32_t came, std::uintptr_t pc) {
  const auto known =
      std::find_if(undefined_.begin(), undefined_.end(), [pc](const Undefined& value) { return value.pc == pc; });
  undefined_received_ = static_cast<std::uint32_t>(known - undefined_.begin()) + 1;
  if (known == undefined_.end()) undefined_.push_back({pc, came, from});
}

// Only in global memory, where results are: scratch memory may hold more than is read again.
void Emulation::store_undefined(std::uint32_t number, std::uintptr_t address, std::uintptr_t pc) {
  if (number == 0 || number > undefined_.size() || has_wrong_mask_) return;
  if (!memory_.is_in(Kind::global, reinterpret_cast<const void*>(address))) return;
  const Undefined& value = undefined_[number - 1];
  FindingRecord finding = reporter_.describe_refusal(FindingKind::barrier_divergence,
                                                     {Detail::stores_undefined, {value.came, value.from}}, value.pc);
  finding.other_pc = library_offset(pc);
  reporter_.report(finding);
}

namespace {

// What a copy or a fill that was refused should have written, and what memory that was refused should have been.
bool is_consequence(const FindingRecord& finding, const FindingRecord& refused) {
  constexpr std::array copies{
      Detail::copy_past_target,      Detail::copy_past_source,      Detail::copy_to_host_memory,
      Detail::copy_to_device_memory, Detail::copy_from_host_memory, Detail::copy_from_device_memory,
      Detail::copy_to_freed,         Detail::copy_from_freed,       Detail::row_past_pitch,
      Detail::box_past_slice,        Detail::past_symbol,           Detail::side_not_one,
      Detail::copy_past_array};
  const bool is_copy = std::find(copies.begin(), copies.end(), refused.detail) != copies.end();
  const bool is_allocation = refused.name == std::string_view(cudaGetErrorName(cudaErrorMemoryAllocation));
  return (finding.kind == FindingKind::uninitialized_global && is_copy) ||
         (finding.memory == Memory::null_pointer && is_allocation);
}

}  // namespace

// Later failures may be consequences of the first call that failed.
void Emulation::put_cause_first(Evidence& evidence) const {
  std::vector<FindingRecord>& findings = evidence.findings;
  const bool is_left = errors_.last() != cudaSuccess;
  const std::optional<FindingRecord>& failed = is_left ? errors_.failed_call() : errors_.taken_call();
  if (!failed || failed->pc == 0) return;
  const bool is_named = std::any_of(findings.begin(), findings.end(),
                                    [&failed](const FindingRecord& other) { return other.pc == failed->pc; });
  if (is_named) return;
  // An error that the code has taken away is a mistake only where it is what the code says in the end, or where
  // something else went wrong for it.
  const bool is_said = failed->name == std::string_view(cudaGetErrorName(returned_));
  const bool has_consequence = std::any_of(findings.begin(), findings.end(), [&failed](const FindingRecord& finding) {
    return is_consequence(finding, *failed);
  });
  if (is_left || is_said || has_consequence) {
    findings.insert(findings.begin(), *failed);
  } else {
    evidence.refused.push_back(*failed);
    evidence.refused.back().is_taken = true;
  }
}

// The path of an access that a check wants to see, or that is outside of the site's last segment: then it is in another
// segment, or it ends the kernel.
void Emulation::on_rare_access(Access access, std::uint8_t bytes, bool is_aligned, std::uintptr_t address,
                               std::uintptr_t pc) {
  if (is_of_own_stack(access, bytes, is_aligned, address, pc)) return note_local(*sites_.guess(pc), address);
  Site& site = locate(access, bytes, is_aligned, address, pc);
  const bool is_quick = address - site.base < site.quick_room;
  if (!is_quick && site.kind != Kind::local) charge(work_of_an_access);
  if (is_out_of_work()) [[unlikely]]
    stop_for_work(pc);
  if (site.kind == Kind::local) return note_local(site, address);
  site.is_read_only = is_read_only_next_;
  checks_.each([&](auto& check) { check.on_access(site, access, address); });
  // Another instruction may have had the site's slot. That depends on where the code was loaded, and counts for
  // nothing.
  if (!is_quick || !site.is_counted || !count_as_expected(site, address)) count(site, address);
}

// Here lie a thread's arrays and structures, and its copies of a launch's arguments.
void Emulation::note_local(Site& site, std::uintptr_t address) {
  local_bytes_ += site.bytes;
  if (options_.count_traffic) add_to_row(site, address - block_.fibers().running_stack());
}

void Emulation::compute(long long multiply_adds, std::uintptr_t pc) {
  const auto done = static_cast<std::uint64_t>(std::max(multiply_adds, 0LL));
  multiply_adds_ += static_cast<double>(done);
  if (options_.count_traffic) add_to_row(sites_.find(pc, Access::load, Kind::arithmetic, false, 0), done);
}

// Each thread has a stack of its own, so this is asked anew each time. No check wants to see local memory.
bool Emulation::is_of_own_stack(Access access, std::uint8_t bytes, bool is_aligned, std::uintptr_t address,
                                std::uintptr_t pc) {
  const Site& site = *sites_.guess(pc);
  return site.kind == Kind::local && site.pc == pc && site.bytes == bytes && site.access == access &&
         address - block_.fibers().running_stack() < site.room && !(is_aligned && is_misaligned(address, bytes));
}

void Emulation::check_alignment(Access access, std::uint8_t bytes, std::uintptr_t address, std::uintptr_t pc) {
  if (!is_misaligned(address, bytes)) return;
  stop_thread(reporter_.describe_access(FindingKind::misaligned, access, bytes, address, pc),
              cudaErrorMisalignedAddress);
}

Site& Emulation::locate(Access access, std::uint8_t bytes, bool is_aligned, std::uintptr_t address, std::uintptr_t pc) {
  if (is_aligned) check_alignment(access, bytes, address, pc);
  Site* const site = sites_.guess(pc);
  if (site->pc != pc || site->bytes != bytes || site->access != access || site->kind == Kind::local ||
      address - site->base >= site->room) {
    return resolve(access, bytes, address, pc);
  }
  return *site;
}

void Emulation::count(Site& site, std::uintptr_t address) {
  if (site.is_counted) count_elsewhere(site, address);
}

void Emulation::count_elsewhere(Site& site, std::uintptr_t address) {
  charge(work_of_a_request);
  add_to_row(site, address);
}

void Emulation::add_to_row(Site& site, std::uintptr_t address) {
  if (site.interval != interval_) {
    site.interval = interval_;
    site.expected = site.rows.data();
  }
  memory::Request& request = traffic_.find_row(site, lane_bit_).request;
  request.address[lane_] = address;
  request.active |= lane_bit_;
}

// What the instruction used last; null where that is not remembered.
const Segment* Emulation::used_before(std::uintptr_t pc) {
  const Site& site = *sites_.guess(pc);
  return site.pc == pc ? memory_.find_object(site.base, 1) : nullptr;
}

Site& Emulation::resolve(Access access, std::uint8_t bytes, std::uintptr_t address, std::uintptr_t pc) {
  const Segment* segment = memory_.find_object(address, bytes);
  if (segment == nullptr && is_kernel_pointer(access, bytes, address)) {
    map_for_launch(address, bytes);
    segment = memory_.find_object(address, bytes);
  }
  if (const auto wrong = checks_.bounds.violation(segment, access, address)) {
    stop_thread(reporter_.describe_access(*wrong, access, bytes, address, pc, used_before(pc)),
                cudaErrorIllegalAddress);
  }
  const bool is_local = segment->kind == Kind::local;
  const std::uintptr_t own_stack = block_.fibers().running_stack();
  if (is_local && address - own_stack > Fibers::stack_bytes - bytes) {
    FindingRecord finding = reporter_.describe_access(FindingKind::out_of_bounds, access, bytes, address, pc);
    finding.memory = Memory::other_threads_local;
    stop_thread(finding, cudaErrorIllegalAddress);
  }
  if (memory_.static_shared().contains(address, bytes)) note_static_shared(address, pc);
  Site& site = sites_.find(pc, access, segment->kind, is_of_host(*segment), bytes);
  const bool is_hinted = hinted_.contains(access, address);
  site.is_streaming = is_hinted && hinted_.hint == Hint::streaming;
  site.is_past_l1 = is_hinted && hinted_.hint == Hint::past_l1;
  const std::uintptr_t base = is_local ? own_stack : segment->base;
  if (site.base != base && !is_local) charge(work_of_an_access);
  site.base = base;
  site.room = (is_local ? Fibers::stack_bytes : segment->bytes) - bytes + 1;
  site.is_counted = options_.count_traffic && is_counted(segment->kind);
  site.quick_room = checks_.want(site, *segment) || is_local ? 0 : site.room;
  return site;
}

// A kernel's variables are known only when it uses them; only then can they be found too large.
void Emulation::note_static_shared(std::uintptr_t address, std::uintptr_t pc) {
  SharedVariables& variables = memory_.shared_variables();
  if (!variables.use(address)) return;
  const std::int64_t static_bytes = variables.bytes_used();
  occupancy_.shared_bytes_per_block = static_bytes + static_cast<std::int64_t>(memory_.dynamic_shared().bytes);
  traffic_.set_shape(occupancy_);
  if (!variables.are_known()) return;
  const Refusal refused = refusal_of_shared(static_bytes, occupancy_.shared_bytes_per_block, options_.device);
  if (refused.detail == Detail::none) return;
  die(reporter_.describe_refusal(FindingKind::bad_launch, refused, pc), error_of(refused));
}

// A copy of any size goes in the largest pieces that its address and size allow, and no wider ones than `widest`.
void Emulation::on_range(Access access, std::uintptr_t address, std::size_t bytes, std::uintptr_t pc,
                         std::size_t widest) {
  const std::size_t piece = std::size_t{1} << std::countr_zero(address | bytes | widest);
  for (std::size_t done = 0; done < bytes; done += piece) {
    charge(work_of_an_access);
    locate(access, static_cast<std::uint8_t>(piece), false, address + done, pc).is_of_copy = true;
    on_rare_access(access, static_cast<std::uint8_t>(piece), false, address + done, pc);
  }
}

std::size_t Emulation::widest_of_a_call(std::uintptr_t address) const {
  const Segment* const segment = memory_.find_object(address, 1);
  const bool is_unknown = segment != nullptr && segment->kind == Kind::global && segment->owner != Owner::library;
  return is_unknown ? 1 : widest_access;
}

// The checks are for the parts; the request is that of the whole. Both pcs are within the call.
void Emulation::on_parts(std::uint8_t bytes, std::uint32_t used, std::uint8_t part, std::uintptr_t address,
                         std::uintptr_t pc) {
  const Site* seen = nullptr;
  for (std::uint32_t at = 0; at < bytes; at += part) {
    if ((used >> at & 1) == 0) continue;
    Site& site = locate(Access::load, part, true, address + at, pc - 1);
    checks_.each([&](auto& check) { check.on_access(site, Access::load, address + at); });
    seen = &site;
  }
  if (seen == nullptr) return;
  if (seen->kind == Kind::local) return note_local(sites_.find(pc, Access::load, Kind::local, false, bytes), address);
  if (!seen->is_counted) return;
  Site& whole = sites_.find(pc, Access::load, seen->kind, seen->is_of_host, bytes);
  whole.is_streaming = seen->is_streaming;
  whole.is_past_l1 = seen->is_past_l1;
  whole.is_counted = true;
  count(whole, address);
}

Site& Emulation::locate_strong(Access access, memory::Scope scope, std::uint8_t bytes, bool is_aligned,
                               std::uintptr_t address, std::uintptr_t pc) {
  Site& site = locate(access, bytes, is_aligned, address, pc);
  site.is_strong = true;
  site.scope = scope;
  checks_.each([&](auto& check) { check.reached_strong(site, access, address); });
  block_.note_look(address);
  return site;
}

// They may use the same instruction for other memory.
void Emulation::let_others_go_on(const Site& site, std::uintptr_t address, std::uintptr_t pc) {
  block_.yield(pc);
  if (address - site.base >= site.room) [[unlikely]]
    resolve(site.access, site.bytes, address, pc);
}

// A thread that gets a number from a counter again and again may take all the work that blocks share out in this way,
// unless other blocks have their turn in between. How much each block moves matters only where traffic is counted. A
// thread that updates the word again with little done since waits for something: turns in step could keep it waiting.
void Emulation::let_others_draw(std::uintptr_t address) {
  constexpr int most_ways_made = 16;  // of a block: where every element has a number, blocks would never come to an end
  constexpr std::int64_t least_work = 32;  // sectors
  if (!options_.count_traffic || schedule_.is_mixed() || schedule_.is_reversed() || grid_ == nullptr ||
      grid_->blocks() == 1)
    return;
  const Draw now{core::thread_number(block_.current_number()), traffic_.of_block().moved};
  const auto [last, is_first] = last_draws_.try_emplace(address, now);
  const Draw before = std::exchange(last->second, now);
  if (is_first || before.thread != now.thread || now.moved - before.moved < least_work) return;
  if (++ways_made_[core::block_number()] <= most_ways_made) block_.make_way();
}

void Emulation::on_strong_access(const StrongAccess& access, std::uintptr_t address, std::uintptr_t pc) {
  Site& site = locate_strong(access_of(access.strength), access.scope, access.bytes, access.is_aligned, address, pc);
  site.is_volatile = access.is_volatile;
  site.is_rewrite = std::exchange(is_rewrite_next_, false);
  site.is_data = std::exchange(is_data_next_, false);
  site.is_awaited = std::exchange(is_awaited_next_, false);
  if (site.kind == Kind::local) note_local(site, address);
  if (site.kind != Kind::global && site.kind != Kind::shared) return;
  if (site.kind == Kind::global) ++strong_accesses_;
  if (access.strength == Strength::update) {
    site.shared_use = shared_use_of(access.update);
    site.is_combined = access.is_combined;
    site.is_read = access.is_read;
    if (access.is_read && site.kind == Kind::global) let_others_draw(address);
  }
  count(site, address);
  let_others_go_on(site, address, pc);
  if (!options_.find_races) return;
  Strength strength = access.strength;
  if (access.expected != nullptr) {
    checks_.each([&](auto& check) { check.on_compare(site, address); });
    const bool is_equal = std::memcmp(reinterpret_cast<const void*>(address), access.expected, access.bytes) == 0;
    if (!is_equal) strength = Strength::load;
  }
  checks_.each([&](auto& check) { check.on_strong(site, strength, address); });
}

// What the other threads do until they wait for this one, they could have done before its mistake: what is found in it
// is no consequence. On a GPU the kernel would be over.
void Emulation::stop_thread(const FindingRecord& finding, cudaError_t error) {
  if (++stuck_threads_ > most_stuck_threads) die(finding, error);
  reporter_.report(finding);
  errors_.leave_fatal(error);
  block_.stop_thread();
}

// On a GPU it reads or changes another variable of the thread. Here the thread ends: it would change its own calls.
void Emulation::leave_local(Access access, std::uint8_t bytes, std::int64_t offset, std::int64_t all,
                            std::uintptr_t pc) {
  FindingRecord finding = reporter_.describe(FindingKind::out_of_bounds, pc);
  finding.access = access;
  finding.bytes = bytes;
  finding.memory = Memory::segment;
  finding.segment_bytes = all;
  finding.offset = offset;
  finding.distance = offset < 0 ? offset : offset + bytes - all;
  copy_text(finding.name, "a local array of the thread");
  stop_thread(finding, cudaErrorIllegalAddress);
}

void Emulation::die(const FindingRecord& finding, cudaError_t error) {
  reporter_.report(finding);
  errors_.leave_fatal(error);
  block_.kill();
}

// A thread that waits for time to pass makes progress: it is in no deadlock.
std::uint64_t Emulation::clock() {
  block_.note_activity();
  return ++clock_;
}

}  // namespace simt::core
