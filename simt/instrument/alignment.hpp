// Gives loads and stores the alignment that CUDA's compiler assumes: that of the type accessed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace simt::instrument {

/// clang takes the alignment of `*(unsigned*)&bytes[i]` from the array `bytes`, so that any address is allowed; nvcc
/// takes that of unsigned, and its access faults at an odd address. Members of packed structures stay as they are: nvcc
/// accesses them byte by byte. What clang knows less of than CUDA's headers declare for float4 and its like, or a file
/// for a structure of 16 bytes, is checked by a call of simt_needs_alignment() before it is assigned.
class AlignmentPass : public llvm::PassInfoMixin<AlignmentPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace simt::instrument
