#include "simt/instrument/alignment.hpp"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

namespace simt::instrument {
namespace {

using namespace llvm;

// Whether the address is that of something in a packed structure.
bool is_in_packed_struct(const Value* address) {
  for (;;) {
    address = address->stripPointerCasts();
    const auto* const step = dyn_cast<GEPOperator>(address);
    if (step == nullptr) return false;
    for (auto type = gep_type_begin(step); type != gep_type_end(step); ++type) {
      const StructType* const structure = type.getStructTypeOrNull();
      if (structure != nullptr && structure->isPacked()) return true;
    }
    address = step->getPointerOperand();
  }
}

template <class Access>
bool align(Access& access, Type* type, const DataLayout& layout) {
  if (!type->isIntegerTy() && !type->isFloatingPointTy() && !type->isPointerTy()) return false;
  const uint64_t bytes = layout.getTypeStoreSize(type);
  if (bytes > 8 || (bytes & (bytes - 1)) != 0 || access.getAlign().value() >= bytes) return false;
  if (is_in_packed_struct(access.getPointerOperand())) return false;
  access.setAlignment(Align(bytes));
  return true;
}

}  // namespace

PreservedAnalyses AlignmentPass::run(Function& function, FunctionAnalysisManager&) {
  if (!function.hasFnAttribute(Attribute::SanitizeThread)) return PreservedAnalyses::all();
  const DataLayout& layout = function.getParent()->getDataLayout();
  bool is_changed = false;
  for (BasicBlock& block : function) {
    for (Instruction& instruction : block) {
      if (auto* const load = dyn_cast<LoadInst>(&instruction)) {
        is_changed = align(*load, load->getType(), layout) || is_changed;
      } else if (auto* const store = dyn_cast<StoreInst>(&instruction)) {
        is_changed = align(*store, store->getValueOperand()->getType(), layout) || is_changed;
      }
    }
  }
  return is_changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace simt::instrument
