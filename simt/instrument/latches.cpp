#include "simt/instrument/latches.hpp"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include "simt/instrument/instrumented.hpp"

namespace simt::instrument {
namespace {

using namespace llvm;

/// Before all optimisations, all variables are in memory, and a loop's head has no phi.
bool can_be_joined(const Loop& loop) {
  SmallVector<BasicBlock*, 4> latches;
  loop.getLoopLatches(latches);
  if (latches.size() < 2 || isa<PHINode>(loop.getHeader()->front())) return false;
  for (const BasicBlock* const latch : latches) {
    if (!isa<BranchInst, SwitchInst>(latch->getTerminator())) return false;
  }
  return true;
}

void join(const Loop& loop) {
  BasicBlock* const head = loop.getHeader();
  SmallVector<BasicBlock*, 4> latches;
  loop.getLoopLatches(latches);
  MDNode* const properties = loop.getLoopID();
  auto* const joined = BasicBlock::Create(head->getContext(), "simt.latch", head->getParent());
  joined->moveAfter(latches.back());
  auto* const back = BranchInst::Create(head, joined);
  back->setDebugLoc(latches.back()->getTerminator()->getDebugLoc());
  for (BasicBlock* const latch : latches) {
    latch->getTerminator()->replaceSuccessorWith(head, joined);
    latch->getTerminator()->setMetadata(LLVMContext::MD_loop, nullptr);
  }
  back->setMetadata(LLVMContext::MD_loop, properties);
}

}  // namespace

PreservedAnalyses OneLatchPass::run(Function& function, FunctionAnalysisManager&) {
  if (!is_instrumented(function)) return PreservedAnalyses::all();
  const DominatorTree tree(function);
  const LoopInfo loops(tree);
  bool changed = false;
  for (Loop* const loop : loops.getLoopsInPreorder()) {
    if (!can_be_joined(*loop)) continue;
    join(*loop);
    changed = true;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace simt::instrument
