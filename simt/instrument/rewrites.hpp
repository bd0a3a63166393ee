// Words that a thread reads, changes and writes back in two steps: `counter = counter + 1` of a volatile counter,
// `counter.store(counter.load() + 1)` of an atomic one.
#pragma once

#include <llvm/IR/PassManager.h>

namespace simt::instrument {

/// Calls simt_rewrites() before each volatile or atomic store of a value that is made of such a load of the same word.
/// Not where the function decides by such a load where it goes on: a thread that waits for its turn may write the word.
struct RewritesPass : llvm::PassInfoMixin<RewritesPass> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace simt::instrument
