#include "simt/instrument/locals.hpp"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "simt/instrument/instrumented.hpp"

namespace simt::instrument {
namespace {

using namespace llvm;

// ThreadSanitizer's pass leaves out accesses to variables whose address no function gets to keep: this one does not.
Attribute keeps_no_address(LLVMContext& context) {
#if LLVM_VERSION_MAJOR >= 21
  return Attribute::getWithCaptureInfo(context, CaptureInfo::none());
#else
  return Attribute::get(context, Attribute::NoCapture);
#endif
}

FunctionCallee declare_filling(Module& module) {
  LLVMContext& context = module.getContext();
  FunctionCallee callee =
      module.getOrInsertFunction("simt_fill_local", Type::getVoidTy(context),
                                 PointerType::get(Type::getInt8Ty(context), 0), Type::getInt64Ty(context));
  if (auto* const function = dyn_cast<Function>(callee.getCallee())) {
    function->setDoesNotThrow();
    function->addParamAttr(0, keeps_no_address(context));
  }
  return callee;
}

SmallVector<AllocaInst*, 8> variables_of(Function& function) {
  SmallVector<AllocaInst*, 8> variables;
  for (Instruction& instruction : instructions(function)) {
    if (auto* const variable = dyn_cast<AllocaInst>(&instruction)) variables.push_back(variable);
  }
  return variables;
}

/// Variables that live at different times share no place then: filling one would write into the other.
void live_always(Function& function) {
  SmallVector<Instruction*, 16> marks;
  for (Instruction& instruction : instructions(function)) {
    const auto* const call = dyn_cast<IntrinsicInst>(&instruction);
    const bool is_mark = call != nullptr && (call->getIntrinsicID() == Intrinsic::lifetime_start ||
                                             call->getIntrinsicID() == Intrinsic::lifetime_end);
    if (is_mark) marks.push_back(&instruction);
  }
  for (Instruction* const mark : marks) mark->eraseFromParent();
}

void fill(AllocaInst& variable, FunctionCallee filling) {
  Instruction* place = variable.getNextNode();
  while (isa<AllocaInst>(place)) place = place->getNextNode();
  IRBuilder<> builder(place);
  const DataLayout& layout = variable.getModule()->getDataLayout();
  const uint64_t bytes = layout.getTypeAllocSize(variable.getAllocatedType());
  Value* const count = builder.CreateZExtOrTrunc(variable.getArraySize(), builder.getInt64Ty());
  Value* const address = builder.CreatePointerCast(&variable, PointerType::get(builder.getInt8Ty(), 0));
  builder.CreateCall(filling, {address, builder.CreateMul(count, builder.getInt64(bytes))});
}

// In a kernel, `new` gives null where the device's heap has no room, and code may ask for that.
bool is_operator_new(const Function* function) {
  const StringRef start = function == nullptr ? "" : function->getName().take_front(4);
  return start == "_Znw" || start == "_Zna";
}

}  // namespace

PreservedAnalyses FillLocalsPass::run(Module& module, ModuleAnalysisManager&) {
  bool is_changed = false;
  for (Function& function : module) {
    if (!is_instrumented(function)) continue;
    const SmallVector<AllocaInst*, 8> variables = variables_of(function);
    if (variables.empty()) continue;
    live_always(function);
    for (AllocaInst* const variable : variables) fill(*variable, declare_filling(module));
    is_changed = true;
  }
  return is_changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

PreservedAnalyses UnsetArgumentsPass::run(Module& module, ModuleAnalysisManager&) {
  for (Function& function : module) {
    if (function.isIntrinsic()) continue;
    function.removeRetAttr(Attribute::NoUndef);
    if (is_operator_new(&function)) function.removeRetAttr(Attribute::NonNull);
    for (unsigned i = 0; i < function.arg_size(); ++i) function.removeParamAttr(i, Attribute::NoUndef);
    for (Instruction& instruction : instructions(function)) {
      auto* const call = dyn_cast<CallBase>(&instruction);
      if (call == nullptr || isa<IntrinsicInst>(call)) continue;
      call->removeRetAttr(Attribute::NoUndef);
      if (is_operator_new(call->getCalledFunction())) {
        call->removeRetAttr(Attribute::NonNull);
        call->removeFnAttr(Attribute::Builtin);  // else LLVM leaves it out together with such a question
      }
      for (unsigned i = 0; i < call->arg_size(); ++i) call->removeParamAttr(i, Attribute::NoUndef);
    }
  }
  return PreservedAnalyses::none();
}

}  // namespace simt::instrument
