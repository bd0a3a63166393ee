// The names of CUDA's own interfaces, as far as no prefix says whose they are. Internal to simt/translate.
#pragma once

#include <string_view>

namespace simt::detail {

// Sources: the headers of CUDA 13.0 (cuda_runtime_api.h, driver_types.h, crt/*.h, cooperative_groups.h) and libcu++.
extern const std::string_view runtime_names;             ///< of the CUDA runtime: functions, types, constants
extern const std::string_view device_names;              ///< functions for device code
extern const std::string_view cooperative_groups_names;  ///< in namespace cooperative_groups
extern const std::string_view library_names;             ///< in namespaces cuda and cuda::std

}  // namespace simt::detail
