// Which static __shared__ variables a library has, where each of them ends, and which of them a launch uses, to know
// how many of its blocks fit side by side.
#pragma once

#include <cstdint>
#include <vector>

#include "simt/core/access/library.hpp"

namespace simt::core {

class SharedVariables {
 public:
  /// Of a library's variables those in `section`, with gaps between them; where none are known, the section counts as
  /// one variable.
  SharedVariables(const std::vector<LibraryVariable>& variables, const Segment& section);

  /// The variable that holds all of [address, address + size), or null: the gaps belong to no variable.
  const Segment* find(std::uintptr_t address, std::size_t size) const;
  /// The variable that an address of the section, in none of them, was probably meant to be in; null without variables.
  const Segment* nearest(std::uintptr_t address) const;
  /// Of all of them, used in this launch or not.
  std::size_t bytes() const;

  void begin_launch();
  /// True when the variable at `address` was not used in this launch before.
  bool use(std::uintptr_t address);
  std::int64_t bytes_used() const { return bytes_used_; }
  /// False where all of them count as one.
  bool are_known() const { return are_known_; }

 private:
  struct Variable {
    Segment segment;
    bool is_used = false;
  };
  /// The last that begins at `address` or before it.
  std::vector<Variable>::const_iterator last_before(std::uintptr_t address) const;

  std::vector<Variable> variables_;  // by address
  std::int64_t bytes_used_ = 0;
  bool are_known_ = false;
};

}  // namespace simt::core
