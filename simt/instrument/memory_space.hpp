// Which memory an address of student code is in, as far as the compiler can know, and how it is aligned there.
#pragma once

#include <llvm/IR/Module.h>

#include <cstdint>
#include <map>

namespace simt::instrument {

enum class MemorySpace : std::uint8_t {
  unknown,
  own,     ///< a variable of one thread: never counted
  global,  ///< reached through a parameter
  shared,  ///< a __shared__ variable, or dynamic shared memory
};

/// Of the object that `pointer` points into.
MemorySpace space_of(const llvm::Value* pointer);

/// Of the object that `pointer` points into: certainly not shared memory, because a kernel's argument led to it. A
/// function's argument may be the address of shared memory, although space_of() then says `global`.
bool is_reached_by_kernel_argument(const llvm::Value* pointer);

/// Declared __shared__ in the source, with a size.
bool is_static_shared(const llvm::GlobalVariable& variable);

/// Declared __device__ or __managed__ in the source.
bool is_of_the_device(const llvm::GlobalVariable& variable);

/// Declared const, and __constant__ or __device__.
bool is_read_only_memory(const llvm::GlobalVariable& variable);

bool is_used_in(const llvm::GlobalVariable& variable, const llvm::Function& function);

/// Of a variable's address by its type, at most 16. LLVM may know of more, which nvcc would not. 16 where `base` is no
/// variable.
std::uint64_t declared_alignment(const llvm::Value* base, const llvm::DataLayout& layout);

/// Where ptxas places the static shared variables of a function: one behind the other in the order of their
/// declaration, each at the next address that its type allows. The first one begins at a multiple of 16 bytes, and so
/// does dynamic shared memory.
class SharedLayout {
 public:
  explicit SharedLayout(llvm::Function& function);

  /// Makes sure that the variables are aligned as well where the emulator has them.
  void align_variables() const;

  /// How the address of a shared variable, of one of several, or of dynamic shared memory is aligned, at most 16;
  /// 1 when it is not known.
  std::uint64_t alignment_of(const llvm::Value* base) const;

 private:
  std::map<llvm::GlobalVariable*, std::uint64_t> offsets_;
};

}  // namespace simt::instrument
