// Every access has a source line.
#pragma once

#include <llvm/IR/PassManager.h>

namespace simt::instrument {

/// Before all optimisations: notes the line of each access in metadata, which survive most moves.
class RememberLinesPass : public llvm::PassInfoMixin<RememberLinesPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// After them: an access that clang moved or merged, and that has lost its line by that, gets the noted line; else that
/// of another access by the same pointer; else that of an instruction that uses the loaded value, or that makes the
/// stored value or the pointer; else that of the instruction before it in its block, or behind it. Which accesses lose
/// their line differs from one version of clang to the next.
class LinesPass : public llvm::PassInfoMixin<LinesPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace simt::instrument
