// Kernels that are in the program a second time, for nothing.
#pragma once

#include <llvm/IR/PassManager.h>

namespace simt::instrument {

/// After all optimisations, before calls are put in. A kernel has been inlined into its launches. The function itself
/// is still there where a mark (SIMT_WITHOUT_RETURN) or its linkage keeps it, but nothing calls it: a program is one
/// file. It is removed, with what only it uses.
class RemoveUncalledKernelsPass : public llvm::PassInfoMixin<RemoveUncalledKernelsPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace simt::instrument
