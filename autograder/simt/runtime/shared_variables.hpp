// Which of a library's static __shared__ variables a launch uses, to know how many of its blocks fit side by side.
#pragma once

#include <cstdint>
#include <vector>

#include "simt/runtime/address_map.hpp"

namespace simt::runtime {

class SharedVariables {
 public:
  /// `section` is where the variables of the library at `library_base` lie. Their sizes are in the library's symbol
  /// table; where it has none, or its file is gone, all of them count as one variable.
  SharedVariables(std::uintptr_t library_base, const Segment& section);

  void begin_launch();
  /// True when the variable at `address` was not used in this launch before.
  bool use(std::uintptr_t address);
  std::int64_t bytes_used() const { return bytes_used_; }
  /// False where all of them count as one.
  bool are_known() const { return are_known_; }

 private:
  struct Variable {
    std::uintptr_t base = 0;
    std::size_t bytes = 0;
    bool is_used = false;
  };

  std::vector<Variable> variables_;
  std::int64_t bytes_used_ = 0;
  bool are_known_ = false;
};

}  // namespace simt::runtime
