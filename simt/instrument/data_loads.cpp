#include "simt/instrument/data_loads.hpp"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace simt::instrument {
namespace {

using namespace llvm;

/// Whether the use is that argument of a call of the emulator's function of that name.
bool is_argument(const Use& use, const char* function, unsigned argument) {
  const auto* const call = dyn_cast<CallInst>(use.getUser());
  const Function* const called = call == nullptr ? nullptr : call->getCalledFunction();
  return called != nullptr && called->getName() == function && call->isArgOperand(&use) &&
         call->getArgOperandNo(&use) == argument;
}

/// Whether the value is handed to the other lanes of a shuffle. A vote has the purpose 0.
bool is_shuffled(const Use& use) {
  if (!is_argument(use, "simt_exchange", 1)) return false;
  const auto* const purpose = dyn_cast<ConstantInt>(cast<CallInst>(use.getUser())->getArgOperand(2));
  return purpose != nullptr && !purpose->isZero();
}

bool is_calculation(const Use& use) {
  const User* const user = use.getUser();
  if (const auto* const choice = dyn_cast<SelectInst>(user)) return use.get() != choice->getCondition();
  if (is_argument(use, "simt_shuffled", 2)) return true;
  if (const auto* const call = dyn_cast<CallInst>(user)) return call->doesNotAccessMemory();
  return isa<BinaryOperator>(user) || isa<UnaryOperator>(user) || isa<CastInst>(user) || isa<PHINode>(user);
}

/// Whether the value is stored, but not where it was loaded from: such a counter is no data. What becomes of a value
/// in a variable of the function's own, whose address was taken, is not known.
bool is_stored(const Use& use, const Value* loaded_from) {
  if (const auto* const store = dyn_cast<StoreInst>(use.getUser())) {
    const Value* const address = store->getPointerOperand();
    return use.get() == store->getValueOperand() && address != loaded_from &&
           !isa<AllocaInst>(getUnderlyingObject(address));
  }
  const auto* const update = dyn_cast<AtomicRMWInst>(use.getUser());
  return update != nullptr && use.get() == update->getValOperand();
}

bool loads_data(const LoadInst& load) {
  SmallPtrSet<const Value*, 16> seen;
  SmallVector<const Value*, 16> left{&load};
  bool is_any_stored = false;
  while (!left.empty()) {
    const Value* const value = left.pop_back_val();
    if (!seen.insert(value).second) continue;
    for (const Use& use : value->uses()) {
      if (isa<DbgInfoIntrinsic>(use.getUser()) || is_shuffled(use)) continue;
      if (is_calculation(use)) {
        left.push_back(use.getUser());
      } else if (is_stored(use, load.getPointerOperand())) {
        is_any_stored = true;
      } else {
        return false;
      }
    }
  }
  return is_any_stored;
}

}  // namespace

PreservedAnalyses DataLoadsPass::run(Function& function, FunctionAnalysisManager& /*analyses*/) {
  SmallVector<LoadInst*, 4> loads;
  for (Instruction& instruction : instructions(function)) {
    auto* const load = dyn_cast<LoadInst>(&instruction);
    if (load != nullptr && load->isVolatile() && loads_data(*load)) loads.push_back(load);
  }
  if (loads.empty()) return PreservedAnalyses::all();
  Module& module = *function.getParent();
  const FunctionCallee note = module.getOrInsertFunction("simt_loads_data", Type::getVoidTy(module.getContext()));
  for (LoadInst* const load : loads) IRBuilder<>(load).CreateCall(note);
  return PreservedAnalyses::none();
}

}  // namespace simt::instrument
