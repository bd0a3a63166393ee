#include "simt/instrument/alignment.hpp"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

#include "simt/instrument/compatibility.hpp"

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

/// The alignment that cuda_runtime.h declares for "struct.float4" and its like; 1 for all other types.
uint64_t vector_alignment(const Type* type) {
  const auto* const structure = dyn_cast_or_null<StructType>(type);
  if (structure == nullptr || structure->isLiteral() || !structure->hasName()) return 1;
  StringRef name = structure->getName();
  if (!name.consume_front("struct.") || name.empty()) return 1;
  const char count = name.back();
  name = name.drop_back();
  name.consume_front("u");
  const uint64_t bytes = name == "char"                                             ? 1
                         : name == "short"                                          ? 2
                         : name == "int" || name == "float"                         ? 4
                         : name == "long" || name == "longlong" || name == "double" ? 8
                                                                                    : 0;
  if (bytes == 0 || (count != '2' && count != '4')) return 1;
  return std::min<uint64_t>(16, bytes * static_cast<uint64_t>(count - '0'));
}

/// Of a variable of a file's own structure with __align__(16), what nvcc's accesses to it need: members of one size are
/// accessed together, others each by itself, or in twos. 1 for all others: what is passed by value may be aligned to 8
/// by clang, whatever its type is.
uint64_t alignment_of_local(const AllocaInst& local, const DataLayout& layout) {
  constexpr uint64_t most = 16;
  auto* const type = dyn_cast<StructType>(local.getAllocatedType());
  const bool is_aligned = type != nullptr && local.getAlign().value() == most && type->getNumElements() != 0 &&
                          layout.getTypeAllocSize(type) % most == 0;
  if (!is_aligned) return 1;
  const uint64_t first = layout.getTypeStoreSize(type->getElementType(0));
  const bool is_of_one_size = std::all_of(type->element_begin(), type->element_end(),
                                          [&](Type* member) { return layout.getTypeStoreSize(member) == first; });
  return is_of_one_size ? most : most / 2;
}

/// That of the type which `pointer` leads to, as far as its type or its origin tells.
uint64_t vector_alignment_at(const Value* pointer, const DataLayout& layout) {
  uint64_t most = 1;
  for (;;) {
    most = std::max(most, vector_alignment(pointee_type(pointer)));
    if (const auto* const local = dyn_cast<AllocaInst>(pointer))
      return std::max({most, vector_alignment(local->getAllocatedType()), alignment_of_local(*local, layout)});
    if (const auto* const step = dyn_cast<GEPOperator>(pointer))
      return std::max(most, vector_alignment(step->getResultElementType()));
    const auto* const cast = dyn_cast<BitCastOperator>(pointer);
    if (cast == nullptr) return most;
    pointer = cast->getOperand(0);
  }
}

/// Of an assignment of a float4 or its like, where clang took less from an array that it knows: calls
/// simt_needs_alignment(address, bytes) before it. nvcc makes one access of 16 bytes of it, whatever the array is.
bool check_alignment(MemTransferInst& copy) {
  // A call of memcpy has no such mark.
  if (copy.getMetadata(LLVMContext::MD_tbaa_struct) == nullptr) return false;
  const DataLayout& layout = copy.getModule()->getDataLayout();
  Value *const source = copy.getRawSource(), *const target = copy.getRawDest();
  const uint64_t bytes = std::max(vector_alignment_at(source, layout), vector_alignment_at(target, layout));
  if (bytes == 1 || is_in_packed_struct(source) || is_in_packed_struct(target)) return false;
  IRBuilder<> builder(&copy);
  Type* const address = PointerType::get(builder.getInt8Ty(), 0);
  const FunctionCallee check = copy.getModule()->getOrInsertFunction(
      "simt_needs_alignment", builder.getVoidTy(), address, builder.getInt64Ty(), builder.getInt64Ty());
  const auto check_one = [&](Value* pointer, MaybeAlign known, bool is_store) {
    if (known.valueOrOne().value() >= bytes) return false;
    builder.CreateCall(check, {builder.CreatePointerBitCastOrAddrSpaceCast(pointer, address), builder.getInt64(bytes),
                               builder.getInt64(is_store ? 1 : 0)});
    return true;
  };
  const bool reads = check_one(source, copy.getSourceAlign(), false);
  return check_one(target, copy.getDestAlign(), true) || reads;
}

}  // namespace

PreservedAnalyses AlignmentPass::run(Function& function, FunctionAnalysisManager&) {
  if (!function.hasFnAttribute(Attribute::SanitizeThread)) return PreservedAnalyses::all();
  const DataLayout& layout = function.getParent()->getDataLayout();
  bool is_changed = false;
  SmallVector<MemTransferInst*, 8> copies;
  for (BasicBlock& block : function) {
    for (Instruction& instruction : block) {
      if (auto* const load = dyn_cast<LoadInst>(&instruction)) {
        is_changed = align(*load, load->getType(), layout) || is_changed;
      } else if (auto* const store = dyn_cast<StoreInst>(&instruction)) {
        is_changed = align(*store, store->getValueOperand()->getType(), layout) || is_changed;
      } else if (auto* const copy = dyn_cast<MemTransferInst>(&instruction)) {
        copies.push_back(copy);
      }
    }
  }
  for (MemTransferInst* const copy : copies) is_changed = check_alignment(*copy) || is_changed;
  return is_changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace simt::instrument
