// Indices of a thread's own arrays: what lies beside them is the thread's stack, and nothing else would notice.
#pragma once

#include <llvm/IR/PassManager.h>

namespace simt::instrument {

/// Puts a comparison before each load and store at a calculated place of a local variable, and behind it, for a place
/// outside of the variable, a call of simt_outside_local(). Runs late: what has become registers has no such places,
/// and the code that is counted stays as it is.
struct LocalBoundsPass : llvm::PassInfoMixin<LocalBoundsPass> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace simt::instrument
