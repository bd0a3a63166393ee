#include "simt/core/emulation.hpp"

#include <dlfcn.h>
#include <execinfo.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>

#include "simt/core/access/library.hpp"

// The built-in variables of the thread that runs; student code reads them directly.
simt::ThreadContext simt_thread;
alignas(1024) unsigned char simt_dynamic_shared_memory[sizeof simt_dynamic_shared_memory];

namespace simt::core {

Emulation* in_kernel = nullptr;

namespace {

// A float of these bytes is a NaN, an index is far out of bounds.
constexpr int poison = 0xff;

// Farther than this from any allocation, an address is not a wrong index into it.
constexpr std::int64_t near_bytes = std::int64_t{256} << 20;

Index3 to_index(const Indices& indices) { return {indices.x, indices.y, indices.z}; }

template <std::size_t size>
void copy_text(char (&to)[size], std::string_view text) {
  to[text.copy(to, size - 1)] = '\0';
}

// The indices of a linear number.
Indices unpacked(std::uint32_t number, const Indices& size) {
  return {number % size.x, number / size.x % size.y, number / size.x / size.y};
}

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

PhaseBarrier read_barrier(std::uintptr_t address) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, reinterpret_cast<const void*>(address), sizeof(bits));
  return PhaseBarrier(bits);
}

void write_barrier(std::uintptr_t address, const PhaseBarrier& barrier) {
  const std::uint64_t bits = barrier.bits();
  std::memcpy(reinterpret_cast<void*>(address), &bits, sizeof(bits));
}

bool is_counted(Kind kind) { return kind == Kind::global || kind == Kind::shared || kind == Kind::constant; }

}  // namespace

Emulation::Emulation(std::span<const Allocation> lent, std::uintptr_t library_base, const RunOptions& options)
    : options_(options),
      library_base_(library_base),
      traffic_(options.device, options.count_traffic && options.model_caches),
      schedule_(options.schedule),
      block_(*this, schedule_),
      streams_(options.device),
      launches_(options.by_launch) {
  map_memory(lent, library_base);
}

Emulation::~Emulation() = default;

void Emulation::map_memory(std::span<const Allocation> lent, std::uintptr_t library_base) {
  const auto address = [](const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); };
  for (const Allocation& one : lent) {
    const Segment& lent_memory =
        map_.add({address(one.base), one.bytes, Kind::global, one.writable, Owner::grader, one.name});
    // What the grader lends for reading is filled.
    if (one.writable) track_written(lent_memory);
    watch(lent_memory);
  }
  map_.add({address(block_.fibers().arena()), Fibers::arena_bytes(), Kind::local, true, Owner::emulator, "the stacks"});
  dynamic_segment_ =
      &map_.add({address(simt_dynamic_shared_memory), 0, Kind::shared, true, Owner::emulator, "dynamic shared memory"});
  LibraryMemory library = find_library_memory(library_base);
  variables_ = find_library_variables(library_base);
  host_variables_ = std::move(library.host);
  static_shared_ = map_.add(std::move(library.shared));
  shared_variables_.emplace(variables_, static_shared_);
  if (library.managed.bytes != 0) shares_memory_with_host_ = true;
  for (Segment* segment : {&library.constant, &library.device, &library.managed}) watch(map_.add(std::move(*segment)));
  for (Segment& segment : library.other) map_.add(std::move(segment));
}

Evidence Emulation::finish() {
  is_finished_ = true;
  traffic_.finish(sites_);
  Evidence evidence;
  for (const Site& site : sites_.all()) {
    if (site.traffic.requests == 0) continue;
    evidence.traffic.emplace_back(site.traffic).pc = library_offset(site.pc);
  }
  std::sort(evidence.traffic.begin(), evidence.traffic.end(),
            [](const SiteTraffic& a, const SiteTraffic& b) { return a.pc < b.pc; });
  find_leaks();
  evidence.findings = findings_.all();
  const auto names_it = [this](const FindingRecord& other) { return other.pc == failed_call_->pc; };
  // What went wrong later may be for want of what failed here.
  if (failed_call_ && failed_call_->pc != 0 && last_error_ != cudaSuccess &&
      std::none_of(evidence.findings.begin(), evidence.findings.end(), names_it)) {
    evidence.findings.insert(evidence.findings.begin(), *failed_call_);
  }
  evidence.partition_camping = traffic_.camping();
  evidence.estimated_seconds = traffic_.estimated_seconds();
  evidence.persisting_bytes = traffic_.persisting_bytes();
  evidence.operations.assign(streams_.operations().begin(), streams_.operations().end());
  for (OperationRecord& operation : evidence.operations) {
    operation.pc = library_offset(operation.pc);
    operation.wait_pc = library_offset(operation.wait_pc);
  }
  evidence.launch_count = launches_.count();
  evidence.launches = launches_.take();
  for (LaunchRecord& launch : evidence.launches) {
    launch.pc = library_offset(launch.pc);
    for (SiteTraffic& traffic : launch.traffic) traffic.pc = library_offset(traffic.pc);
  }
  freed_.clear();
  return evidence;
}

// ---- accesses of kernels ----

// The way of an access that is watched for races, or that the site's last segment does not allow: then there is
// another segment, or it is the kernel's end.
void Emulation::on_rare_access(Access access, std::uint8_t bytes, bool is_aligned, std::uintptr_t address,
                               std::uintptr_t pc) {
  Site& site = locate(access, bytes, is_aligned, address, pc);
  if (site.is_raced) check_race(site, access, address);
  if (site.written != nullptr) check_written(site, access, address);
  if (site.raced_words != nullptr) check_global_race(site, access, address);
  if (footprint_ != nullptr) note_footprint(site, address);
  if (is_suspicious_) [[unlikely]]
    note_suspect(site, address);
  count(site, address);
}

Site& Emulation::locate(Access access, std::uint8_t bytes, bool is_aligned, std::uintptr_t address, std::uintptr_t pc) {
  if (is_aligned && address % bytes != 0) {
    die(describe_access(FindingKind::misaligned, access, bytes, address, pc), cudaErrorMisalignedAddress);
  }
  Site* const site = sites_.guess(pc);
  if (site->pc != pc || site->bytes != bytes || site->access != access || address - site->base >= site->room) {
    return resolve(access, bytes, address, pc);
  }
  return *site;
}

void Emulation::count(Site& site, std::uintptr_t address) {
  if (!site.is_counted) return;
  if (site.interval != interval_) {
    site.interval = interval_;
    site.executions = 0;
  }
  if (site.executions >= site.open_rows) return open_row(site, address);
  add_lane(site, address);
}

