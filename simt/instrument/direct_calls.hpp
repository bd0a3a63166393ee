// Calls without a detour through the procedure linkage table.
#pragma once

#include <llvm/IR/PassManager.h>

namespace simt::instrument {

/// What -fno-plt does for functions that the source declares, for those that passes call: the emulator's of rounds, and
/// ThreadSanitizer's before loads and stores, which are declared here before its pass needs them.
class DirectCallsPass : public llvm::PassInfoMixin<DirectCallsPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace simt::instrument
