// Types that nvcc does not let a kernel's template have.
#pragma once

#include <llvm/IR/PassManager.h>

namespace simt::instrument {

/// Warns of an instance of a kernel's template with a type that has no name, or with one from within a function: nvcc's
/// code for the host could not name it. simt/compile.cpp refuses what this warns of, unless the program may be compiled
/// as with --extended-lambda. Runs before all optimisations, while every kernel is a function.
class KernelTypesPass : public llvm::PassInfoMixin<KernelTypesPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
  static bool isRequired() { return true; }
};

}  // namespace simt::instrument
