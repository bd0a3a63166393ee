// Short branches, of which nvcc makes selections before it moves a load into the branch that alone needs its value.
// LLVM moves the load first, and would then count the requests of fewer warps.
#pragma once

#include <llvm/IR/PassManager.h>

namespace simt::instrument {

/// Before LLVM's pass that makes selections of short branches: notes what nvcc finds too long for that, though LLVM
/// does not. A division takes many instructions on a GPU.
class KeepLongBranchesPass : public llvm::PassInfoMixin<KeepLongBranchesPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// After it: `a || (b && c)` becomes a value without branches, which LLVM leaves as it is.
class SelectConditionsPass : public llvm::PassInfoMixin<SelectConditionsPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace simt::instrument
