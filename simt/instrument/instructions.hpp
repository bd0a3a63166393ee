// Tells the emulator how often each piece of a kernel is carried out, and what it costs: for predictions of time. The
// instructions that are counted are LLVM's, and what nvcc makes of one is written down in instructions.cpp.
#pragma once

#include <llvm/IR/PassManager.h>

namespace simt::instrument {

/// Whether instructions are to be counted in this module: simt/include/simt/language.h says so to the plugin, where
/// SIMT_COUNTS_INSTRUCTIONS is defined.
bool counts_instructions(const llvm::Module& module);

/// Notes at the end of each basic block what its instructions cost. Before the passes that put calls into the code.
/// Blocks that are always carried out together have one note.
class NoteInstructionsPass : public llvm::PassInfoMixin<NoteInstructionsPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// Counts how often the running thread comes to each note, in a variable for each (core::CountedCode), and calls
/// simt_begin_code() where the thread has gone on since the last time. After those passes.
class CountInstructionsPass : public llvm::PassInfoMixin<CountInstructionsPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace simt::instrument