// While all seem to wait in vain: who stores something, or looks at something new, does not.
void Emulation::note_suspect(const Site& site, std::uintptr_t address) {
  if (site.kind != Kind::global && site.kind != Kind::shared) return;
  if (site.access == Access::store) {
    block_.note_activity();
  } else {
    block_.note_look(address);
  }
}

Site& Emulation::locate_strong(Access access, memory::Scope scope, std::uint8_t bytes, bool is_aligned,
                               std::uintptr_t address, std::uintptr_t pc) {
  Site& site = locate(access, bytes, is_aligned, address, pc);
  site.is_strong = true;
  site.scope = scope;
  if (access == Access::store && site.kind == Kind::global && footprint_ != nullptr) {
    footprint_->strong_stores.add(address, bytes);
  }
  block_.note_look(address);
  return site;
}

// An atomic update is one request, and counts as a store.
void Emulation::on_strong_access(Strength strength, memory::Scope scope, std::uint8_t bytes, bool is_aligned,
                                 std::uintptr_t address, std::uintptr_t pc) {
  const Access access = strength == Strength::load ? Access::load : Access::store;
  Site& site = locate_strong(access, scope, bytes, is_aligned, address, pc);
  if (site.kind != Kind::global && site.kind != Kind::shared) return;
  count(site, address);
  yield(pc);
  if (options_.find_races) check_strong(site, strength, address);
}

void Emulation::check_plain(const Site& site, Access access, std::uintptr_t address) {
  if (site.is_raced) check_race(site, access, address);
  if (site.written != nullptr) check_written(site, access, address);
}

// In shared memory, whoever sees what another thread wrote so may know that all is done which that thread did before:
// from here on nothing earlier is held against anybody. That forgives too much rather than too little. In global memory
// it takes fences.
void Emulation::check_strong(const Site& site, Strength strength, std::uintptr_t address) {
  if (strength != Strength::store) check_plain(site, Access::load, address);
  if (strength != Strength::load) check_plain(site, Access::store, address);
  if (site.raced_words != nullptr) {
    check_global_race(site, strength == Strength::load ? Access::load : Access::store, address);
  }
  note_order(site, strength, address);
  // Each block has shared memory of its own at the same addresses.
  const std::uintptr_t word = address / 4 + (site.kind == Kind::shared ? std::uint64_t{block_number()} << 48 : 0);
  const std::uint64_t self = thread_number(block_.current_number());
  const auto writer = strong_writers_.find(word);
  if (strength != Strength::store && writer != strong_writers_.end() && writer->second != self) races_->block_barrier();
  if (strength != Strength::load) strong_writers_[word] = self;
}

memory::Word Emulation::order_word(const Site& site, std::uintptr_t address) const {
  return {address / 4, site.kind == Kind::shared ? block_number() + 1 : 0};
}

void Emulation::note_order(const Site& site, Strength strength, std::uintptr_t address) {
  memory::Order& order = global_races_.order();
  const memory::Word word = order_word(site, address);
  if (strength != Strength::store) order.strong_load(word, strength == Strength::update);
  if (strength != Strength::load) order.strong_store(word, strength == Strength::update);
}

void Emulation::fence(memory::Scope scope, std::uintptr_t pc) {
  if (order_) global_races_.order().fence(scope);
  yield(pc);
}

void Emulation::acquire(memory::Scope scope) {
  if (order_) global_races_.order().acquire(scope);
}

void Emulation::release(memory::Scope scope) {
  if (order_) global_races_.order().release(scope);
}

// Linear, in the grid.
std::uint32_t Emulation::block_number() const {
  const auto& [x, y, z] = simt_thread.block;
  return (z * simt_thread.grid_dim.y + y) * simt_thread.grid_dim.x + x;
}

void Emulation::track_written(const Segment& segment) {
  if (options_.find_races) written_[segment.base].assign(segment.bytes, 0);
}

// Nothing races in memory that no kernel may write.
void Emulation::watch(const Segment& segment) {
  if (options_.find_races && segment.kind == Kind::global && segment.is_writable) {
    global_races_.watch(segment.base, segment.bytes);
  }
}

std::uint8_t* Emulation::written_bytes(const Segment& segment) const {
  const auto found = written_.find(segment.base);
  return found == written_.end() ? nullptr : const_cast<std::uint8_t*>(found->second.data());
}

void Emulation::mark_written(const void* to, std::size_t bytes) {
  const Segment* const segment = find_global(to, bytes);
  std::uint8_t* const written = segment == nullptr ? nullptr : written_bytes(*segment);
  if (written != nullptr) std::memset(written + (reinterpret_cast<std::uintptr_t>(to) - segment->base), 1, bytes);
}

// A struct's padding is copied but never written, so it takes a load of nothing but unwritten bytes.
void Emulation::check_written(const Site& site, Access access, std::uintptr_t address) {
  std::uint8_t* const written = site.written + (address - site.base);
  if (access == Access::store) {
    std::memset(written, 1, site.bytes);
  } else if (std::none_of(written, written + site.bytes, [](std::uint8_t byte) { return byte != 0; })) {
    findings_.add(describe_access(FindingKind::uninitialized_global, Access::load, site.bytes, address, site.pc));
  }
}

bool Emulation::was_freed(std::uintptr_t address) const {
  return std::any_of(freed_.begin(), freed_.end(), [address](const Freed& freed) {
    const auto base = reinterpret_cast<std::uintptr_t>(freed.memory.get());
    return address >= base && address - base < freed.bytes;
  });
}

Site& Emulation::resolve(Access access, std::uint8_t bytes, std::uintptr_t address, std::uintptr_t pc) {
  const Segment* const segment = find_object(address, bytes);
  if (segment == nullptr) {
    const auto kind = was_freed(address) ? FindingKind::use_after_free : FindingKind::out_of_bounds;
    die(describe_access(kind, access, bytes, address, pc), cudaErrorIllegalAddress);
  }
  if (access == Access::store && !segment->is_writable) {
    die(describe_access(FindingKind::write_to_input, access, bytes, address, pc), cudaErrorIllegalAddress);
  }
  if (static_shared_.contains(address, bytes)) note_static_shared(address, pc);
  Site& site = sites_.find(pc, access, segment->kind, is_of_host(*segment), bytes);
  site.is_streaming = hinted_.contains(access, address);
  site.base = segment->base;
  site.room = segment->bytes - bytes + 1;
  site.is_counted = options_.count_traffic && is_counted(segment->kind);
  site.is_raced = options_.find_races && segment->kind == Kind::shared;
  site.written = segment->kind == Kind::global ? written_bytes(*segment) : nullptr;
  site.raced_words = segment->kind == Kind::global ? global_races_.words(segment->base) : nullptr;
  const bool is_quick = !site.is_raced && site.written == nullptr && site.raced_words == nullptr &&
                        footprint_ == nullptr && !is_suspicious_;
  site.quick_room = is_quick ? site.room : 0;
  return site;
}

