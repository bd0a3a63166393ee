// Gaps behind variables in constant and global memory, so that an index that is one too large does not reach the next
// variable. (The translator makes those of shared memory, where a block's variables are told apart by kernel.)
#pragma once

#include <llvm/IR/PassManager.h>

namespace simt::instrument {

/// Puts a variable of 16 bytes whose name begins with simt_gap_ behind each __constant__, __device__ and __managed__
/// variable. After LimitsPass, which adds up sizes; before all optimisations.
struct GapsPass : llvm::PassInfoMixin<GapsPass> {
  static llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// Lets each variable in global memory that is as large as a sector begin at a sector, as ptxas has them, which leaves
/// no gaps between them, if their sizes are multiples of a sector. Runs last: other passes see how a structure was
/// declared by its variable's alignment.
struct BeginAtSectorsPass : llvm::PassInfoMixin<BeginAtSectorsPass> {
  static llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace simt::instrument
