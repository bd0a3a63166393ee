// Volatile loads of data, not of flags: what they read is calculated with and stored, and no thread decides by it.
#pragma once

#include <llvm/IR/PassManager.h>

namespace simt::instrument {

/// Calls simt_loads_data() before each volatile load whose value leads to a store or to an atomic update, and to no
/// store of the same word, condition, comparison, address, return or other call. A thread that waits for a flag decides
/// by it.
struct DataLoadsPass : llvm::PassInfoMixin<DataLoadsPass> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace simt::instrument