// Of static shared memory, one variable.
const Segment* Emulation::find_object(std::uintptr_t address, std::size_t bytes) const {
  if (static_shared_.contains(address, bytes)) return shared_variables_->find(address, bytes);
  return map_.find(address, bytes);
}

const Segment* Emulation::nearest_object(std::uintptr_t address) const {
  const Segment* const nearest = static_shared_.contains(address, 1) ? &static_shared_ : map_.nearest(address);
  const bool is_shared = nearest != nullptr && nearest->base == static_shared_.base;
  return is_shared ? shared_variables_->nearest(address) : nearest;
}

// Which variables a kernel has shows only when it uses them, and so does that they are too large.
void Emulation::note_static_shared(std::uintptr_t address, std::uintptr_t pc) {
  if (!shared_variables_->use(address)) return;
  const std::int64_t static_bytes = shared_variables_->bytes_used();
  occupancy_.shared_bytes_per_block = static_bytes + static_cast<std::int64_t>(dynamic_segment_->bytes);
  traffic_.set_shape(occupancy_);
  if (!shared_variables_->are_known()) return;
  const Refusal refusal = refusal_of_shared(static_bytes);
  if (refusal.detail == Detail::none) return;
  die(describe_refusal(FindingKind::bad_launch, refusal, pc), cudaErrorInvalidConfiguration);
}

// nvcc refuses the first, and a launch the second.
Refusal Emulation::refusal_of_shared(std::int64_t static_bytes) const {
  const auto most = static_cast<std::int64_t>(options_.device.most_shared_bytes_per_block());
  const std::int64_t most_static = std::min(most, std::int64_t{48} << 10);
  if (static_bytes > most_static) return {Detail::static_bytes, {static_bytes, most_static, most}};
  if (occupancy_.shared_bytes_per_block > most) {
    return {Detail::shared_bytes, {occupancy_.shared_bytes_per_block, most}};
  }
  return {};
}

void Emulation::yield(std::uintptr_t pc) {
  // On the fiber's stack, which may be dropped: so nothing that has to be freed. Of more sites, requests fall apart.
  struct Place {
    Site* site;
    std::uint32_t executions;
  };
  std::array<Place, 16> places;
  std::size_t count = 0;
  for (Site* site : traffic_.open_sites()) {
    if (site->interval == interval_ && count < places.size()) places[count++] = {site, site->executions};
  }
  const std::uint64_t closings = traffic_.closings();
  block_.yield(pc);
  if (traffic_.closings() != closings) return;
  for (const Place& place : std::span(places).first(count)) {
    place.site->interval = interval_;
    place.site->executions = place.executions;
  }
}

void Emulation::open_row(Site& site, std::uintptr_t address) {
  if (!traffic_.open_row(site, site.executions)) {
    block_.pause();
    site.interval = interval_;
    site.executions = 0;
    // Another lane that came back first may have opened it.
    if (site.open_rows == 0) traffic_.open_row(site, 0);
  }
  add_lane(site, address);
}

// A copy of any size goes in the largest pieces that its address and size allow.
void Emulation::on_range(Access access, std::uintptr_t address, std::size_t bytes, std::uintptr_t pc) {
  const std::size_t piece = std::size_t{1} << std::countr_zero(address | bytes | 16);
  for (std::size_t done = 0; done < bytes; done += piece) {
    on_rare_access(access, static_cast<std::uint8_t>(piece), false, address + done, pc);
  }
}

memory::SharedAccess Emulation::shared_access(const Site& site, Access how, std::uintptr_t address) const {
  const bool is_static = static_shared_.contains(address, site.bytes);
  const std::uintptr_t offset =
      is_static ? address - static_shared_.base : dynamic_offset() + (address - dynamic_segment_->base);
  memory::SharedAccess access;
  access.thread = block_.current_number();
  access.site = site.index;
  access.offset = static_cast<std::uint32_t>(offset);
  access.bytes = site.bytes;
  access.is_store = how == Access::store;
  return access;
}

void Emulation::check_race(const Site& site, Access how, std::uintptr_t address) {
  const memory::SharedVerdict verdict = races_->access(shared_access(site, how, address));
  if (!verdict.is_fine()) [[unlikely]]
    report_race(site, address, verdict);
}

// The store is looked at twice: who reads what was there before must have done so when it is asked for, and who reads
// what comes must wait until it is waited for.
void Emulation::copy_async(std::uintptr_t to, std::uintptr_t from, std::uint64_t bytes, std::uint64_t zeros,
                           std::uintptr_t pc) {
  if ((bytes != 4 && bytes != 8 && bytes != 16) || zeros > bytes) {
    const Refusal size{Detail::async_copy_bytes, {static_cast<std::int64_t>(bytes)}};
    die(describe_refusal(FindingKind::unsupported, size, pc), cudaErrorLaunchFailure);
  }
  if (!is_in(Kind::shared, reinterpret_cast<const void*>(to))) {
    die(describe_refusal(FindingKind::unsupported, {Detail::async_copy_target, {}}, pc), cudaErrorLaunchFailure);
  }
  if (zeros == 0) {
    on_rare_access(Access::load, static_cast<std::uint8_t>(bytes), true, from, pc);
  } else {
    on_range(Access::load, from, bytes - zeros, pc);
  }
  AsyncCopy copy{to, static_cast<std::uint8_t>(bytes), pc, {}};
  std::memcpy(copy.data.data(), reinterpret_cast<const void*>(from), bytes - zeros);
  const Site& site = locate(Access::store, copy.bytes, true, to, pc);
  if (site.is_raced) {
    const memory::SharedVerdict verdict = races_->foresee_store(shared_access(site, Access::store, to));
    if (!verdict.is_fine()) report_race(site, to, verdict);
  }
  async_copies_.add(thread_number(block_.current_number()), copy);
}

