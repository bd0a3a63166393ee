#include "simt/instrument/kept_bits.hpp"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace simt::instrument {
namespace {

using namespace llvm;

// The same address, as the same value or calculated by the same instruction from the same values.
bool is_one_address(const Value* a, const Value* b) {
  a = a->stripPointerCasts();
  b = b->stripPointerCasts();
  if (a == b) return true;
  const auto *const first = dyn_cast<GetElementPtrInst>(a), *const second = dyn_cast<GetElementPtrInst>(b);
  return first != nullptr && second != nullptr && first->isIdenticalTo(second);
}

/// The one instruction that uses `value`; null when there are several, or none.
const Instruction* only_user(const Instruction& value) {
  const Instruction* only = nullptr;
  for (const User* const user : value.users()) {
    if (isa<DbgInfoIntrinsic>(user)) continue;
    if (only != nullptr) return nullptr;
    only = cast<Instruction>(user);
  }
  return only;
}

bool is_masked(const Instruction& calculation) {
  return calculation.getOpcode() == Instruction::And && isa<ConstantInt>(calculation.getOperand(1));
}

bool keeps_bits(const LoadInst& load) {
  if (load.isVolatile() || load.isAtomic() || !load.getType()->isIntegerTy()) return false;
  const Instruction* const masked = only_user(load);
  if (masked == nullptr || !is_masked(*masked)) return false;
  const Instruction* last = masked;
  const Instruction* next = only_user(*last);
  while (next != nullptr && (next->getOpcode() == Instruction::Or || is_masked(*next))) {
    last = next;
    next = only_user(*last);
  }
  const auto* const store = next == nullptr ? nullptr : dyn_cast<StoreInst>(next);
  return store != nullptr && store->getValueOperand() == last &&
         is_one_address(store->getPointerOperand(), load.getPointerOperand());
}

}  // namespace

PreservedAnalyses KeptBitsPass::run(Function& function, FunctionAnalysisManager& /*analyses*/) {
  SmallVector<LoadInst*, 4> loads;
  for (Instruction& instruction : instructions(function)) {
    auto* const load = dyn_cast<LoadInst>(&instruction);
    if (load != nullptr && keeps_bits(*load)) loads.push_back(load);
  }
  if (loads.empty()) return PreservedAnalyses::all();
  Module& module = *function.getParent();
  LLVMContext& context = module.getContext();
  Type* const address = PointerType::get(Type::getInt8Ty(context), 0);
  const FunctionCallee note = module.getOrInsertFunction("simt_keeps_bits", Type::getVoidTy(context), address);
  for (LoadInst* const load : loads) {
    IRBuilder<> builder(load);
    builder.CreateCall(note, builder.CreatePointerBitCastOrAddrSpaceCast(load->getPointerOperand(), address));
  }
  return PreservedAnalyses::none();
}

}  // namespace simt::instrument
