// Copies of whole structures: `Pixel p = pixels[i];`.
#pragma once

#include <llvm/IR/PassManager.h>

namespace simt::instrument {

/// Makes of a copy what nvcc makes of it, before all optimisations. A structure of two or four members of one size that
/// fill its alignment is one vector, as float4 is: nvcc moves it as a whole, also where a branch needs only a member.
/// Other structures that are aligned to 8 bytes or more are words, each with the alignment of its place. clang moves
/// bytes, and forgets how they were aligned where a member is replaced.
class CopyStructuresPass : public llvm::PassInfoMixin<CopyStructuresPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// Reads of a vector only what is used, where that is one element, a half, or two elements apart: such a load goes
/// where its value is needed. What is left are vectors that nvcc reads as a whole, where the source does.
class NarrowVectorsPass : public llvm::PassInfoMixin<NarrowVectorsPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace simt::instrument
