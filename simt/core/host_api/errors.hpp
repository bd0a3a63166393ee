// The error that the CUDA runtime remembers (cudaGetLastError), and the call that caused it.
#pragma once

#include <optional>

#include "simt/core/reporter.hpp"
#include "simt/include/simt/api.h"

namespace simt::core {

class Errors {
 public:
  /// Remembers `error`, and why, and returns it; after a fatal error, returns that one.
  cudaError_t leave(cudaError_t error, const Reporter& reporter, const Refusal& why = {}) {
    if (is_fatal_) return last_;
    last_ = error;
    if (!failed_call_) {
      failed_call_ = reporter.describe_refusal(FindingKind::failed_call, why, reporter.calling_instruction());
      copy_text(failed_call_->name, cudaGetErrorName(error));
    }
    return last_;
  }
  /// The device is lost for the rest of the run: every later call returns `error`.
  void leave_fatal(cudaError_t error) {
    last_ = error;
    is_fatal_ = true;
  }
  /// cudaGetLastError: forgets an error that is not fatal.
  cudaError_t take() {
    const cudaError_t error = last_;
    if (!is_fatal_) last_ = cudaSuccess;
    if (failed_call_ && !taken_call_) taken_call_ = failed_call_;
    failed_call_.reset();
    return error;
  }
  cudaError_t last() const { return last_; }
  bool is_fatal() const { return is_fatal_; }
  cudaError_t fatal() const { return is_fatal_ ? last_ : cudaSuccess; }
  /// The first failed call since the last take().
  const std::optional<FindingRecord>& failed_call() const { return failed_call_; }
  /// The first call whose error take() has taken.
  const std::optional<FindingRecord>& taken_call() const { return taken_call_; }

 private:
  cudaError_t last_ = cudaSuccess;
  bool is_fatal_ = false;
  std::optional<FindingRecord> failed_call_, taken_call_;
};

}  // namespace simt::core
