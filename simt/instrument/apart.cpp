#include "simt/instrument/apart.hpp"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include "simt/instrument/instrumented.hpp"

namespace simt::instrument {
namespace {

using namespace llvm;

/// It loads, and decides; a store or a call is more than a condition.
bool is_part_of_condition(const BasicBlock& block) {
  const auto* const branch = dyn_cast<BranchInst>(block.getTerminator());
  if (branch == nullptr || !branch->isConditional() || block.hasAddressTaken()) return false;
  bool loads = false;
  for (const Instruction& instruction : block) {
    if (isa<DbgInfoIntrinsic>(instruction)) continue;
    if (isa<LoadInst>(instruction)) loads = true;
    if (instruction.mayWriteToMemory() || isa<CallBase>(instruction)) return false;
  }
  return loads;
}

/// Two different branches lead to it, and lanes may go past it.
bool is_reached_in_two_ways(BasicBlock& block, const DominatorTree& dominators, const PostDominatorTree& behind,
                            const LoopInfo& loops) {
  const SmallVector<BasicBlock*, 4> before(predecessors(&block));
  if (before.size() != 2 || before[0] == before[1] || loops.isLoopHeader(&block)) return false;
  for (BasicBlock* const one : before) {
    const auto* const branch = dyn_cast<BranchInst>(one->getTerminator());
    if (branch == nullptr || !branch->isConditional() || loops.getLoopFor(one) != loops.getLoopFor(&block))
      return false;
  }
  BasicBlock* const first = dominators.getNode(&block)->getIDom()->getBlock();
  return !behind.dominates(&block, first);
}

/// From then on, `way` leads to the copy, and the other one to the block.
void copy_for(BasicBlock& block, BasicBlock& way) {
  ValueToValueMapTy values;
  BasicBlock* const copy = CloneBasicBlock(&block, values, ".way", block.getParent());
  for (PHINode& phi : block.phis()) {
    auto* const own = cast<PHINode>(values[&phi]);
    values[&phi] = phi.getIncomingValueForBlock(&way);
    own->eraseFromParent();
  }
  for (Instruction& instruction : *copy)
    RemapInstruction(&instruction, values, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
  for (BasicBlock* const next : successors(&block)) {
    for (PHINode& phi : next->phis()) {
      Value* const value = phi.getIncomingValueForBlock(&block);
      const auto mapped = values.find(value);
      phi.addIncoming(mapped == values.end() ? value : static_cast<Value*>(mapped->second), copy);
    }
  }
  way.getTerminator()->replaceSuccessorWith(&block, copy);
  for (PHINode& phi : make_early_inc_range(block.phis())) phi.removeIncomingValue(&way, /*DeletePHIIfEmpty=*/false);
  for (Instruction& instruction : block) {
    SmallVector<Use*, 8> outside;
    for (Use& use : instruction.uses()) {
      auto* const user = cast<Instruction>(use.getUser());
      const auto* const phi = dyn_cast<PHINode>(user);
      if ((phi == nullptr ? user->getParent() : phi->getIncomingBlock(use)) != &block) outside.push_back(&use);
    }
    if (outside.empty()) continue;
    SSAUpdater updater;
    updater.Initialize(instruction.getType(), instruction.getName());
    updater.AddAvailableValue(&block, &instruction);
    updater.AddAvailableValue(copy, values[&instruction]);
    for (Use* const use : outside) {
      const auto* const phi = dyn_cast<PHINode>(use->getUser());
      if (phi != nullptr && phi->getIncomingBlock(*use) == copy) continue;
      updater.RewriteUseAfterInsertions(*use);
    }
  }
}

}  // namespace

PreservedAnalyses WaysApartPass::run(Function& function, FunctionAnalysisManager& analyses) {
  if (!is_instrumented(function)) return PreservedAnalyses::all();
  const auto& dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  const auto& behind = analyses.getResult<PostDominatorTreeAnalysis>(function);
  const auto& loops = analyses.getResult<LoopAnalysis>(function);
  SmallVector<BasicBlock*, 4> parts;
  for (BasicBlock& block : function) {
    if (dominators.isReachableFromEntry(&block) && is_part_of_condition(block) &&
        is_reached_in_two_ways(block, dominators, behind, loops)) {
      parts.push_back(&block);
    }
  }
  for (BasicBlock* const part : parts) copy_for(*part, **std::next(pred_begin(part)));
  return parts.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

}  // namespace simt::instrument