void Emulation::wait_for_copies(std::uint64_t but_last) {
  while (const auto copy = async_copies_.take(thread_number(block_.current_number()), but_last)) {
    on_rare_access(Access::store, copy->bytes, true, copy->to, copy->pc);
    std::memcpy(reinterpret_cast<void*>(copy->to), copy->data.data(), copy->bytes);
    note_change();
  }
}

void Emulation::init_barrier(std::uintptr_t address, std::uint32_t expected, std::uintptr_t pc) {
  const Site& site = locate(Access::store, sizeof(std::uint64_t), true, address, pc);
  check_plain(site, Access::store, address);
  if (site.raced_words != nullptr) check_global_race(site, Access::store, address);
  write_barrier(address, PhaseBarrier(expected));
  note_change();
}

// Who arrives lets others know what it did, but learns nothing itself.
std::uint32_t Emulation::arrive_at_barrier(std::uintptr_t address, std::uint32_t count, bool drops, memory::Scope scope,
                                           std::uintptr_t pc) {
  wait_for_copies(0);
  const Site& site = locate_strong(Access::store, scope, sizeof(std::uint64_t), true, address, pc);
  yield(pc);
  if (options_.find_races) {
    check_plain(site, Access::load, address);
    check_plain(site, Access::store, address);
    if (site.raced_words != nullptr) check_global_race(site, Access::store, address);
    release(scope);
    global_races_.order().strong_store(order_word(site, address), true);
  }
  PhaseBarrier barrier = read_barrier(address);
  const std::uint32_t phase = barrier.phase();
  if (drops) barrier.expect_one_less();
  barrier.arrive(count);
  write_barrier(address, barrier);
  note_change();
  return phase;
}

bool Emulation::is_past_barrier(std::uintptr_t address, std::uint32_t phase, std::uint32_t mask, memory::Scope scope,
                                std::uintptr_t pc) {
  const Site& site = locate_strong(Access::load, scope, sizeof(std::uint64_t), true, address, pc);
  yield(pc);
  if (((read_barrier(address).phase() ^ phase) & mask) == 0) return false;
  if (options_.find_races) {
    check_plain(site, Access::load, address);
    if (site.raced_words != nullptr) check_global_race(site, Access::load, address);
    global_races_.order().strong_load(order_word(site, address), false);
    acquire(scope);
    races_->block_barrier();  // as with other strong accesses, that forgives too much rather than too little
  }
  return true;
}

bool Emulation::is_in(Kind kind, const void* address) const {
  const Segment* const segment = map_.find(reinterpret_cast<std::uintptr_t>(address), 1);
  return segment != nullptr && segment->kind == kind;
}

std::uint64_t Emulation::thread_number(std::uint32_t in_block) const {
  return block_number() * most_threads_of_block + in_block;
}

void Emulation::report_race(const Site& site, std::uintptr_t address, const memory::SharedVerdict& verdict) {
  // Two atomic or volatile accesses are in no race.
  if (verdict.is_race && !(site.is_strong && sites_.all()[verdict.other_site].is_strong)) {
    FindingRecord finding = describe_access(FindingKind::shared_race, site.access, site.bytes, address, site.pc);
    finding.other_pc = library_offset(sites_.all()[verdict.other_site].pc);
    finding.other_thread = to_index(block_.thread(verdict.other_thread).index);
    finding.in_one_warp = verdict.other_thread / memory::warp_lanes == block_.current_number() / memory::warp_lanes;
    findings_.add(finding);
  }
  if (verdict.is_uninitialized) {
    findings_.add(describe_access(FindingKind::uninitialized_shared, site.access, site.bytes, address, site.pc));
  }
}

// Not in the hot path of those that have nothing to do with it.
void Emulation::check_global_race(const Site& site, Access how, std::uintptr_t address) {
  const memory::GlobalAccess access{site.index, address, site.bytes, how == Access::store, site.is_strong, site.scope};
  const memory::GlobalRace* const race = global_races_.access(site.raced_words, site.base, access);
  if (race != nullptr) [[unlikely]]
    report_global_race(site, how, address, *race);
}

void Emulation::report_global_race(const Site& site, Access how, std::uintptr_t address,
                                   const memory::GlobalRace& race) {
  FindingRecord finding = describe_access(FindingKind::global_race, how, site.bytes, address, site.pc);
  finding.other_pc = library_offset(sites_.all()[race.other_site].pc);
  finding.other_block = to_index(unpacked(race.other.block, simt_thread.grid_dim));
  finding.other_thread = to_index(unpacked(race.other.thread, simt_thread.block_dim));
  finding.missing = race.missing;
  findings_.add(finding);
}

// ---- threads ----

void Emulation::thread_goes_on(const Thread& thread) {
  simt_thread.thread = thread.index;
  lane_ = block_.current_number() % memory::warp_lanes;
  ++interval_;
  if (order_) global_races_.order().set_thread(block_.current_number());
}

void Emulation::warp_barrier(int warp, std::uint32_t mask) {
  if (races_) races_->warp_barrier(warp, mask);
  if (order_) global_races_.order().warp_barrier(warp, mask);
}

void Emulation::block_barrier() {
  if (races_) races_->block_barrier();
  if (order_) global_races_.order().block_barrier();
}

// ---- launches ----

void Emulation::launch(const LaunchShape& shape, const Kernel& kernel, std::uintptr_t pc) {
  if (is_dead_ || is_finished_) return;
  if (in_kernel != nullptr) {
    FindingRecord finding = describe_refusal(FindingKind::unsupported, {Detail::launch_by_kernel, {}}, pc);
    copy_text(finding.name, kernel.name);
    findings_.add(finding);
    return;
  }
  kernel_ = &kernel;
  simt_thread = {};
  if (const Refusal refused = refusal(shape); refused.detail != Detail::none) {
    findings_.add(describe_refusal(FindingKind::bad_launch, refused, pc));
    leave(is_too_large(shape) ? cudaErrorCooperativeLaunchTooLarge : cudaErrorInvalidConfiguration);
  } else if (const auto stream = objects_.number_of(static_cast<cudaStream_t>(shape.stream), streams_)) {
    const std::vector<std::uintptr_t> mapped = map_callable(kernel);
    launches_.begin();
    begin_operation();
    in_kernel = this;
    run_grid(shape);
    in_kernel = nullptr;
    for (const std::uintptr_t base : mapped) map_.remove(base);
    end_operation(shape, kernel, *stream, pc);
    launches_.end(kernel_name(kernel), shape, pc, *stream, sites_);
  } else {
    leave(cudaErrorInvalidResourceHandle);
  }
  kernel_ = nullptr;
}

