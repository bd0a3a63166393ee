// What ptxas refuses, at the line of its kernel: more static shared memory, more constants or larger parameters than
// any device has.
#pragma once

#include <llvm/IR/PassManager.h>

namespace simt::instrument {

/// Runs before all optimisations, on the functions of the source. Every excess is an error of the compilation.
struct LimitsPass : llvm::PassInfoMixin<LimitsPass> {
  static llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// Keeps variables in shared memory that are read as they are: clang takes them for a process's static variables, and
/// makes a constant or a truth value of one that only ever gets one value. Keeps each variable of the device too: the
/// host may copy to it and from it by its name, so that loads and stores of a static one are left that clang leaves
/// out.
struct KeepVariablesPass : llvm::PassInfoMixin<KeepVariablesPass> {
  static llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace simt::instrument
