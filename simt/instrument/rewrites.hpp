// Volatile words that a thread reads, changes and writes back: `counter = counter + 1`.
#pragma once

#include <llvm/IR/PassManager.h>

namespace simt::instrument {

/// Calls simt_rewrites() before each volatile store of a value that is made of a volatile load of the same word. Not
/// where the function decides by such a load where it goes on: a thread that waits for its turn may write the word.
struct RewritesPass : llvm::PassInfoMixin<RewritesPass> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace simt::instrument
