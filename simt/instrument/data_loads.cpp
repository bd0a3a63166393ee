#include "simt/instrument/data_loads.hpp"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <utility>

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

/// Whether the value goes to a function of the emulator's that hands it to other lanes, or tells what they handed.
bool is_of_warp(const User* user) {
  const auto* const call = dyn_cast<CallInst>(user);
  const Function* const called = call == nullptr ? nullptr : call->getCalledFunction();
  if (called == nullptr) return false;
  const StringRef name = called->getName();
  return name == "simt_exchange" || name == "simt_votes" || name == "simt_received" || name == "simt_shuffled" ||
         name == "simt_matches";
}

/// Whether a loop around the load ends, or goes on, by the value: in this lane, or in all that vote.
bool awaits_flag(const LoadInst& load, const LoopInfo& loops) {
  const auto ends_loop = [&](const BasicBlock* block) {
    for (const Loop* loop = loops.getLoopFor(load.getParent()); loop != nullptr; loop = loop->getParentLoop()) {
      if (loop->contains(block) && loop->isLoopExiting(block)) return true;
    }
    return false;
  };
  SmallPtrSet<const Value*, 16> seen;
  SmallVector<const Value*, 16> left{&load};
  while (!left.empty()) {
    const Value* const value = left.pop_back_val();
    if (!seen.insert(value).second) continue;
    for (const Use& use : value->uses()) {
      const User* const user = use.getUser();
      if ((isa<BranchInst>(user) || isa<SwitchInst>(user)) && ends_loop(cast<Instruction>(user)->getParent())) {
        return true;
      }
      if (is_calculation(use) || isa<CmpInst>(user) || isa<SelectInst>(user) || isa<ExtractValueInst>(user) ||
          isa<InsertValueInst>(user) || is_of_warp(user)) {
        left.push_back(user);
      }
    }
  }
  return false;
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

PreservedAnalyses DataLoadsPass::run(Function& function, FunctionAnalysisManager& analyses) {
  const LoopInfo& loops = analyses.getResult<LoopAnalysis>(function);
  SmallVector<std::pair<LoadInst*, const char*>, 4> loads;
  for (Instruction& instruction : instructions(function)) {
    auto* const load = dyn_cast<LoadInst>(&instruction);
    if (load == nullptr || !load->isVolatile()) continue;
    if (loads_data(*load)) loads.push_back({load, "simt_loads_data"});
    if (awaits_flag(*load, loops)) loads.push_back({load, "simt_awaits_flag"});
  }
  if (loads.empty()) return PreservedAnalyses::all();
  Module& module = *function.getParent();
  Type* const nothing = Type::getVoidTy(module.getContext());
  for (const auto& [load, note] : loads) IRBuilder<>(load).CreateCall(module.getOrInsertFunction(note, nothing));
  return PreservedAnalyses::none();
}

}  // namespace simt::instrument
