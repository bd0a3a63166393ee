// Device memory that the run allocated and did not free.
#pragma once

#include "simt/checks/observer.hpp"
#include "simt/core/host_api/allocations.hpp"

namespace simt::checks {

class Leak final : public Observer {
 public:
  Leak(const Context& context, const core::Allocations& allocations) : context_(context), allocations_(allocations) {}

  /// One finding for each call that allocates.
  void end_run(bool is_device_lost) override;
  /// The same earlier: what is not freed by now is a mistake.
  void report_mistakes() { report(Detail::must_be_freed); }

 private:
  void report(Detail detail);

  bool is_reported_ = false;
  Context context_;
  const core::Allocations& allocations_;
};

}  // namespace simt::checks
