// Which device, and how much of it, the emulator counts for.
#pragma once

#include <algorithm>
#include <cmath>

#include "course/lab.hpp"
#include "simt/simt.hpp"

namespace backends {

namespace detail {
/// How many times the L2 cache of `device` is larger than that of an H200's part, which a lab with parts states.
inline double caches(const course::Lab& lab, const simt::memory::Device& device) {
  const simt::memory::Device h200;
  if (lab.device_parts == 1 || device.l2_bytes == 0) return lab.device_parts;
  return lab.device_parts * static_cast<double>(device.l2_bytes) / static_cast<double>(h200.l2_bytes);
}
}  // namespace detail

/// How many equal parts of `device` one is counted for: fewer where the L2 cache is smaller.
inline int device_parts(const course::Lab& lab, const simt::memory::Device& device) {
  return std::max(1, static_cast<int>(std::lround(detail::caches(lab, device))));
}

/// What the emulator counts for: a part of `device`, or all of it. A part has exactly as large an L2 cache as an H200's
/// part, of which the device's own share can be set aside: then lines spread over the sets of the cache alike.
inline simt::memory::Device counted_device(const course::Lab& lab, const simt::memory::Device& device) {
  simt::memory::Device part = simt::memory::slice_of(device, device_parts(lab, device));
  const double caches = detail::caches(lab, device);
  part.l2_bytes = std::llround(static_cast<double>(device.l2_bytes) / caches);
  part.most_persisting_bytes = std::llround(static_cast<double>(device.most_persisting_bytes) / caches);
  return part;
}

/// What the course's sizes are scaled by.
inline course::DeviceProperties properties_of(const simt::memory::Device& device) {
  return {device.multiprocessors, device.most_persisting_bytes};
}

}  // namespace backends
