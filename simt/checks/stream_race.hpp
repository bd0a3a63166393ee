// Operations of different streams, or an operation and host code, that use the same memory with nothing to order them
// (core/streams/stream_races.hpp).
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "simt/checks/observer.hpp"
#include "simt/core/streams/stream_races.hpp"
#include "simt/core/streams/streams.hpp"

namespace simt::checks {

class StreamRace final : public Observer {
 public:
  explicit StreamRace(const Context& context) : context_(context) {}

  void mapped(const core::Segment& segment, Content content) override;
  bool wants(core::Site&, const core::Segment&) override { return footprint_ != nullptr; }
  void on_access(const core::Site& site, Access access, std::uintptr_t address) override {
    if (footprint_ != nullptr) note(site, access, address);
  }
  void reached_strong(const core::Site& site, Access access, std::uintptr_t address) override;

  /// A kernel begins. What it touches is noted where that can race: with another stream or with the host.
  void begin_kernel(bool are_streams_used);
  /// The running kernel fetches from a texture object, or its accesses make lines of the L2 cache persist.
  void note_texture(std::uintptr_t texture);
  void note_persisting() { is_persisting_ = true; }
  /// The running kernel carries out a fence for the whole system.
  void note_fence_for_host() {
    if (footprint_ != nullptr) footprint_->is_fenced_for_host = true;
  }
  /// The bytes that the kernel touched, if they were noted, and what else it used.
  core::Footprint end_kernel();
  /// A function of the host runs in a stream: what it touches until the end is noted.
  void begin_host_function() { host_function_.emplace(); }
  /// That function uses a lock, or an atomic or volatile word: what it does with variables may be ordered by it.
  void note_synchronization() {
    if (host_function_) host_function_->synchronizes = true;
  }
  core::Footprint end_host_function();
  bool is_in_host_function() const { return host_function_.has_value(); }
  /// An operation was issued at `pc`: reports the races with earlier ones. `label` names it.
  void on_operation(const core::Streams::Issued& issued, core::Footprint footprint, std::uint64_t pc,
                    std::string_view label, const core::Moment& host);
  /// The host's code destroys a texture object, or resets the lines that persist.
  void on_texture_destroyed(std::uintptr_t texture, std::uintptr_t pc, const core::Moment& host);
  void on_persisting_reset(std::uintptr_t pc, const core::Moment& host);
  /// `is_of_caller`: by the running host function, of a variable of the program or of the functions that called it.
  void on_host_access(Access access, std::uintptr_t address, std::size_t bytes, std::uintptr_t pc, bool is_of_caller,
                      const core::Moment& host);
  /// The host's code reads this memory by an atomic or volatile access.
  void on_host_look(std::uintptr_t address, std::size_t bytes, const core::Moment& host) {
    if (!races_.is_empty()) races_.host_looks(address, bytes, host);
  }
  /// The function has returned, and its caller reads this memory of the host.
  void on_caller_reads(std::uintptr_t address, std::size_t bytes, const core::Moment& host);

 private:
  void note(const core::Site& site, Access access, std::uintptr_t address);
  template <class Uses>
  void check_use(const Uses& uses, Detail what, std::uintptr_t pc, const core::Moment& host);
  void report(FindingKind kind, const core::StreamRace& race, std::uint64_t pc, std::string_view label,
              Detail detail = Detail::none);

  struct HostFunction {
    core::Footprint shared, variables;  // what it touched: memory that kernels may use, and others
    bool synchronizes = false;
  };

  Context context_;
  core::StreamRaces races_;
  std::unique_ptr<core::Footprint> footprint_;  // of the running kernel
  std::optional<HostFunction> host_function_;   // the running one
  std::vector<std::uintptr_t> textures_;        // that it fetched from
  bool is_persisting_ = false;
  bool shares_memory_with_host_ = false;
};

}  // namespace simt::checks
