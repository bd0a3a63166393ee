// Loops with several ways back: `while (…) { if (…) continue; … }`.
#pragma once

#include <llvm/IR/PassManager.h>

namespace simt::instrument {

/// Joins all ways back of a loop in one block before its head, as nvcc does: lanes that continue early meet the others
/// there. LLVM makes a loop within a loop of some of them, in which these lanes would go on alone. Runs before all
/// optimisations.
class OneLatchPass : public llvm::PassInfoMixin<OneLatchPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace simt::instrument
