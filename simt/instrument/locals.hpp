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

/// A thread may hand on a variable that has no value yet, as long as its value changes no result: lanes that have
/// nothing to say in a shuffle do so. LLVM would conclude that the program never comes there, and leave out the test
/// that leads there. Before all optimisations.
struct UnsetArgumentsPass : llvm::PassInfoMixin<UnsetArgumentsPass> {
  static llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace simt::instrument
