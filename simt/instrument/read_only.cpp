#include "simt/instrument/read_only.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <string>

#include "simt/instrument/compatibility.hpp"
#include "simt/instrument/instrumented.hpp"

namespace simt::instrument {
namespace {

using namespace llvm;

// The loads through `parameter`; none if anything else is done with the pointer than to load and to compare, or if it
// is one of several that a pointer may be.
SmallVector<LoadInst*, 16> loads_through(Argument& parameter) {
  SmallVector<LoadInst*, 16> loads;
  SmallSetVector<Value*, 16> pointers;
  pointers.insert(&parameter);
  for (std::size_t i = 0; i < pointers.size(); ++i) {
    for (User* const user : pointers[i]->users()) {
      if (auto* const load = dyn_cast<LoadInst>(user)) {
        loads.push_back(load);
      } else if (isa<GetElementPtrInst>(user) || isa<BitCastInst>(user) || isa<PHINode>(user)) {
        pointers.insert(user);
      } else if (!isa<CmpInst>(user) && !isa<DbgInfoIntrinsic>(user)) {
        return {};
      }
    }
  }
  const bool is_one_of_several = any_of(pointers, [&](Value* pointer) {
    const auto* const choice = dyn_cast<PHINode>(pointer);
    return choice != nullptr &&
           any_of(choice->incoming_values(), [&](const Use& use) { return pointers.count(use.get()) == 0; });
  });
  return is_one_of_several ? SmallVector<LoadInst*, 16>{} : loads;
}

void note(LoadInst& load) {
  Module& module = *load.getModule();
  const std::uint64_t size = module.getDataLayout().getTypeStoreSize(load.getType());
  const bool is_known = load.isSimple() && load.getPointerAddressSpace() == 0 && isPowerOf2_64(size) && size <= 16 &&
                        load.getAlign().value() >= size;
  const auto* const variable = dyn_cast<GlobalVariable>(getUnderlyingObject(load.getPointerOperand()));
  if (!is_known || (variable != nullptr && variable->isConstant())) return;
  IRBuilder<> builder(&load);
  auto* const any_pointer = PointerType::get(builder.getInt8Ty(), 0);
  const FunctionCallee callee =
      module.getOrInsertFunction("simt_read_only" + std::to_string(size), builder.getVoidTy(), any_pointer);
  builder.CreateCall(callee, {builder.CreateBitCast(load.getPointerOperand(), any_pointer)});
  // ThreadSanitizer's pass ignores accesses through other address spaces than the usual one.
  auto* const unseen = pointer_elsewhere(cast<PointerType>(load.getPointerOperandType()), 1);
  Value* const number = builder.CreatePtrToInt(load.getPointerOperand(), builder.getInt64Ty());
  load.setOperand(0, builder.CreateIntToPtr(number, unseen));
}

}  // namespace

PreservedAnalyses MarkReadOnlyPass::run(Function& function, FunctionAnalysisManager& /*analyses*/) {
  if (!is_kernel(function)) return PreservedAnalyses::all();
  LLVMContext& context = function.getContext();
  Metadata* const one = ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), 1));
  for (Argument& parameter : function.args()) {
    if (!parameter.hasNoAliasAttr()) continue;
    for (LoadInst* const load : loads_through(parameter)) {
      load->setMetadata(LLVMContext::MD_nontemporal, MDNode::get(context, one));
    }
  }
  return PreservedAnalyses::all();
}

PreservedAnalyses ReadOnlyPass::run(Function& function, FunctionAnalysisManager& /*analyses*/) {
  if (!is_instrumented(function)) return PreservedAnalyses::all();
  SmallVector<LoadInst*, 16> loads;
  for (Instruction& instruction : instructions(function)) {
    auto* const load = dyn_cast<LoadInst>(&instruction);
    if (load != nullptr && load->hasMetadata(LLVMContext::MD_nontemporal)) loads.push_back(load);
  }
  for (LoadInst* const load : loads) note(*load);
  return loads.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

}  // namespace simt::instrument
