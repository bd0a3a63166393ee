// All memory of a run by address: what the grader lent, what student code allocated, the variables of its library.
// Answers which memory an address means, to kernels and to the host; does not record what happens there.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "simt/core/access/address_map.hpp"
#include "simt/core/access/library.hpp"
#include "simt/core/access/shared_variables.hpp"
#include "simt/emulator.hpp"

namespace simt::core {

class MemoryMap {
 public:
  /// `stacks` is where the threads' local memory is.
  MemoryMap(std::span<const Allocation> lent, std::uintptr_t library_base, std::span<const std::byte> stacks);

  AddressMap& addresses() { return map_; }
  const AddressMap& addresses() const { return map_; }
  const Segment& static_shared() const { return static_shared_; }
  const Segment& dynamic_shared() const { return *dynamic_shared_; }
  void set_dynamic_shared_bytes(std::size_t bytes) { dynamic_shared_->bytes = bytes; }
  SharedVariables& shared_variables() { return *shared_variables_; }
  const SharedVariables& shared_variables() const { return *shared_variables_; }

  // Of the shared memory of a block: static variables first, then dynamic memory.
  std::uint32_t shared_bytes() const { return dynamic_offset() + static_cast<std::uint32_t>(dynamic_shared_->bytes); }
  std::uint32_t shared_offset(std::uintptr_t address, std::size_t bytes) const {
    return static_cast<std::uint32_t>(static_shared_.contains(address, bytes)
                                          ? address - static_shared_.base
                                          : dynamic_offset() + (address - dynamic_shared_->base));
  }

  // For kernels.
  /// The segment that holds all of [address, address + bytes), or null; of static shared memory, one variable.
  const Segment* find_object(std::uintptr_t address, std::size_t bytes) const;
  /// The global segment or shared variable nearest to an address in none of them, or null.
  const Segment* nearest_object(std::uintptr_t address) const;
  /// The variable of the library at `address`, or null.
  const LibraryVariable* variable_at(std::uintptr_t address) const;
  /// Whether a variable is there that no kernel may use.
  bool is_host_variable(std::uintptr_t address) const;
  bool is_in(Kind kind, const void* address) const;

  // For the host.
  /// The global memory that holds all of [address, address + bytes), or null.
  const Segment* find_global(const void* address, std::size_t bytes) const;
  /// The same for what copies and fills may be of.
  const Segment* find_for_copy(const void* address, std::size_t bytes) const;
  /// Memory of the device, by an address that means it on the host.
  bool is_allocated(const void* address) const;
  /// A variable of the device whose name means another variable on the host.
  bool is_for_kernels_only(std::uintptr_t address) const;
  /// Whether a __device__ or __constant__ variable is there, or a __managed__ one.
  bool is_symbol(const void* address) const;
  bool is_writable(const void* address) const;
  bool is_host_mapped(const void* address) const;
  /// From now on the address of that __device__ or __constant__ variable means the device's on the host, too. False
  /// when there is no such variable.
  bool give_address(const void* symbol);
  /// Takes over the addresses that the host got from the device in an earlier run.
  void adopt_addresses(MemoryMap& earlier) { given_addresses_ = std::move(earlier.given_addresses_); }

 private:
  const Segment* find_for_kernels(const void* address, std::size_t bytes = 1) const;
  std::uint32_t dynamic_offset() const { return static_cast<std::uint32_t>((static_shared_.bytes + 15) / 16 * 16); }

  AddressMap map_;
  Segment static_shared_;
  Segment* dynamic_shared_ = nullptr;
  std::vector<LibraryVariable> variables_;
  std::optional<SharedVariables> shared_variables_;
  std::vector<Segment> host_variables_;
  std::set<std::uintptr_t> given_addresses_;  // starts of the symbols whose device addresses the host has
};

}  // namespace simt::core
