// Types that nvcc does not let a kernel's template have.
#pragma once

#include <llvm/IR/PassManager.h>

namespace simt::instrument {

/// Before all optimisations, while every kernel is a function. Warns of what
/// simt/compile.cpp refuses (it may be compiled as with --extended-lambda):
/// instances of a kernel's template with a type that has no name, or one from within a function: nvcc's code for the
/// host could not name the instance.
class KernelTypesPass : public llvm::PassInfoMixin<KernelTypesPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
  static bool isRequired() { return true; }
};

}  // namespace simt::instrument
