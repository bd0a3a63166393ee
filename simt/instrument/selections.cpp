#include "simt/instrument/selections.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "simt/instrument/instrumented.hpp"

namespace simt::instrument {
namespace {

using namespace llvm;

bool is_division(const Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case Instruction::FDiv:
    case Instruction::FRem:
      return true;
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem:
      return !isa<Constant>(instruction.getOperand(1));
    default:
      return false;
  }
}

bool is_cheap(const Instruction& instruction) {
  return isa<ICmpInst>(instruction) || isa<FCmpInst>(instruction) || isa<SelectInst>(instruction) ||
         isa<CastInst>(instruction) || instruction.isBitwiseLogicOp();
}

/// A block that only finds whether a condition holds: between `before` and the block that has its result.
bool finds_a_condition(const BasicBlock& block) {
  constexpr unsigned most = 4;
  const auto* const jump = dyn_cast<BranchInst>(block.getTerminator());
  if (jump == nullptr || jump->isConditional() || block.hasAddressTaken()) return false;
  unsigned size = 0;
  for (const Instruction& instruction : block) {
    if (&instruction == jump || isa<DbgInfoIntrinsic>(instruction)) continue;
    if (!is_cheap(instruction) || ++size > most) return false;
  }
  return size > 0;
}

/// The branch that leads to the block, or past it to what comes behind; nullptr where there is none.
BranchInst* branch_around(BasicBlock& block) {
  BasicBlock* const before = block.getSinglePredecessor();
  BasicBlock* const behind = block.getSingleSuccessor();
  auto* const branch = before == nullptr ? nullptr : dyn_cast<BranchInst>(before->getTerminator());
  if (branch == nullptr || !branch->isConditional() || behind == nullptr || behind == before) return nullptr;
  const bool leads_past = branch->getSuccessor(0) == behind || branch->getSuccessor(1) == behind;
  return leads_past ? branch : nullptr;
}

/// Behind it is nothing but the condition.
bool has_one_result(BasicBlock& behind) {
  const auto results = behind.phis();
  if (results.empty() || std::next(results.begin()) != results.end()) return false;
  return results.begin()->getType()->isIntegerTy(1);
}

void select(BasicBlock& block, BranchInst& branch) {
  BasicBlock* const before = branch.getParent();
  BasicBlock* const behind = block.getSingleSuccessor();
  while (&block.front() != block.getTerminator()) block.front().moveBefore(&branch);
  PHINode& result = *behind->phis().begin();
  Value* const own = result.getIncomingValueForBlock(&block);
  Value* const other = result.getIncomingValueForBlock(before);
  const bool leads_to_it = branch.getSuccessor(0) == &block;
  Value* const chosen =
      SelectInst::Create(branch.getCondition(), leads_to_it ? own : other, leads_to_it ? other : own, "", &branch);
  cast<Instruction>(chosen)->setDebugLoc(branch.getDebugLoc());
  result.setIncomingValueForBlock(before, chosen);
  result.removeIncomingValue(&block, false);
  BranchInst::Create(behind, &branch)->setDebugLoc(branch.getDebugLoc());
  branch.eraseFromParent();
  block.eraseFromParent();
}

}  // namespace

PreservedAnalyses KeepLongBranchesPass::run(Function& function, FunctionAnalysisManager&) {
  if (!is_instrumented(function)) return PreservedAnalyses::all();
  Function* const note = Intrinsic::getDeclaration(function.getParent(), Intrinsic::sideeffect);
  for (BasicBlock& block : function) {
    if (any_of(block, is_division)) CallInst::Create(note->getFunctionType(), note, "", &*block.getFirstInsertionPt());
  }
  return PreservedAnalyses::none();
}

PreservedAnalyses SelectConditionsPass::run(Function& function, FunctionAnalysisManager&) {
  if (!is_instrumented(function)) return PreservedAnalyses::all();
  for (BasicBlock& block : make_early_inc_range(function)) {
    if (!finds_a_condition(block)) continue;
    BranchInst* const branch = branch_around(block);
    if (branch != nullptr && has_one_result(*block.getSingleSuccessor())) select(block, *branch);
  }
  return PreservedAnalyses::none();
}

}  // namespace simt::instrument
