#include "simt/instrument/updates.hpp"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "simt/include/simt/thread.h"

namespace simt::instrument {
namespace {

using namespace llvm;

constexpr unsigned update_argument = 3;

bool adds_one(const BinaryOperator& operation) {
  const auto* const added = dyn_cast<ConstantInt>(operation.getOperand(1));
  return operation.getOpcode() == Instruction::Add && added != nullptr && added->isOne();
}

/// The result of some operations on narrow integers is made in wide ones, and then cut off.
bool only_changes_width(const User& user) {
  if (isa<TruncInst>(user) || isa<ZExtInst>(user) || isa<SExtInst>(user)) return true;
  const auto* const operation = dyn_cast<BinaryOperator>(&user);
  return operation != nullptr && operation->getOpcode() == Instruction::And &&
         isa<ConstantInt>(operation->getOperand(1));
}

bool ends_update(const User& user) {
  const auto* const call = dyn_cast<CallInst>(&user);
  const Function* const callee = call == nullptr ? nullptr : call->getCalledFunction();
  return callee != nullptr && callee->getName() == "simt_end_update";
}

/// `begin` returns the value before the update.
bool only_adds_one(const CallInst& begin) {
  SmallVector<const Value*, 8> values{&begin};
  int additions = 0;
  while (!values.empty()) {
    for (const User* const user : values.pop_back_val()->users()) {
      if (ends_update(*user)) continue;
      const auto* const operation = dyn_cast<BinaryOperator>(user);
      const bool is_addition = operation != nullptr && adds_one(*operation);
      if (!is_addition && !only_changes_width(*user)) return false;
      additions += is_addition ? 1 : 0;
      values.push_back(user);
    }
  }
  return additions == 1;
}

}  // namespace

PreservedAnalyses UpdatesPass::run(Module& module, ModuleAnalysisManager&) {
  Function* const begin = module.getFunction("simt_begin_update");
  if (begin == nullptr) return PreservedAnalyses::all();
  for (User* const user : begin->users()) {
    auto* const call = dyn_cast<CallInst>(user);
    if (call == nullptr || call->getCalledFunction() != begin) continue;
    const auto* const update = dyn_cast<ConstantInt>(call->getArgOperand(update_argument));
    if (update == nullptr || !update->equalsInt(update_in_place)) continue;
    if (only_adds_one(*call)) {
      call->setArgOperand(update_argument, ConstantInt::get(update->getType(), update_by_one));
    } else if (isa<Constant>(call->getArgOperand(0))) {
      call->setArgOperand(update_argument, ConstantInt::get(update->getType(), update_unknown));
    }
  }
  return PreservedAnalyses::all();
}

}  // namespace simt::instrument
