// What volatile loads are for: data, which is calculated with and stored, and by which no thread decides; or flags,
// which a thread waits for.
#pragma once

#include <llvm/IR/PassManager.h>

namespace simt::instrument {

/// Calls simt_loads_data() before each volatile load whose value leads to a store or to an atomic update, and to no
/// store of the same word, condition, comparison, address, return or other call. A thread that waits for a flag decides
/// by it: before each volatile load in a loop that may end by what it reads, it calls simt_awaits_flag().
struct DataLoadsPass : llvm::PassInfoMixin<DataLoadsPass> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace simt::instrument
