#include "simt/instrument/local_bounds.hpp"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/Utils/Local.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "simt/instrument/instrumented.hpp"

namespace simt::instrument {
namespace {

using namespace llvm;

/// A load or store within a local variable, and the steps that lead from the variable's address to its own.
struct LocalAccess {
  Instruction* instruction = nullptr;
  uint64_t bytes = 0, variable_bytes = 0;
  SmallVector<GEPOperator*, 2> steps;
};

bool is_calculated(const LocalAccess& access) {
  for (const GEPOperator* const step : access.steps) {
    if (!step->hasAllConstantIndices()) return true;
  }
  return false;
}

/// Null where the address is not certainly one of a single local variable.
const AllocaInst* variable_at(Value* address, SmallVectorImpl<GEPOperator*>& steps) {
  while (!isa<AllocaInst>(address)) {
    if (auto* const step = dyn_cast<GEPOperator>(address)) {
      steps.push_back(step);
      address = step->getPointerOperand();
    } else if (auto* const cast = dyn_cast<BitCastOperator>(address)) {
      address = cast->getOperand(0);
    } else {
      return nullptr;
    }
  }
  return cast<AllocaInst>(address);
}

Value* offset_of(IRBuilder<>& builder, const DataLayout& layout, GEPOperator* step) {
#if LLVM_VERSION_MAJOR >= 18
  Value* const offset = emitGEPOffset(&builder, layout, step);
#else
  Value* const offset = EmitGEPOffset(&builder, layout, step);
#endif
  return builder.CreateSExtOrTrunc(offset, builder.getInt64Ty());
}

// The variable's address itself is not compared: it would count as one that is kept, and ThreadSanitizer's pass would
// put calls before all accesses to the variable.
void check(const LocalAccess& access) {
  Module& module = *access.instruction->getModule();
  IRBuilder<> builder(access.instruction);
  Value* offset = builder.getInt64(0);
  for (GEPOperator* const step : access.steps) {
    offset = builder.CreateAdd(offset, offset_of(builder, module.getDataLayout(), step));
  }
  Value* const is_outside = builder.CreateICmpUGT(offset, builder.getInt64(access.variable_bytes - access.bytes));
  Instruction* const end = SplitBlockAndInsertIfThen(is_outside, access.instruction, /*Unreachable=*/false);
  builder.SetInsertPoint(end);
  builder.SetCurrentDebugLocation(access.instruction->getDebugLoc());
  Type* const number = builder.getInt64Ty();
  const FunctionCallee outside =
      module.getOrInsertFunction("simt_outside_local", builder.getVoidTy(), number, number, number, number);
  builder.CreateCall(outside, {offset, builder.getInt64(access.variable_bytes), builder.getInt64(access.bytes),
                               builder.getInt64(isa<StoreInst>(access.instruction) ? 1 : 0)});
}

}  // namespace

PreservedAnalyses LocalBoundsPass::run(Function& function, FunctionAnalysisManager& /*analyses*/) {
  if (!is_instrumented(function)) return PreservedAnalyses::all();
  const DataLayout& layout = function.getParent()->getDataLayout();
  SmallVector<LocalAccess, 8> accesses;
  for (Instruction& instruction : instructions(function)) {
    Value* const address = getLoadStorePointerOperand(&instruction);
    if (address == nullptr) continue;
    LocalAccess access;
    access.instruction = &instruction;
    const AllocaInst* const variable = variable_at(address, access.steps);
    const auto* const count = variable == nullptr ? nullptr : dyn_cast<ConstantInt>(variable->getArraySize());
    if (count == nullptr || !is_calculated(access)) continue;
    access.bytes = layout.getTypeStoreSize(getLoadStoreType(&instruction));
    access.variable_bytes = layout.getTypeAllocSize(variable->getAllocatedType()) * count->getZExtValue();
    if (access.bytes <= access.variable_bytes) accesses.push_back(access);
  }
  for (const LocalAccess& access : accesses) check(access);
  return accesses.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

}  // namespace simt::instrument
