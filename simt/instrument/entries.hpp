// How the plugin gets the entries of a library: options of a plugin can only be given to newer versions of clang.
#pragma once

namespace simt::instrument {

/// The environment variable with the C symbols that will be called, separated by spaces.
inline constexpr char entries_variable[] = "SIMT_ENTRIES";

}  // namespace simt::instrument
