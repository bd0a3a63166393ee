// nvcc copies the bodies of loops, and so decides which accesses follow each other, and which lanes of a warp meet in
// one request. clang decides otherwise; here are nvcc's rules, as its PTX shows them (CUDA 13.0).
#pragma once

#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/IR/PassManager.h>

namespace llvm {
class Loop;
class LPMUpdater;
}  // namespace llvm

namespace simt::instrument {

/// Makes clang forget what `#pragma clang loop` asks for besides unrolling: nvcc does not know that pragma, and its
/// kernels have no vectors of several rounds. And an unrolling by a number that nvcc ignores. Before all optimisations.
class ForgetVectorsPass : public llvm::PassInfoMixin<ForgetVectorsPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// Asks LLVM to put the copies of the body in the place of a kernel's loop with a small constant number of rounds.
/// Loops with `#pragma unroll` are left as they are. Before LLVM's pass that unrolls whole loops.
class UnrollWholeLoopsPass : public llvm::PassInfoMixin<UnrollWholeLoopsPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Loop& loop, llvm::LoopAnalysisManager& analyses,
                              llvm::LoopStandardAnalysisResults& results, llvm::LPMUpdater& updater);
};

/// Removes what the pass above has left behind loops. Before the passes that look at what follows on what.
class RemoveNotesPass : public llvm::PassInfoMixin<RemoveNotesPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// Asks LLVM for four copies of the body (8 or 16, where they divide a constant number of rounds) of the other
/// innermost loops whose number of rounds is known, or follows from values before the loop without a division by one of
/// them. Before LLVM's pass that unrolls loops in part.
class UnrollByFourPass : public llvm::PassInfoMixin<UnrollByFourPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

/// Whether ptxas makes three loops of this one: one that does four rounds at a time while there are as many, one for
/// two, and one for one. It does so with loops that only calculate, load and store, without branches, and whose number
/// of rounds has 32 bits. True only after UnrollByFourPass.
bool is_unrolled_by_ptxas(const llvm::Loop& loop);

}  // namespace simt::instrument
