// Where a loaded student library keeps its variables.
#pragma once

#include <cctype>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "simt/core/access/address_map.hpp"

namespace simt::core {

struct LibraryMemory {
  Segment shared;              ///< all of its __shared__ variables; empty when there are none
  Segment constant, device;    ///< its __constant__ and __device__ variables,
  Segment managed;             ///< and those that the host may use, too
  std::vector<Segment> other;  ///< literals, and variables that are const and __constant__ or __device__
  std::vector<Segment> host;   ///< variables that no kernel may use
};

struct LibraryVariable {
  std::string name;  ///< as the source calls it
  std::uintptr_t base = 0;
  std::size_t bytes = 0;

  bool contains(std::uintptr_t address, std::size_t size) const {
    return address - base < bytes && size <= bytes - (address - base);
  }
  /// False for the compiler's own: completed.0 of crtstuff.c is called 0 here, and std::__ioinit __ioinit.
  bool is_in_source() const { return std::isalpha(static_cast<unsigned char>(name[0])) != 0; }
};

/// The base of the program or library that `address` is in, as dladdr gives it, or 0: without dladdr's search through
/// all names, which takes long where many addresses are asked for.
std::uintptr_t library_at(const void* address);

/// `library_base` as dladdr gives it; an address of no library has no memory.
LibraryMemory find_library_memory(std::uintptr_t library_base);

/// Those in the library's symbol table; none when it has no such table, or its file is gone.
std::vector<LibraryVariable> find_library_variables(std::uintptr_t library_base);

/// Where its functions begin; nothing when it has no such table, or its file is gone. Stays until another library is
/// asked for.
const std::set<std::uintptr_t>& find_library_functions(std::uintptr_t library_base);

/// Names of the functions and variables of other libraries that it uses; nothing when it has no such table, or its file
/// is gone.
const std::set<std::string>& find_library_imports(std::uintptr_t library_base);

/// The variables in `section`, a segment each, so that an address between two of them is in none; `section` as it is
/// where no gaps were put between them (instrument/gaps.hpp).
std::vector<Segment> segments_of(const Segment& section, const std::vector<LibraryVariable>& variables);

}  // namespace simt::core
