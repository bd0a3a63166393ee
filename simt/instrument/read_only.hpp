// Loads through the read-only data cache, which does not see what the same kernel writes. They are marked as
// nontemporal loads, which nothing else here uses: those of __ldg() by the headers.
#pragma once

#include <llvm/IR/PassManager.h>

namespace simt::instrument {

/// Marks the loads through a kernel's parameter that is a pointer with __restrict__, if the kernel only reads through
/// it. Where variables are values, and functions have not been inlined.
struct MarkReadOnlyPass : llvm::PassInfoMixin<MarkReadOnlyPass> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// Marked loads call simt_read_only4() and so on, and ThreadSanitizer's pass does not see them. Vectors that
/// VectorsPass has made are left as they are. Before DirectCallsPass.
struct ReadOnlyPass : llvm::PassInfoMixin<ReadOnlyPass> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace simt::instrument
