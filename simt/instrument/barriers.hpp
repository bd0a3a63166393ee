// Marks barriers that a branch may skip or a loop repeat, so that a thread which goes around one, or has fewer rounds
// than the others, and then ends is seen.
#pragma once

#include <llvm/IR/PassManager.h>

namespace simt::instrument {

/// Before each __syncthreads() that depends on a condition, simt_at_barrier() is called; where the ways with and
/// without it come together again, simt_past_barrier(). Where they come together only at the end of the function, there
/// is no such place: `if (i >= n) return;` is no way around a barrier, since threads that have ended do not count. But
/// in a kernel without any `return` (SIMT_WITHOUT_RETURN), its end is such a place for __syncthreads(), if
/// the threads have stored something before they branch.
/// After a loop with a barrier that threads may leave in different rounds, simt_left_barrier() is called; but not where
/// it is left by a `return`. The same is done for the meetings of a warp's lanes (__syncwarp(), shuffles, votes):
/// simt_at_meeting() and so on.
class BarriersPass : public llvm::PassInfoMixin<BarriersPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// Marks each function as convergent that calls a convergent one, as CUDA's compilers mark all device code: a barrier
/// in a function of the program's own must not become two, one for each side of a branch around it. Runs before all
/// others.
class ConvergentCallersPass : public llvm::PassInfoMixin<ConvergentCallersPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace simt::instrument
