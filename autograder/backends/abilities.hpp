// What a backend can do. All outside of backends/ decides by this, never by a backend's name.
#pragma once

#include <optional>

#include "simt/simt.hpp"

namespace backends {

/// What a backend can judge.
struct Abilities {
  bool times = false;   ///< measures speed in GB/s; Backend::device() has a compute capability
  bool counts = false;  ///< counts each line's memory traffic, for any described device and in any schedule of threads
  /// False where times are advisory: the outside clock and the checks cannot prove them, because memory is staged
  /// through the host.
  bool is_trusted = true;
  std::optional<simt::memory::Device> device = {};  ///< whose rules the counters follow; nothing where nothing counts
};

}  // namespace backends
