#include "simt/instrument/updates.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <map>

#include "simt/include/simt/thread.h"
#include "simt/instrument/uniformity.hpp"

namespace simt::instrument {
namespace {

using namespace llvm;

constexpr unsigned update_argument = 3, combination_argument = 4, is_read_argument = 5;

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

/// Only calculations use what `begin` returns, and only their results are stored.
bool is_unused(const CallInst& begin) {
  SmallPtrSet<const Value*, 8> seen{&begin};
  SmallVector<const Value*, 8> values{&begin};
  while (!values.empty()) {
    for (const User* const user : values.pop_back_val()->users()) {
      if (ends_update(*user) || !seen.insert(user).second) continue;
      const auto* const call = dyn_cast<IntrinsicInst>(user);
      const bool is_calculation = isa<BinaryOperator>(user) || isa<CastInst>(user) || isa<CmpInst>(user) ||
                                  isa<SelectInst>(user) || (call != nullptr && call->doesNotAccessMemory());
      if (!is_calculation) return false;
      values.push_back(user);
    }
  }
  return true;
}

/// The update adds a uniform value to what `begin` returns.
bool adds_uniform(const CallInst& begin, const Uniformity& uniformity) {
  return any_of(begin.users(), [&](const User* user) {
    const auto* const operation = dyn_cast<BinaryOperator>(user);
    if (operation == nullptr || !any_of(operation->users(), [](const User* end) { return ends_update(*end); })) {
      return false;
    }
    const bool is_first = operation->getOperand(0) == &begin;
    return uniformity.is_uniform(operation->getOperand(is_first ? 1 : 0));
  });
}

bool is_combined(const CallInst& begin, std::uint64_t combination, const Uniformity& uniformity) {
  if (!uniformity.is_uniform(begin.getArgOperand(0))) return false;
  if (combination == combined_if_unused) return is_unused(begin);
  if (combination == combined_if_uniform) return adds_uniform(begin, uniformity);
  return combination == combined_always;
}

/// The calls of each function.
using Calls = std::map<Function*, SmallVector<CallInst*, 8>>;

void combine(const Calls& all) {
  for (const auto& [function, calls] : all) {
    const Uniformity uniformity(*function);
    for (CallInst* const call : calls) {
      const auto* const combination = dyn_cast<ConstantInt>(call->getArgOperand(combination_argument));
      if (combination == nullptr || !is_combined(*call, combination->getZExtValue(), uniformity)) continue;
      call->setArgOperand(combination_argument, ConstantInt::get(combination->getType(), combined));
    }
  }
}

void choose_instruction(CallInst& call) {
  const auto* const update = dyn_cast<ConstantInt>(call.getArgOperand(update_argument));
  if (update == nullptr || !update->equalsInt(update_in_place)) return;
  if (only_adds_one(call)) {
    call.setArgOperand(update_argument, ConstantInt::get(update->getType(), update_by_one));
  } else if (isa<Constant>(call.getArgOperand(0))) {
    call.setArgOperand(update_argument, ConstantInt::get(update->getType(), update_unknown));
  }
}

}  // namespace

PreservedAnalyses UpdatesPass::run(Module& module, ModuleAnalysisManager&) {
  Function* const begin = module.getFunction("simt_begin_update");
  if (begin == nullptr) return PreservedAnalyses::all();
  Calls calls;
  for (User* const user : begin->users()) {
    auto* const call = dyn_cast<CallInst>(user);
    if (call == nullptr || call->getCalledFunction() != begin) continue;
    choose_instruction(*call);
    if (call->use_empty()) {
      call->setArgOperand(is_read_argument, ConstantInt::getFalse(call->getArgOperand(is_read_argument)->getType()));
    }
    calls[call->getFunction()].push_back(call);
  }
  combine(calls);
  return PreservedAnalyses::all();
}

}  // namespace simt::instrument