// A launch through a pointer to a kernel reads that pointer in every thread, by a reference in the callable. Both
// are the launching function's own; CUDA has read them before the launch. Returns what is to be unmapped.
std::vector<std::uintptr_t> Emulation::map_callable(const Kernel& kernel) {
  std::vector<std::uintptr_t> mapped;
  const auto map = [&](std::uintptr_t base, std::size_t bytes) {
    map_.add({base, bytes, Kind::literal, false, Owner::emulator, "the launch"});
    mapped.push_back(base);
  };
  map(reinterpret_cast<std::uintptr_t>(kernel.callable), kernel.callable_bytes);
  const auto* const references = static_cast<const std::uintptr_t*>(kernel.callable);
  for (std::size_t i = 0; i < kernel.callable_bytes / sizeof(void*); ++i) map(references[i], sizeof(void*));
  return mapped;
}

memory::AccessWindow Emulation::window_of(const LaunchShape& shape) {
  const cudaAccessPolicyWindow& window =
      shape.window != nullptr ? *shape.window : objects_.window_of(static_cast<cudaStream_t>(shape.stream));
  return {reinterpret_cast<std::uintptr_t>(window.base_ptr), window.num_bytes, window.hitRatio,
          to_access_property(window.hitProp), to_access_property(window.missProp)};
}

void Emulation::set_aside(std::size_t bytes) {
  bytes_aside_ = static_cast<std::size_t>(traffic_.set_aside(static_cast<std::int64_t>(bytes)));
}

bool Emulation::is_too_large(const LaunchShape& shape) const {
  const std::uint64_t threads = std::uint64_t{shape.block.x} * shape.block.y * shape.block.z;
  const std::uint64_t blocks = std::uint64_t{shape.grid.x} * shape.grid.y * shape.grid.z;
  return shape.is_cooperative &&
         blocks > blocks_on_device({static_cast<int>(threads), static_cast<std::int64_t>(shape.shared_bytes)},
                                   options_.device);
}

// Why the hardware would not take the launch. Limits: CUDA C++ Programming Guide, "Technical Specifications per Compute
// Capability".
Refusal Emulation::refusal(const LaunchShape& shape) const {
  const Indices& block = shape.block;
  const Indices& grid = shape.grid;
  const std::int64_t threads = std::int64_t{block.x} * block.y * block.z;
  if (block.x == 0 || block.y == 0 || block.z == 0) return {Detail::empty_block, {block.x, block.y, block.z}};
  if (block.x > 1024 || block.y > 1024 || block.z > 64) return {Detail::block_extent, {block.x, block.y, block.z}};
  if (threads > 1024) return {Detail::block_threads, {threads}};
  if (grid.x == 0 || grid.y == 0 || grid.z == 0) return {Detail::empty_grid, {grid.x, grid.y, grid.z}};
  if (grid.x > 2147483647u || grid.y > 65535 || grid.z > 65535) return {Detail::grid_extent, {grid.x, grid.y, grid.z}};
  if (shape.shared_bytes > dynamic_limit_) {
    return {Detail::dynamic_bytes,
            {static_cast<std::int64_t>(shape.shared_bytes), static_cast<std::int64_t>(dynamic_limit_)}};
  }
  if (is_too_large(shape)) return {Detail::too_many_at_once, {}};
  return {};
}

void Emulation::run_grid(const LaunchShape& shape) {
  dynamic_segment_->bytes = shape.shared_bytes;
  sites_.forget_segments();
  is_suspicious_ = false;
  strong_writers_.clear();
  async_copies_.clear();
  block_.set_shape(shape.block);
  simt_thread.block_dim = shape.block;
  simt_thread.grid_dim = shape.grid;
  races_.reset();
  spare_races_.clear();
  order_.reset();
  if (options_.find_races) global_races_.begin_launch();
  occupancy_ = {static_cast<int>(shape.block.x * shape.block.y * shape.block.z),
                static_cast<std::int64_t>(shape.shared_bytes)};
  shared_variables_->begin_launch();
  traffic_.begin_launch(occupancy_, window_of(shape));
  cooperating_blocks_ = shape.is_cooperative ? std::uint64_t{shape.grid.x} * shape.grid.y * shape.grid.z : 0;
  blocks_at_grid_barrier_ = 0;
  // Blocks that are counted as running together stay together.
  const auto batch = static_cast<std::uint64_t>(std::max(1, options_.device.blocks_in_flight));
  Grid grid(shape.grid, blocks_on_device(occupancy_, options_.device), batch, schedule_);
  while (!grid.is_over() && !is_dead_) run_block(grid);
  if (is_dead_) {
    block_.abandon();
    traffic_.drop_rows();
  }
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
  const Outcome outcome = block_.run();
  grid.set_resident_limit(blocks_on_device(occupancy_, options_.device));
  wants_to_resume_ = outcome.kind == Outcome::Kind::ended;
  switch (outcome.kind) {
    case Outcome::Kind::ended:
      async_copies_.drop(thread_number(0), thread_number(0) + most_threads_of_block);
      return;
    case Outcome::Kind::killed:
      return;
    case Outcome::Kind::diverged:
      return report_divergence(outcome.divergence);
    case Outcome::Kind::waits:
      if (grid.is_deadlocked(block_.activity())) return report_deadlock(grid);
      if (grid.is_suspicious() != is_suspicious_) {
        is_suspicious_ = !is_suspicious_;
        sites_.forget_segments();
      }
      return grid.suspend(suspend_block());
  }
}

SuspendedBlock Emulation::suspend_block() {
  SuspendedBlock block;
  block.index = simt_thread.block;
  for (const Segment* segment : {&std::as_const(static_shared_), &std::as_const(*dynamic_segment_)}) {
    const auto* const begin = reinterpret_cast<const std::byte*>(segment->base);
    block.shared.insert(block.shared.end(), begin, begin + segment->bytes);
  }
  block_.exchange(block.threads);
  block.races = std::move(races_);
  block.order = std::move(order_);
  return block;
}

void Emulation::resume_block(SuspendedBlock block) {
  simt_thread.block = block.index;
  const std::byte* from = block.shared.data();
  for (const Segment* segment : {&std::as_const(static_shared_), &std::as_const(*dynamic_segment_)}) {
    if (segment->bytes != 0) std::memcpy(reinterpret_cast<void*>(segment->base), from, segment->bytes);
    from += segment->bytes;
  }
  traffic_.resume_block(block_number());
  block_.exchange(block.threads);
  if (races_) spare_races_.push_back(std::move(races_));
  races_ = std::move(block.races);
  order_ = std::move(block.order);
  if (order_) global_races_.order().begin_turn(*order_, races_->clocks());
}

