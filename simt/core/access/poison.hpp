// The content of memory that was never written.
#pragma once

namespace simt::core {

/// Of each byte: a float of these bytes is a NaN, an index is far out of bounds.
inline constexpr int poison = 0xff;

}  // namespace simt::core
