// Tells the emulator in which round of which loop a thread is, and charges it for its work.
#pragma once

#include <llvm/IR/PassManager.h>

namespace simt::instrument {

/// In functions with ThreadSanitizer's attribute: calls simt_begin_round() where a round of a loop begins, and sets
/// simt_round back where all lanes of a warp meet behind the loop, which is its immediate post-dominator. A call of
/// another instrumented function counts as a loop of one round (simt_enter_call). Loops without accesses and calls are
/// only charged for, with simt_charge(), or found to be endless, with simt_stay_forever(). The functions are defined
/// in simt/emulation/callbacks.cpp.
class RoundsPass : public llvm::PassInfoMixin<RoundsPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace simt::instrument