void Emulation::begin_block(const Indices& index) {
  simt_thread.block = index;
  for (const Segment* segment : {&std::as_const(static_shared_), &std::as_const(*dynamic_segment_)}) {
    if (segment->bytes != 0) std::memset(reinterpret_cast<void*>(segment->base), poison, segment->bytes);
  }
  traffic_.begin_block(block_number());
  if (options_.find_races) prepare_races();
  block_.begin();
}

// Blocks that have begun keep their own.
void Emulation::prepare_races() {
  if (!races_ && !spare_races_.empty()) {
    races_ = std::move(spare_races_.back());
    spare_races_.pop_back();
  }
  const Indices& size = simt_thread.block_dim;
  const std::uint32_t bytes = dynamic_offset() + static_cast<std::uint32_t>(dynamic_segment_->bytes);
  if (!races_) races_ = std::make_unique<memory::SharedRaces>(bytes, static_cast<int>(size.x * size.y * size.z));
  races_->begin_block();
  order_ = std::make_unique<memory::BlockOrder>(block_number());
  global_races_.order().begin_turn(*order_, races_->clocks());
}

void Emulation::report_divergence(const Divergence& divergence) {
  simt_thread.thread = divergence.waiting->index;
  FindingRecord finding = describe(FindingKind::barrier_divergence, divergence.waiting->barrier_pc);
  finding.other_pc = library_offset(divergence.other->barrier_pc);
  finding.other_thread = to_index(divergence.other->index);
  findings_.add(finding);
  last_error_ = cudaErrorLaunchFailure;
  is_dead_ = true;
}

void Emulation::report_deadlock(const Grid& grid) {
  const Thread& thread = block_.first_waiting();
  simt_thread.thread = thread.index;
  Refusal reason{Detail::no_writer, {}};
  if (grid.blocks() > grid.resident_limit()) {
    reason = {Detail::more_than_resident,
              {static_cast<std::int64_t>(grid.blocks()), static_cast<std::int64_t>(grid.resident_limit())}};
  }
  findings_.add(describe_refusal(FindingKind::deadlock, reason, thread.barrier_pc));
  last_error_ = cudaErrorLaunchTimeout;
  is_dead_ = true;
}

void Emulation::die(const FindingRecord& finding, cudaError_t error) {
  findings_.add(finding);
  last_error_ = error;
  is_dead_ = true;
  block_.kill();
}

// The block's first thread waits for the other blocks', and the block for it.
void Emulation::sync_grid(std::uintptr_t pc) {
  if (cooperating_blocks_ == 0) {
    die(describe_refusal(FindingKind::unsupported, {Detail::grid_sync, {}}, pc), cudaErrorLaunchFailure);
  }
  block_.wait_for_block(0, pc);
  if (block_.current_number() == 0) {
    const std::uint64_t before = grid_barriers_;
    block_.note_change();
    if (++blocks_at_grid_barrier_ == cooperating_blocks_) {
      blocks_at_grid_barrier_ = 0;
      ++grid_barriers_;
      grid_barrier_time_ = global_races_.order().grid_barrier();
    }
    while (grid_barriers_ == before) yield(pc);
    if (order_) global_races_.order().leave_grid_barrier(grid_barrier_time_);
  }
  block_.wait_for_block(0, pc);
}

// Threads that wait for time to pass do not wait in vain.
std::uint64_t Emulation::clock() {
  block_.note_activity();
  return ++clock_;
}

// ---- words ----

// A call returns to the instruction after it, which may be on another line.
std::uint64_t Emulation::library_offset(std::uintptr_t pc) const { return pc == 0 ? 0 : pc - 1 - library_base_; }

// Of the student's, after the call that has led here; 0 when there is none.
std::uintptr_t Emulation::calling_instruction() const {
  std::array<void*, 32> frames;
  const int count = backtrace(frames.data(), static_cast<int>(frames.size()));
  for (void* const frame : std::span(frames).first(static_cast<std::size_t>(count))) {
    Dl_info found;
    if (dladdr(frame, &found) != 0 && reinterpret_cast<std::uintptr_t>(found.dli_fbase) == library_base_) {
      return reinterpret_cast<std::uintptr_t>(frame);
    }
  }
  return 0;
}

FindingRecord Emulation::describe(FindingKind kind, std::uintptr_t pc) const {
  FindingRecord finding;
  finding.kind = kind;
  finding.pc = library_offset(pc);
  finding.block = to_index(simt_thread.block);
  finding.thread = to_index(simt_thread.thread);
  finding.launch = launches_.running();
  if (kernel_ != nullptr) copy_text(finding.kernel, kernel_name(*kernel_));
  return finding;
}

FindingRecord Emulation::describe_refusal(FindingKind kind, const Refusal& refusal, std::uintptr_t pc) const {
  FindingRecord finding = describe(kind, pc);
  finding.detail = refusal.detail;
  std::copy(refusal.numbers.begin(), refusal.numbers.end(), finding.numbers);
  return finding;
}

FindingRecord Emulation::describe_access(FindingKind kind, Access access, std::uint8_t bytes, std::uintptr_t address,
                                         std::uintptr_t pc) const {
  FindingRecord finding = describe(kind, pc);
  finding.access = access;
  finding.bytes = bytes;
  if (kind == FindingKind::use_after_free) {
    finding.memory = Memory::freed;
  } else if (const Segment* const segment = find_object(address, bytes); segment != nullptr) {
    const bool is_variable = segment->owner == Owner::library && segment->kind != Kind::shared;
    name_segment(finding, *segment, address, is_variable ? variable_at(address) : nullptr);
  } else {
    name_outside(finding, address, bytes);
  }
  return finding;
}

void Emulation::name_segment(FindingRecord& finding, const Segment& segment, std::uintptr_t address,
                             const LibraryVariable* variable) const {
  finding.space = to_space(segment.kind);
  finding.segment_bytes = static_cast<std::int64_t>(segment.bytes);
  finding.offset = static_cast<std::int64_t>(address - segment.base);
  finding.memory = variable != nullptr            ? Memory::variable
                   : &segment == dynamic_segment_ ? Memory::dynamic_shared
                                                  : Memory::segment;
  copy_text(finding.name, variable != nullptr ? variable->name : segment.name);
}

