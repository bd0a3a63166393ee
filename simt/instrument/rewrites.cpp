#include "simt/instrument/rewrites.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace simt::instrument {
namespace {

using namespace llvm;

// The same address, as the same value or calculated by the same instruction from the same values.
bool is_same(const Value* a, const Value* b) {
  if (a == b) return true;
  const auto *const first = dyn_cast<GetElementPtrInst>(a), *const second = dyn_cast<GetElementPtrInst>(b);
  return first != nullptr && second != nullptr && first->isIdenticalTo(second);
}

// Whether calculations lead from a volatile load at `address` to `value`.
bool is_made_of(const Value* value, const Value* address) {
  SmallPtrSet<const Value*, 16> seen;
  SmallVector<const Value*, 16> left{value};
  while (!left.empty()) {
    const auto* const instruction = dyn_cast<Instruction>(left.pop_back_val());
    if (instruction == nullptr || !seen.insert(instruction).second) continue;
    if (const auto* const load = dyn_cast<LoadInst>(instruction)) {
      if (load->isVolatile() && is_same(load->getPointerOperand(), address)) return true;
      continue;
    }
    const bool is_calculation = isa<BinaryOperator>(instruction) || isa<CastInst>(instruction) ||
                                isa<CmpInst>(instruction) || isa<SelectInst>(instruction) || isa<PHINode>(instruction);
    if (is_calculation) left.append(instruction->value_op_begin(), instruction->value_op_end());
  }
  return false;
}

bool decides_by(const BasicBlock& block, const Value* address) {
  const Instruction* const end = block.getTerminator();
  const auto* const branch = dyn_cast<BranchInst>(end);
  if (branch != nullptr) return branch->isConditional() && is_made_of(branch->getCondition(), address);
  const auto* const choice = dyn_cast<SwitchInst>(end);
  return choice != nullptr && is_made_of(choice->getCondition(), address);
}

}  // namespace

PreservedAnalyses RewritesPass::run(Function& function, FunctionAnalysisManager& /*analyses*/) {
  SmallVector<StoreInst*, 4> rewrites;
  for (Instruction& instruction : instructions(function)) {
    auto* const store = dyn_cast<StoreInst>(&instruction);
    if (store == nullptr || !store->isVolatile()) continue;
    const Value* const address = store->getPointerOperand();
    if (!is_made_of(store->getValueOperand(), address)) continue;
    if (none_of(function, [&](const BasicBlock& block) { return decides_by(block, address); })) {
      rewrites.push_back(store);
    }
  }
  if (rewrites.empty()) return PreservedAnalyses::all();
  Module& module = *function.getParent();
  const FunctionCallee note = module.getOrInsertFunction("simt_rewrites", Type::getVoidTy(module.getContext()));
  for (StoreInst* const store : rewrites) IRBuilder<>(store).CreateCall(note);
  return PreservedAnalyses::none();
}

}  // namespace simt::instrument
