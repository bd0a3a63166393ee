// Values that a shuffle gives for lanes that do not take part, which CUDA leaves undefined, followed to where they are
// stored. What such a value is made into is often thrown away, as at the ends of a row: only its use is a mistake.
#pragma once

#include <llvm/IR/PassManager.h>

namespace simt::instrument {

/// Beside each value that may be made of a shuffle's, keeps a number: that of the undefined value in it, or 0. It asks
/// simt_undefined_received() for the number behind each shuffle, says it to simt_sends_undefined() before an exchange,
/// and to simt_stores_undefined() before a store or an atomic update. Behind the passes that count instructions.
struct UndefinedPass : llvm::PassInfoMixin<UndefinedPass> {
  static llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace simt::instrument
