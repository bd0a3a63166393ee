// Copies of structures, in the words that nvcc copies.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

#include <cstdint>

namespace simt::instrument {

/// The address of a `type`, `offset` bytes behind `pointer`, in the same address space.
llvm::Value* piece_at(llvm::IRBuilder<>& builder, llvm::Value* pointer, std::uint64_t offset, llvm::Type* type);

/// Makes loads and stores of copies and fills of up to 128 bytes: of words of 4 bytes, or of smaller ones where the
/// structure is not aligned to 4. Longer ones become calls that say how they are aligned. Splits accesses in which LLVM
/// has put such a copy and which are wider than their alignment.
void expand_copies(llvm::Function& function);

}  // namespace simt::instrument
