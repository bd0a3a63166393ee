// Which kernel a launch runs: an attribute that is set for one kernel says nothing of another.
#pragma once

#include <llvm/IR/PassManager.h>

namespace simt::instrument {

/// Replaces each simt_kernel_of(runner) by the kernel that `runner` calls. Where the program takes that kernel's
/// address nowhere, it is `runner` itself: the function is not kept for its address alone, and no attribute can be of
/// it. Null where the kernel is called through a pointer. Runs before all optimisations, while every kernel is a
/// function.
class LaunchedKernelsPass : public llvm::PassInfoMixin<LaunchedKernelsPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
  static bool isRequired() { return true; }
};

}  // namespace simt::instrument
