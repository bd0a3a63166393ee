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

// The address of a volatile load or store, or of one by cuda::atomic: its functions end in the calls that are named.
// Null for all others.
const Value* address_of(const Instruction& instruction, bool is_store) {
  if (const auto* const load = dyn_cast<LoadInst>(&instruction)) {
    return !is_store && load->isVolatile() ? load->getPointerOperand() : nullptr;
  }
  if (const auto* const store = dyn_cast<StoreInst>(&instruction)) {
    return is_store && store->isVolatile() ? store->getPointerOperand() : nullptr;
  }
  const auto* const call = dyn_cast<CallInst>(&instruction);
  const Function* const function = call == nullptr ? nullptr : call->getCalledFunction();
  if (function == nullptr || function->getName() != (is_store ? "simt_store" : "simt_load")) return nullptr;
  return call->getArgOperand(0)->stripPointerCasts();
}

const Value* stored_value(const Instruction& store) {
  const auto* const call = dyn_cast<CallInst>(&store);
  return call != nullptr ? call->getArgOperand(2) : store.getOperand(0);
}

// The same address, as the same value or calculated by the same instruction from the same values.
bool is_same(const Value* a, const Value* b) {
  if (a == b) return true;
  const auto *const first = dyn_cast<GetElementPtrInst>(a), *const second = dyn_cast<GetElementPtrInst>(b);
  return first != nullptr && second != nullptr && first->isIdenticalTo(second);
}

// Whether calculations lead from such a load at `address` to `value`.
bool is_made_of(const Value* value, const Value* address) {
  SmallPtrSet<const Value*, 16> seen;
  SmallVector<const Value*, 16> left{value};
  while (!left.empty()) {
    const auto* const instruction = dyn_cast<Instruction>(left.pop_back_val());
    if (instruction == nullptr || !seen.insert(instruction).second) continue;
    const Value* const loaded = address_of(*instruction, /*is_store=*/false);
    if (loaded != nullptr && is_same(loaded, address)) return true;
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
  SmallVector<Instruction*, 4> rewrites;
  for (Instruction& instruction : instructions(function)) {
    const Value* const address = address_of(instruction, /*is_store=*/true);
    if (address == nullptr || !is_made_of(stored_value(instruction), address)) continue;
    if (none_of(function, [&](const BasicBlock& block) { return decides_by(block, address); })) {
      rewrites.push_back(&instruction);
    }
  }
  if (rewrites.empty()) return PreservedAnalyses::all();
  Module& module = *function.getParent();
  const FunctionCallee note = module.getOrInsertFunction("simt_rewrites", Type::getVoidTy(module.getContext()));
  for (Instruction* const store : rewrites) IRBuilder<>(store).CreateCall(note);
  return PreservedAnalyses::none();
}

}  // namespace simt::instrument