// An address in no segment: what it is, or which segment it is near.
void Emulation::name_outside(FindingRecord& finding, std::uintptr_t address, std::uint8_t bytes) const {
  const bool is_dynamic = address - dynamic_segment_->base < sizeof simt_dynamic_shared_memory;
  if (!is_dynamic && name_host_memory(finding, address)) return;
  const Segment* const segment = is_dynamic ? dynamic_segment_ : nearest_object(address);
  const std::int64_t distance = segment == nullptr ? near_bytes : distance_outside(*segment, address, bytes);
  if (address < 4096) {
    finding.memory = Memory::null_pointer;
  } else if (std::abs(distance) >= near_bytes) {
    finding.memory = Memory::unknown;
  } else {
    finding.distance = distance;
    name_segment(finding, *segment, address, nullptr);
  }
}

const LibraryVariable* Emulation::variable_at(std::uintptr_t address) const {
  const auto found = std::find_if(variables_.begin(), variables_.end(), [address](const LibraryVariable& variable) {
    return address - variable.base < variable.bytes;
  });
  return found == variables_.end() ? nullptr : &*found;
}

// Names the host's memory at an address that no kernel may use. False where nothing of the host is there, and where
// memory of the device is so close that the address is rather a wrong index into it.
bool Emulation::name_host_memory(FindingRecord& finding, std::uintptr_t address) const {
  constexpr std::int64_t near_shared_bytes = 256 << 10;
  const bool is_variable = std::any_of(host_variables_.begin(), host_variables_.end(),
                                       [address](const Segment& segment) { return segment.contains(address, 1); });
  if (is_variable) {
    const LibraryVariable* const variable = variable_at(address);
    if (variable == nullptr) return false;
    finding.memory = Memory::host_variable;
    copy_text(finding.name, variable->name);
    return true;
  }
  const Segment* const shared = shared_variables_->nearest(address);
  if (shared != nullptr && std::abs(distance_outside(*shared, address, 1)) < near_shared_bytes) return false;
  const Mapping mapping = find_mapping(address);
  if (mapping.end == 0 || map_.has_within(mapping.begin, mapping.end)) return false;
  finding.memory = mapping.name == "[stack]" ? Memory::host_local : Memory::host;
  return true;
}

// ---- host code ----

void Emulation::on_device_function(std::string_view name, std::uintptr_t pc) {
  if (is_finished_) return;
  FindingRecord finding = describe(FindingKind::device_function, pc);
  copy_text(finding.name, name);
  findings_.add(finding);
}

void Emulation::on_host_access(Access access, std::uintptr_t address, std::size_t bytes, std::uintptr_t pc) {
  if (is_finished_) return;
  if (!stream_races_.is_empty()) check_host_race(access, address, bytes, pc);
  if (!is_allocated(reinterpret_cast<const void*>(address)) && !is_for_kernels_only(address)) return;
  const auto shown_bytes = static_cast<std::uint8_t>(std::min<std::size_t>(bytes, 255));
  findings_.add(describe_access(FindingKind::host_dereference, access, shown_bytes, address, pc));
}

const Segment* Emulation::find_global(const void* address, std::size_t bytes) const {
  const Segment* const segment = map_.find(reinterpret_cast<std::uintptr_t>(address), bytes);
  return segment != nullptr && segment->kind == Kind::global ? segment : nullptr;
}

const Segment* Emulation::find_for_kernels(const void* address, std::size_t bytes) const {
  const Segment* const segment = map_.find(reinterpret_cast<std::uintptr_t>(address), bytes);
  const bool is_there = segment != nullptr && (segment->kind == Kind::global || segment->kind == Kind::constant);
  return is_there ? segment : nullptr;
}

// Of variables only those whose address cudaGetSymbolAddress gave; by its name, the host means another one of its own.
const Segment* Emulation::find_for_copy(const void* address, std::size_t bytes) const {
  const bool is_by_name = is_for_kernels_only(reinterpret_cast<std::uintptr_t>(address)) && !is_allocated(address);
  return is_by_name ? nullptr : find_for_kernels(address, bytes);
}

// A constant that is const, too, has its value on the host as well.
bool Emulation::is_for_kernels_only(std::uintptr_t address) const {
  const Segment* const segment = find_for_kernels(reinterpret_cast<const void*>(address));
  return segment != nullptr && segment->owner == Owner::library && segment->is_writable;
}

bool Emulation::is_symbol(const void* address) const {
  const Segment* const segment = find_for_kernels(address);
  return segment != nullptr && (segment->owner == Owner::managed || segment->owner == Owner::library);
}

bool Emulation::is_writable(const void* address) const {
  const Segment* const segment = find_for_kernels(address);
  return segment != nullptr && segment->is_writable;
}

bool Emulation::is_allocated(const void* address) const {
  const auto number = reinterpret_cast<std::uintptr_t>(address);
  if (is_for_kernels_only(number)) {
    const LibraryVariable* const variable = variable_at(number);
    return given_addresses_.count(variable == nullptr ? number : variable->base) != 0;
  }
  const Segment* const segment = find_global(address, 1);
  return segment != nullptr && (segment->owner == Owner::grader || segment->owner == Owner::student);
}

cudaError_t Emulation::give_address(const void* symbol) {
  const auto number = reinterpret_cast<std::uintptr_t>(symbol);
  if (!is_symbol(symbol)) return leave(cudaErrorInvalidSymbol);
  const LibraryVariable* const variable = variable_at(number);
  given_addresses_.insert(variable == nullptr ? number : variable->base);
  return cudaSuccess;
}

bool Emulation::may_write(const void* to, std::size_t bytes, std::uintptr_t pc) {
  const Segment* const segment = find_for_copy(to, bytes);
  if (segment == nullptr) return false;
  if (segment->is_writable) return true;
  findings_.add(
      describe_access(FindingKind::write_to_input, Access::store, 0, reinterpret_cast<std::uintptr_t>(to), pc));
  return false;
}

cudaError_t Emulation::allocate(void** pointer, std::size_t bytes, Owner owner, std::string name, std::uintptr_t pc) {
  if (is_dead_) return last_error_;
  if (pointer == nullptr) return leave(cudaErrorInvalidValue);
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  DeviceMemory memory = map_device_memory(bytes);
  if (memory == nullptr) return leave(cudaErrorMemoryAllocation);
  void* const start = memory.get();
  std::memset(start, poison, bytes);
  stream_races_.forget(reinterpret_cast<std::uintptr_t>(start), bytes);
  Allocated& allocated = allocations_[start];
  allocated = {std::move(memory), bytes, pc, owner, std::move(name), false};
  const Segment& segment = map_allocation(start, allocated);
  // What the host writes is not watched.
  if (owner == Owner::student) track_written(segment);
  if (owner == Owner::managed) shares_memory_with_host_ = true;
  *pointer = start;
  return cudaSuccess;
}

