// How many registers kernels use: only the device's compiler knows, so it is told from outside. Not for how many blocks
// are resident then; see memory/occupancy.hpp.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>

namespace simt::memory {

/// Of one kernel, as the device's compiler made it. Plain data, so that it can be sent to another process.
struct KernelRegisters {
  char kernel[64] = {};  ///< its name without namespaces and template arguments, as far as it fits; ends in 0
  int registers = 0;     ///< of one thread
};

/// "transpose" of "(course::transpose<32>)", "void course::transpose<32>(float*)" or "transpose, 3, 4".
constexpr std::string_view plain_name(std::string_view spelled) {
  constexpr std::string_view unnamed = "(anonymous namespace)::";
  if (const std::size_t at = spelled.find(unnamed); at != std::string_view::npos)
    spelled.remove_prefix(at + unnamed.size());
  spelled.remove_prefix(std::min(spelled.find_first_not_of("( "), spelled.size()));
  spelled = spelled.substr(0, spelled.find_first_of("<(),"));
  const std::size_t before = spelled.find_last_of(": &");
  return before == std::string_view::npos ? spelled : spelled.substr(before + 1);
}

/// Of the kernel that a launch spells so; of several of that name the most, and where none has it, the most of all: a
/// launch by a pointer. 0: nothing is known.
constexpr int registers_of(std::string_view spelled, std::span<const KernelRegisters> known) {
  constexpr std::size_t longest = sizeof(KernelRegisters::kernel) - 1;
  const std::string_view name = plain_name(spelled).substr(0, longest);
  int most = 0, most_of_all = 0;
  for (const KernelRegisters& each : known) {
    most_of_all = std::max(most_of_all, each.registers);
    if (name == each.kernel) most = std::max(most, each.registers);
  }
  return most > 0 ? most : most_of_all;
}

}  // namespace simt::memory
