// Runs parts in the emulator: the lent memfd is its device memory, and evidence takes the place of time.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "runner/arguments.hpp"
#include "runner/executor.hpp"
#include "runner/library_variables.hpp"
#include "simt/include/simt/api.h"
#include "simt/simt.hpp"
// The emulator's API is declared.
#include "runner/trace.hpp"

namespace runner {
namespace {

std::uintptr_t library_base = 0;

Record record_of(const simt::FindingRecord& finding) { return {0, RecordKind::finding, {}, finding, {}, {}}; }

void add(simt::SiteTraffic& sum, const simt::SiteTraffic& more) { add_traffic(sum, more); }

/// The time from `start` to `end` becomes the sum of both.
void add(simt::OperationRecord& sum, const simt::OperationRecord& more) {
  const double seconds = sum.end - sum.start + more.end - more.start;
  sum.end = std::max(sum.end, more.end);
  sum.start = sum.end - seconds;
  sum.bytes += more.bytes;
  sum.work += more.work;
  sum.idle += more.idle;
}

/// Points depend on sums over all of `all`. So what is more than `most` is not left out: it is added to another of its
/// kind.
template <class Seen, class IsSameKind>
std::vector<Seen> at_most(std::size_t most, std::vector<Seen> all, IsSameKind is_same_kind) {
  std::vector<Seen> kept(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(most, all.size())));
  for (std::size_t i = most; i < all.size(); ++i) {
    const auto same =
        std::find_if(kept.begin(), kept.end(), [&](const Seen& one) { return is_same_kind(one, all[i]); });
    if (same != kept.end()) {
      add(*same, all[i]);
    } else {
      kept.push_back(all[i]);
    }
  }
  return kept;
}

/// Together with the findings, which are a few hundred at most, they fit into max_records.
constexpr std::size_t most_sites = max_records / 2;
constexpr std::size_t most_operations = max_records / 4;

/// In the order of their weight: answer() sends the first max_records.
std::vector<Record> records_of(const simt::Evidence& seen) {
  std::vector<Record> records;
  for (const simt::FindingRecord& finding : seen.findings) records.push_back(record_of(finding));
  const auto sites = at_most(most_sites, seen.traffic, [](const simt::SiteTraffic& a, const simt::SiteTraffic& b) {
    return a.space == b.space && a.access == b.access && a.bytes == b.bytes;
  });
  for (const simt::SiteTraffic& traffic : sites) {
    records.push_back({0, RecordKind::traffic, traffic, {}, {}, {}});
  }
  const auto operations =
      at_most(most_operations, seen.operations,
              [](const simt::OperationRecord& a, const simt::OperationRecord& b) { return a.kind == b.kind; });
  for (const simt::OperationRecord& operation : operations) {
    records.push_back({0, RecordKind::operation, {}, {}, operation, {}});
  }
  for (const simt::FindingRecord& window : seen.windows) records.push_back(record_of(window));
  for (const simt::FindingRecord& call : seen.refused) records.push_back(record_of(call));
  for (const simt::FindingRecord& timing : seen.timings) records.push_back(record_of(timing));
  for (const simt::HistoryRecord& history : seen.history) {
    records.push_back({0, RecordKind::history, {}, {}, {}, history});
  }
  return records;
}

/// What was found before comes first: host code may have gone on after a kernel that failed.
void stop_host_code(const simt::FindingRecord& finding, bool is_main_thread) {
  std::vector<Record> evidence;
  if (is_main_thread) evidence = records_of(simt::finish_run());
  if (evidence.size() >= max_records) evidence.resize(max_records - 1);
  evidence.push_back(record_of(finding));
  give_up(Status::out_of_work, std::move(evidence));
}

class SimtExecutor : public Executor {
 public:
  void map(const Region& region, int descriptor) override {
    Mapping& mapping = mappings_[static_cast<int>(region.place)];
    unmap(mapping);
    const bool on_device = region.place == course::Place::device;
    void* const place = on_device ? reinterpret_cast<void*>(simt::lent_device_memory) : nullptr;
    void* base = mmap(place, static_cast<std::size_t>(region.bytes), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    close(descriptor);
    if (base == MAP_FAILED) throw Failure{Status::bad_request, "cannot map the lent memory"};
    mapping = {static_cast<char*>(base), static_cast<std::size_t>(region.bytes)};
  }

  void unmap() override {
    for (Mapping& mapping : mappings_) unmap(mapping);
  }

  void run(void* entry, const course::Function& function, const HostMemoryHooks& hooks, const RunRequest& request,
           Reply& reply, std::vector<Record>& evidence) override {
    simt::RunOptions options;
    options.count_traffic = request.count_traffic != 0;
    options.model_caches = request.model_caches != 0;
    options.find_races = request.find_races != 0;
    options.find_origins = request.find_origins != 0;
    options.gather_work = request.predict_times > 0;
    options.registers = registers_of(request);
    options.data_path = request.data_path;
    options.device = request.device;
    options.schedule = request.schedule;
    options.begins_any_block = request.begins_any_block != 0;
    options.watched = watched_addresses(request);
    options.variant = request.variant;
    options.most_blocks = request.most_blocks;
    for (int launch = 0; launch < request.launches; ++launch) {
      for (const std::span<const std::byte> output : host_outputs(request, launch)) {
        options.host_outputs.push_back(output);
      }
    }
    if (request.only_grids != 0) {
      reply.prediction = prediction(request, grids_of_large_call(entry, function, request));
      return;
    }
    counted_work_.clear();
    // What a variant left behind is no variant's business, and it may have been stopped half-way.
    if (request.begins_anew != 0) begin_anew();
    if (request.tries_variants != 0) return try_variants(entry, function, hooks, request, options, reply);
    const Mapping& host = mappings_[static_cast<int>(course::Place::host)];
    simt::begin_run(allocations(request, function.operation), library_base, options);
    if (host.base != nullptr && hooks.pin != nullptr) hooks.pin(host.base, host.bytes);
    simt::begin_time();  // pinned once for all calls, of which this is one
    std::optional<Trace> trace;
    // What is counted for the record is counted from a device as new.
    if (request.leaves_no_trace != 0) trace.emplace(/*something_aside=*/request.count_traffic == 0);
    for (int launch = 0; launch < request.launches; ++launch) {
      const int refused = call(entry, function, request, launch);
      if (reply.refused == 0) reply.refused = static_cast<std::uint32_t>(refused);
    }
    if (host.base != nullptr && hooks.unpin != nullptr) hooks.unpin(host.base, host.bytes);
    const int error = is_error_returned(function, static_cast<int>(reply.refused)) ? 0 : simt::last_error();
    const std::string error_name = simt::last_error_name();
    if (trace) reply.left = trace->left();
    reply.work = simt::work_done();
    const simt::Evidence seen = simt::finish_run();
    if (trace && seen.persisting_bytes != 0) reply.left |= left_lines;

    evidence = records_of(seen);
    reply.partition_camping = seen.partition_camping;
    reply.busiest_block = seen.busiest_block;
    reply.kept_by_blocks = seen.kept_by_blocks;
    reply.around_launches = seen.around_launches;
    reply.past_textures = seen.past_textures;
    reply.host_written = seen.host_written;
    reply.strong_accesses = seen.strong_accesses;
    reply.local_bytes = seen.local_bytes;
    reply.local_wavefronts = seen.local_wavefronts;
    reply.issued_multiply_adds = seen.issued_multiply_adds;
    reply.busiest_arithmetic = seen.busiest_arithmetic;
    reply.host_waits = seen.host_waits;
    reply.last_launch = seen.last_launch;
    reply.estimated_seconds = seen.estimated_seconds;
    reply.timed_stages = seen.timed_stages;
    if (error != 0) throw Failure{Status::device_error, error_name};
    const auto is_remark = [](const simt::FindingRecord& finding) { return finding.is_remark(); };
    if (request.predict_times > 0 && std::all_of(seen.findings.begin(), seen.findings.end(), is_remark)) {
      counted_work_ = seen.work;
      reply.prediction = prediction(request, {});
    }
  }

 private:
  /// One call of the part. Returns course::Arguments::refused.
  int call(void* entry, const course::Function& function, const RunRequest& request, int launch) const {
    LaunchBuffers buffers(bases(), request, launch);
    function.invoke(entry, buffers.arguments(request.size));
    if (request.owns_memory != 0) simt::check_is_over(host_outputs(request, launch), buffers.refused);
    return buffers.refused;
  }

  /// The buffers of a call that are in the host's memory and are read after it.
  std::vector<std::span<const std::byte>> host_outputs(const RunRequest& request, int launch) const {
    std::vector<std::span<const std::byte>> result;
    for (int i = request.input_count; i < request.input_count + request.output_count; ++i) {
      const BufferRange& range = request.buffers[launch][i];
      if (range.place != course::Place::host) continue;
      const auto* const start =
          reinterpret_cast<const std::byte*>(bases()[static_cast<int>(range.place)] + range.offset);
      result.emplace_back(start, static_cast<std::size_t>(range.elements) * sizeof(float));
    }
    return result;
  }

  /// Launch by launch the next variant, each with the library's variables as they were before the first. How each went
  /// is in `reply.message`.
  void try_variants(void* entry, const course::Function& function, const HostMemoryHooks& hooks,
                    const RunRequest& request, simt::RunOptions& options, Reply& reply) {
    const Mapping& host = mappings_[static_cast<int>(course::Place::host)];
    for (int launch = 0; launch < request.launches; ++launch) {
      begin_anew();
      options.variant = request.variant + launch;
      limit_work(request.work);
      simt::begin_run(allocations(request, function.operation, launch, launch + 1), library_base, options);
      if (host.base != nullptr && hooks.pin != nullptr) hooks.pin(host.base, host.bytes);
      simt::begin_time();
      const int refused = call(entry, function, request, launch);
      if (host.base != nullptr && hooks.unpin != nullptr) hooks.unpin(host.base, host.bytes);
      const bool is_wrong_error = refused != 0 && refused != function.operation.refusal;
      const bool has_failed = is_wrong_error || (!is_error_returned(function, refused) && simt::last_error() != 0);
      const std::int64_t work = simt::work_done();
      const simt::Evidence seen = simt::finish_run();
      const bool is_stopped = std::any_of(seen.findings.begin(), seen.findings.end(), [](const auto& finding) {
        return finding.kind == simt::FindingKind::out_of_work;
      });
      reply.work += is_stopped ? request.work : work;
      const bool is_clean =
          std::all_of(seen.findings.begin(), seen.findings.end(), [&](const simt::FindingRecord& finding) {
            return finding.is_remark() || (refused != 0 && finding.kind == simt::FindingKind::bad_launch);
          });
      const Tried tried = is_stopped                ? Tried::out_of_work
                          : has_failed || !is_clean ? Tried::failed
                          : refused != 0            ? Tried::refused
                                                    : Tried::clean;
      reply.message[launch] = static_cast<char>(tried);
    }
  }

  /// Variables of the library get the values that they had when this was called first.
  void begin_anew() {
    if (!variables_) variables_.emplace(library_base);
    variables_->restore();
  }

  simt::memory::Prediction prediction(const RunRequest& request, const std::vector<simt::memory::Work>& grids) const {
    return simt::memory::predict(simt::memory::enlarged(counted_work_, request.predict_times, grids, request.device),
                                 request.device);
  }

  /// What the function launches at the size that a prediction is for. The kernels do not run, so the buffers may be
  /// those of the counted call; what else the function does with them fails, and then the grids are not known.
  std::vector<simt::memory::Work> grids_of_large_call(void* entry, const course::Function& function,
                                                      const RunRequest& request) const {
    simt::RunOptions options;
    options.count_traffic = options.only_grids = true;
    options.registers = registers_of(request);
    options.data_path = request.data_path;
    options.device = request.device;
    simt::begin_run(allocations(request, function.operation), library_base, options);
    for (int launch = 0; launch < request.launches; ++launch) {
      LaunchBuffers buffers(bases(), request, launch);
      function.invoke(entry, buffers.arguments(request.predict_size));
    }
    const bool has_failed = simt::last_error() != 0;
    const simt::Evidence seen = simt::finish_run();
    return has_failed || !seen.findings.empty() ? std::vector<simt::memory::Work>{} : seen.work;
  }

  static std::vector<simt::memory::KernelRegisters> registers_of(const RunRequest& request) {
    return {request.registers, request.registers + std::min(request.register_count, max_registers)};
  }

  struct Mapping {
    char* base = nullptr;
    std::size_t bytes = 0;
  };

  static void unmap(Mapping& mapping) {
    if (mapping.base != nullptr) munmap(mapping.base, mapping.bytes);
    mapping = {};
  }

  Bases bases() const { return {mappings_[0].base, mappings_[1].base}; }

  std::array<std::uintptr_t, simt::most_watched> watched_addresses(const RunRequest& request) const {
    std::array<std::uintptr_t, simt::most_watched> addresses{};
    for (int i = 0; i < std::min(request.watched_count, max_watched); ++i) {
      const WatchedElement& watched = request.watched[i];
      const BufferRange& range = request.buffers[0][watched.buffer];
      const char* const base = bases()[static_cast<int>(range.place)] + range.offset;
      addresses[static_cast<std::size_t>(i)] =
          reinterpret_cast<std::uintptr_t>(base) + static_cast<std::uintptr_t>(watched.element) * sizeof(float);
    }
    return addresses;
  }

  /// What is device memory, and as what; all other memory is the host's.
  std::vector<simt::Allocation> allocations(const RunRequest& request, const course::Operation& operation) const {
    return allocations(request, operation, 0, request.launches);
  }
  std::vector<simt::Allocation> allocations(const RunRequest& request, const course::Operation& operation, int first,
                                            int end) const {
    std::vector<simt::Allocation> result;
    for (int launch = first; launch < end; ++launch) {
      for (int i = 0; i < buffers(request); ++i) {
        const BufferRange& range = request.buffers[launch][i];
        if (range.place != course::Place::device) continue;
        result.push_back({bases()[static_cast<int>(range.place)] + range.offset,
                          static_cast<std::size_t>(range.elements) * sizeof(float), !operation.is_input(i),
                          operation.name_of(i), operation.starts_with_values(i)});
      }
    }
    return result;
  }

  std::array<Mapping, course::places> mappings_;
  std::optional<LibraryVariables> variables_;
  std::vector<simt::memory::Work> counted_work_;  // of the last run, where it can be predicted from
};

}  // namespace

bool driver_loads_libraries() { return false; }
bool can_be_timed() { return false; }
bool has_same_addresses() { return true; }
void limit_work(std::int64_t units) { simt::limit_work({units, stop_host_code}); }
std::unique_ptr<Executor> make_executor() { return std::make_unique<SimtExecutor>(); }
void set_library_base(std::uintptr_t base) { library_base = base; }
Phase current_phase() { return simt::is_in_kernel() ? Phase::kernel : Phase::host_code; }

bool ends_kernel_at_fault(const siginfo_t& info, void* context) { return simt::end_kernel_at_fault(info, context); }

std::uintptr_t lowest_stack_pointer() {
  constexpr std::uintptr_t frame = 256;  // of a function that found no room: some of it may be used already
  return simt::is_in_kernel() ? simt::thread_stack() + frame : lowest_host_stack_pointer();
}

}  // namespace runner