const Segment& Emulation::map_allocation(void* pointer, const Allocated& allocated) {
  const Segment& segment = map_.add({reinterpret_cast<std::uintptr_t>(pointer), allocated.bytes, Kind::global, true,
                                     allocated.owner, allocated.name});
  watch(segment);
  return segment;
}

// What was written of it is known further only if both runs take note of that.
void Emulation::adopt_allocations(Emulation& earlier) {
  if (earlier.library_base_ != library_base_ || earlier.is_dead_) return;
  allocations_ = std::move(earlier.allocations_);
  given_addresses_ = std::move(earlier.given_addresses_);
  for (auto& [pointer, allocated] : allocations_) {
    allocated.is_adopted = true;
    if (allocated.owner == Owner::managed) shares_memory_with_host_ = true;
    const Segment& segment = map_allocation(pointer, allocated);
    const auto written = earlier.written_.find(segment.base);
    if (options_.find_races && written != earlier.written_.end()) written_[segment.base] = std::move(written->second);
  }
  for (const Segment& pinned : earlier.map_.of(Owner::host)) {
    shares_memory_with_host_ = true;
    watch(map_.add(pinned));
  }
}

// One finding for each call that allocates. A device that is lost has lost its memory, too.
void Emulation::find_leaks() {
  if (is_dead_) return;
  std::map<std::uintptr_t, FindingRecord> leaks;
  for (const auto& [pointer, allocated] : allocations_) {
    if (allocated.is_adopted) continue;
    const auto [leak, is_new] = leaks.try_emplace(allocated.pc, describe(FindingKind::leak, allocated.pc));
    leak->second.distance += static_cast<std::int64_t>(allocated.bytes);
    leak->second.count += is_new ? 0 : 1;
  }
  for (const auto& [pc, leak] : leaks) findings_.add(leak);
}

cudaError_t Emulation::free(void* pointer, std::uintptr_t pc) {
  if (pointer != nullptr) streams_.synchronize_all(pc);
  return release(pointer);
}

cudaError_t Emulation::release(void* pointer) {
  if (is_dead_) return last_error_;
  if (pointer == nullptr) return cudaSuccess;
  const auto allocation = allocations_.find(pointer);
  if (allocation == allocations_.end()) return leave(cudaErrorInvalidValue);
  const std::size_t bytes = allocation->second.bytes;
  map_.remove(reinterpret_cast<std::uintptr_t>(pointer));
  written_.erase(reinterpret_cast<std::uintptr_t>(pointer));
  global_races_.forget(reinterpret_cast<std::uintptr_t>(pointer));
  // Of small ones not too many, either: the number of mappings is limited.
  const std::size_t kept_bytes = std::max(bytes, most_kept_bytes / 4096);
  if (kept_bytes_ + kept_bytes <= most_kept_bytes) {
    kept_bytes_ += kept_bytes;
    freed_.push_back({std::move(allocation->second.memory), bytes});
  }
  allocations_.erase(allocation);
  return cudaSuccess;
}

cudaError_t Emulation::check_copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                                  std::uintptr_t pc) {
  if (is_dead_) return last_error_;
  const bool to_device =
      kind == cudaMemcpyDefault ? is_allocated(to) : kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool from_device = kind == cudaMemcpyDefault
                               ? is_allocated(from)
                               : kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  const auto is_of_the_host = [this](const void* memory) {
    return memory != nullptr && !is_allocated(memory) && !is_for_kernels_only(reinterpret_cast<std::uintptr_t>(memory));
  };
  const bool may_copy = (to_device ? may_write(to, bytes, pc) : is_of_the_host(to)) &&
                        (from_device ? find_for_copy(from, bytes) != nullptr : is_of_the_host(from));
  return may_copy ? cudaSuccess : leave(cudaErrorInvalidValue);
}

cudaError_t Emulation::fill(void* to, int value, std::size_t bytes, std::uintptr_t pc) {
  if (is_dead_) return last_error_;
  if (bytes == 0) return cudaSuccess;
  if (!may_write(to, bytes, pc)) return leave(cudaErrorInvalidValue);
  std::memset(to, value, bytes);
  mark_written(to, bytes);
  return cudaSuccess;
}

cudaError_t Emulation::allow_dynamic_shared(int bytes) {
  if (is_dead_) return last_error_;
  const std::size_t most = std::min(options_.device.most_shared_bytes_per_block(), sizeof simt_dynamic_shared_memory);
  if (bytes < 0 || static_cast<std::size_t>(bytes) > most) return leave(cudaErrorInvalidValue);
  dynamic_limit_ = std::max(dynamic_limit_, static_cast<std::size_t>(bytes));
  return cudaSuccess;
}

cudaError_t Emulation::map_host(void* pointer, std::size_t bytes, Owner owner) {
  if (is_dead_) return last_error_;
  const auto base = reinterpret_cast<std::uintptr_t>(pointer);
  stream_races_.forget(base, bytes);
  watch(map_.add({base, bytes, Kind::global, true, owner, "pinned host memory"}));
  shares_memory_with_host_ = true;
  if (options_.device.pin_bytes_per_second > 0) {
    streams_.hold_host(static_cast<double>(bytes) / options_.device.pin_bytes_per_second);
  }
  return cudaSuccess;
}

bool Emulation::unmap_host(void* pointer, Owner owner) {
  const auto base = reinterpret_cast<std::uintptr_t>(pointer);
  if (map_.find_start(base, owner) == nullptr) return false;
  map_.remove(base);
  global_races_.forget(base);
  return true;
}

bool Emulation::is_host_mapped(const void* pointer) const {
  const Segment* const segment = find_global(pointer, 1);
  return segment != nullptr && is_of_host(*segment);
}

cudaError_t Emulation::leave(cudaError_t error) {
  if (is_dead_) return last_error_;
  last_error_ = error;
  if (!failed_call_) {
    failed_call_ = describe(FindingKind::failed_call, calling_instruction());
    copy_text(failed_call_->name, cudaGetErrorName(error));
  }
  return last_error_;
}

cudaError_t Emulation::take_last_error() {
  const cudaError_t error = last_error_;
  if (!is_dead_) last_error_ = cudaSuccess;
  failed_call_.reset();
  return error;
}

}  // namespace simt::core
