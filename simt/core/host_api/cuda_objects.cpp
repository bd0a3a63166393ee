#include "simt/core/host_api/cuda_objects.hpp"

#include <utility>

namespace simt::core {

Handles<CUstream_st>& CudaObjects::streams() {
  static Handles<CUstream_st> all;
  return all;
}

Handles<CUevent_st>& CudaObjects::events() {
  static Handles<CUevent_st> all;
  return all;
}

void CudaObjects::adopt(CudaObjects& earlier) {
  arrays = std::move(earlier.arrays);
  textures = std::move(earlier.textures);
}

std::optional<StreamNumber> CudaObjects::number_of(cudaStream_t stream, Streams& clock) {
  if (stream == nullptr || stream == cudaStreamLegacy) return default_stream;
  const CUstream_st* const found = streams().find(stream);
  if (found == nullptr && stream != cudaStreamPerThread) return std::nullopt;
  const auto [number, is_new] = numbers_.try_emplace(stream, default_stream);
  if (is_new) number->second = clock.create(found == nullptr || found->is_blocking);
  return number->second;
}

bool CudaObjects::destroy(cudaStream_t stream) {
  numbers_.erase(stream);
  return streams().destroy(stream);
}

bool CudaObjects::has_any_window() const {
  return default_window_.num_bytes != 0 || per_thread_window_.num_bytes != 0 ||
         streams().any([](const CUstream_st& stream) { return stream.window.num_bytes != 0; });
}

cudaAccessPolicyWindow& CudaObjects::window_of(cudaStream_t stream) {
  if (stream == nullptr || stream == cudaStreamLegacy) return default_window_;
  CUstream_st* const found = streams().find(stream);
  return found == nullptr ? per_thread_window_ : found->window;
}

const Moment* CudaObjects::recorded(cudaEvent_t event) const {
  const auto found = recorded_.find(event);
  return found == recorded_.end() ? nullptr : &found->second;
}

bool CudaObjects::destroy(cudaEvent_t event) {
  recorded_.erase(event);
  return events().destroy(event);
}

void CudaObjects::destroy_all() {
  streams().destroy_all();
  events().destroy_all();
  *this = CudaObjects();
}

}  // namespace simt::core
