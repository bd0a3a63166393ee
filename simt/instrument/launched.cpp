#include "simt/instrument/launched.hpp"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include "simt/instrument/instrumented.hpp"

namespace simt::instrument {
namespace {

using namespace llvm;

/// The one kernel that `runner` calls, by itself or through others; null when there is none, or more than one.
Function* kernel_of(Function& runner) {
  Function* kernel = nullptr;
  SmallPtrSet<Function*, 16> seen;
  SmallVector<Function*, 16> left{&runner};
  while (!left.empty()) {
    Function* const function = left.pop_back_val();
    if (!seen.insert(function).second) continue;
    if (is_kernel(*function)) {
      if (kernel != nullptr) return nullptr;
      kernel = function;
      continue;
    }
    for (Instruction& instruction : instructions(*function)) {
      const auto* const call = dyn_cast<CallBase>(&instruction);
      Function* const called = call == nullptr ? nullptr : call->getCalledFunction();
      if (called != nullptr && !called->isDeclaration()) left.push_back(called);
    }
  }
  return kernel;
}

/// Calls do not use it, nor do marks on the kernel (barriers.hpp).
bool is_address_used(const Function& kernel) {
  SmallVector<const Use*, 16> left;
  for (const Use& use : kernel.uses()) left.push_back(&use);
  while (!left.empty()) {
    const Use& use = *left.pop_back_val();
    const User* const user = use.getUser();
    if (const auto* const call = dyn_cast<CallBase>(user); call != nullptr && call->isCallee(&use)) continue;
    if (const auto* const variable = dyn_cast<GlobalVariable>(user)) {
      if (variable->getName() == "llvm.global.annotations") continue;
      return true;
    }
    if (!isa<ConstantExpr>(user) && !isa<ConstantAggregate>(user)) return true;
    for (const Use& further : user->uses()) left.push_back(&further);
  }
  return false;
}

}  // namespace

PreservedAnalyses LaunchedKernelsPass::run(Module& module, ModuleAnalysisManager&) {
  Function* const asked = module.getFunction("simt_kernel_of");
  if (asked == nullptr) return PreservedAnalyses::all();
  SmallVector<CallBase*, 16> calls;
  for (User* const user : asked->users()) {
    if (auto* const call = dyn_cast<CallBase>(user); call != nullptr && call->getCalledFunction() == asked) {
      calls.push_back(call);
    }
  }
  for (CallBase* const call : calls) {
    auto* const runner = dyn_cast<Function>(call->getArgOperand(0)->stripPointerCasts());
    Function* const kernel = runner == nullptr ? nullptr : kernel_of(*runner);
    Constant* found = Constant::getNullValue(call->getType());
    if (kernel != nullptr) {
      found = ConstantExpr::getPointerCast(is_address_used(*kernel) ? kernel : runner, call->getType());
    }
    call->replaceAllUsesWith(found);
    call->eraseFromParent();
  }
  return PreservedAnalyses::none();
}

}  // namespace simt::instrument
