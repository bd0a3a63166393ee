// Barriers that threads of a block do not all reach, and threads that wait forever.
#pragma once

#include "simt/checks/observer.hpp"

namespace simt::checks {

class Barrier final : public Observer {
 public:
  explicit Barrier(const Context& context) : context_(context) {}

  bool wants(core::Site&, const core::Segment&) override { return is_suspicious_; }
  void on_access(const core::Site& site, Access, std::uintptr_t address) override {
    if (is_suspicious_) [[unlikely]]
      note_progress(site, address);
  }
  void begin_launch() override { is_suspicious_ = false; }

  /// While all threads of a launch seem to wait, every access is looked at: a thread that stores, or that loads from a
  /// new address, makes progress. True when this changed; then the sites must be resolved again.
  bool suspect(bool is_suspicious);
  void report_divergence(const core::Divergence& divergence);
  /// By the first thread that waits; or by the running one, at `pc`.
  void report_deadlock(const core::Grid& grid);
  void report_deadlock(const core::Grid& grid, std::uintptr_t pc);

 private:
  void report_deadlock(const core::Grid& grid, std::uintptr_t pc, const core::Thread& thread);
  /// The variable that `thread` has looked at, where it was only one, and what it holds.
  void name_awaited(const core::Thread& thread, std::uintptr_t pc, FindingRecord& finding) const;
  void note_progress(const core::Site& site, std::uintptr_t address);

  Context context_;
  bool is_suspicious_ = false;
};

}  // namespace simt::checks
