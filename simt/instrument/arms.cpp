#include "simt/instrument/arms.hpp"

#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicInst.h>

#include <string>
#include <vector>

#include "simt/instrument/instrumented.hpp"

namespace simt::instrument {
namespace {

using namespace llvm;

constexpr const char* mark_text = "# simt arm ";

bool is_arm(const BasicBlock& block) {
  const auto* const branch = dyn_cast<BranchInst>(block.getTerminator());
  return branch != nullptr && branch->isUnconditional();
}

// A structure is copied by a call.
bool has_access(const BasicBlock& block) {
  for (const Instruction& instruction : block) {
    if (isa<LoadInst>(instruction) || isa<StoreInst>(instruction) || isa<MemIntrinsic>(instruction)) return true;
  }
  return false;
}

bool is_reached_otherwise(const BasicBlock& block) {
  for (const BasicBlock* const before : predecessors(&block)) {
    if (!is_arm(*before)) return true;
  }
  return false;
}

// An assembler's comment: no instruction, and no access to memory.
void mark(BasicBlock& arm, unsigned number) {
  IRBuilder<> builder(arm.getTerminator());
  auto* const type = FunctionType::get(builder.getVoidTy(), false);
  builder.CreateCall(type, InlineAsm::get(type, mark_text + std::to_string(number), "", /*hasSideEffects=*/true));
}

bool is_mark(const Instruction& instruction) {
  const auto* const call = dyn_cast<CallInst>(&instruction);
  const auto* const text = call == nullptr ? nullptr : dyn_cast<InlineAsm>(call->getCalledOperand());
  return text != nullptr && StringRef(text->getAsmString()).find(mark_text) == 0;
}

}  // namespace

PreservedAnalyses MarkArmsPass::run(Function& function, FunctionAnalysisManager&) {
  if (!is_instrumented(function)) return PreservedAnalyses::all();
  unsigned marks = 0;
  for (BasicBlock& block : function) {
    if (!is_reached_otherwise(block)) continue;
    for (BasicBlock* const arm : predecessors(&block)) {
      if (is_arm(*arm) && has_access(*arm)) mark(*arm, ++marks);
    }
  }
  return marks == 0 ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

PreservedAnalyses UnmarkArmsPass::run(Function& function, FunctionAnalysisManager&) {
  std::vector<Instruction*> marks;
  for (BasicBlock& block : function) {
    for (Instruction& instruction : block) {
      if (is_mark(instruction)) marks.push_back(&instruction);
    }
  }
  for (Instruction* const one : marks) one->eraseFromParent();
  return marks.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

}  // namespace simt::instrument
