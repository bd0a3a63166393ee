// Functions of parts that are not graded this time.
#pragma once

#include <llvm/IR/PassManager.h>

namespace simt::instrument {

/// Runs before all optimisations, where the entries are known (entries.hpp), and after what refuses code: a mistake in
/// any function of the source is named. Removes the functions that nothing reaches from the entries, from a constructor
/// or from a variable's first value. What stays is compiled as before; a file with many parts takes less time.
struct LeaveOutPass : llvm::PassInfoMixin<LeaveOutPass> {
  static llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace simt::instrument
