// Local variables that begin as the same in every thread.
#pragma once

#include <llvm/IR/PassManager.h>

namespace simt::instrument {

/// Fills the local variables that are left in memory when their function begins. The threads of the emulator run one
/// after another on the same stacks: what a program never wrote would be what another thread has left there, so that a
/// forgotten initialisation gave another result in each order of the threads, and values went from thread to thread
/// uncounted. The filling itself is not counted either.
class FillLocalsPass : public llvm::PassInfoMixin<FillLocalsPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace simt::instrument
