// What LLVM calls by other names in its versions 14 to 21.
#pragma once

#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PassManager.h>
#if LLVM_VERSION_MAJOR >= 18
#include <llvm/Transforms/Scalar/InferAlignment.h>
#endif
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

namespace simt::instrument {

inline llvm::PointerType* pointer_elsewhere(llvm::PointerType* type, unsigned address_space) {
#if LLVM_VERSION_MAJOR < 17
  return llvm::PointerType::getWithSamePointeeType(type, address_space);
#else
  return llvm::PointerType::get(type->getContext(), address_space);
#endif
}

/// What a pointer leads to, where its type tells; null from version 15 on, whose pointers do not.
inline llvm::Type* pointee_type(const llvm::Value* pointer) {
#if LLVM_VERSION_MAJOR < 15
  const auto* const type = llvm::cast<llvm::PointerType>(pointer->getType());
  return type->isOpaque() ? nullptr : type->getNonOpaquePointerElementType();
#else
  (void)pointer;
  return nullptr;
#endif
}

/// Bits that are known to be 0 at the end of a number, and of an address.
inline unsigned trailing_zeros(llvm::ScalarEvolution& evolution, const llvm::SCEV* number) {
#if LLVM_VERSION_MAJOR < 17
  return evolution.GetMinTrailingZeros(number);
#else
  return evolution.getMinTrailingZeros(number);
#endif
}

/// Whether a number can be calculated before an instruction.
inline bool is_safe_to_expand(llvm::SCEVExpander& expander, llvm::ScalarEvolution& evolution, const llvm::SCEV* number,
                              const llvm::Instruction* before) {
#if LLVM_VERSION_MAJOR < 15
  (void)expander;
  return llvm::isSafeToExpandAt(number, before, evolution);
#else
  (void)evolution;
  return expander.isSafeToExpandAt(number, before);
#endif
}

/// Accesses get the alignment that is known of their addresses, as nvcc's LLVM does it, before branches are joined: two
/// stores that are aligned otherwise are not made one. Until version 17 it was a part of LLVM's InstCombine.
inline void add_known_alignment(llvm::FunctionPassManager& passes) {
#if LLVM_VERSION_MAJOR < 18
  (void)passes;
#else
  passes.addPass(llvm::InferAlignmentPass());
#endif
}

/// The first instruction of a block before which a call can be put.
inline llvm::Instruction* first_place(llvm::BasicBlock& block) { return &*block.getFirstInsertionPt(); }

}  // namespace simt::instrument
