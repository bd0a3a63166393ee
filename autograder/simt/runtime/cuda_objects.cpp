#include "simt/runtime/cuda_objects.hpp"

namespace simt::runtime {

std::optional<StreamNumber> CudaObjects::number_of(cudaStream_t stream, Streams& clock) {
  if (stream == nullptr || stream == cudaStreamLegacy) return default_stream;
  if (stream == cudaStreamPerThread) {
    if (!per_thread_) per_thread_ = clock.create(/*is_blocking=*/true);
    return per_thread_;
  }
  const CUstream_st* const found = streams.find(stream);
  return found == nullptr ? std::nullopt : std::optional(found->number);
}

}  // namespace simt::runtime
