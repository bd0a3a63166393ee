// Keeps accesses of a branch's arms apart where nvcc does.
#pragma once

#include <llvm/IR/PassManager.h>

namespace simt::instrument {

/// LLVM makes one access of those at the ends of two arms. nvcc does so only where nothing but such arms leads to the
/// place behind the branch; after `if (i >= n) return;`, the function's end is reached by another way as well. This
/// pass ends arms that must stay apart with different marks, before LLVM's pass that looks for equal ends.
class MarkArmsPass : public llvm::PassInfoMixin<MarkArmsPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// Removes the marks.
class UnmarkArmsPass : public llvm::PassInfoMixin<UnmarkArmsPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace simt::instrument
