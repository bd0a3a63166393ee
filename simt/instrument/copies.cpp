#include "simt/instrument/copies.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace simt::instrument {
namespace {

using namespace llvm;

constexpr std::uint64_t longest_copy = 128;

std::uint64_t piece_of(std::uint64_t bytes, MaybeAlign alignment) {
  const std::uint64_t fitting = bytes | 4 | (alignment ? alignment->value() : 1);
  return fitting & (~fitting + 1);
}

Align alignment_at(MaybeAlign alignment, std::uint64_t offset) {
  return commonAlignment(alignment ? *alignment : Align(), offset);
}

bool is_usual(const MemIntrinsic& intrinsic) {
  const auto* const copy = dyn_cast<MemTransferInst>(&intrinsic);
  const bool is_in_memory =
      intrinsic.getDestAddressSpace() == 0 && (copy == nullptr || copy->getSourceAddressSpace() == 0);
  return is_in_memory && !intrinsic.isVolatile();
}

bool is_short(const MemIntrinsic& intrinsic) {
  const auto* const length = dyn_cast<ConstantInt>(intrinsic.getLength());
  return length != nullptr && length->getZExtValue() <= longest_copy;
}

void expand(MemTransferInst& copy) {
  const std::uint64_t bytes = cast<ConstantInt>(copy.getLength())->getZExtValue();
  const std::uint64_t piece = std::min(piece_of(bytes, copy.getSourceAlign()), piece_of(bytes, copy.getDestAlign()));
  IRBuilder<> builder(&copy);
  Type* const type = builder.getIntNTy(static_cast<unsigned>(8 * piece));
  std::vector<Value*> values;
  for (std::uint64_t at = 0; at < bytes; at += piece) {
    values.push_back(builder.CreateAlignedLoad(type, piece_at(builder, copy.getSource(), at, type),
                                               alignment_at(copy.getSourceAlign(), at)));
  }
  for (std::uint64_t at = 0; at < bytes; at += piece) {
    builder.CreateAlignedStore(values[at / piece], piece_at(builder, copy.getDest(), at, type),
                               alignment_at(copy.getDestAlign(), at));
  }
  copy.eraseFromParent();
}

void expand(MemSetInst& fill) {
  const auto* const value = cast<ConstantInt>(fill.getValue());
  const std::uint64_t bytes = cast<ConstantInt>(fill.getLength())->getZExtValue();
  const std::uint64_t piece = piece_of(bytes, fill.getDestAlign());
  IRBuilder<> builder(&fill);
  const auto bits = static_cast<unsigned>(8 * piece);
  Value* const pattern = builder.getInt(APInt::getSplat(bits, value->getValue()));
  for (std::uint64_t at = 0; at < bytes; at += piece) {
    builder.CreateAlignedStore(pattern, piece_at(builder, fill.getDest(), at, pattern->getType()),
                               alignment_at(fill.getDestAlign(), at));
  }
  fill.eraseFromParent();
}

/// A call of the emulator's, which counts pieces of that alignment: by the address alone they could be wider.
void call(MemIntrinsic& intrinsic) {
  const auto* const copy = dyn_cast<MemTransferInst>(&intrinsic);
  Align piece(16);
  piece = std::min(piece, intrinsic.getDestAlign().valueOrOne());
  if (copy != nullptr) piece = std::min(piece, copy->getSourceAlign().valueOrOne());
  IRBuilder<> builder(&intrinsic);
  Type* const pointer = PointerType::get(builder.getInt8Ty(), 0);
  const auto of_address = [&](Value* value) { return builder.CreateBitCast(value, pointer); };
  Value* const content = copy != nullptr
                             ? of_address(copy->getSource())
                             : builder.CreateZExt(cast<MemSetInst>(intrinsic).getValue(), builder.getInt32Ty());
  FunctionCallee callee = intrinsic.getModule()->getOrInsertFunction(copy != nullptr ? "simt_copy" : "simt_fill",
                                                                     builder.getVoidTy(), pointer, content->getType(),
                                                                     builder.getInt64Ty(), builder.getInt64Ty());
  cast<Function>(callee.getCallee())->setDoesNotThrow();
  builder.CreateCall(
      callee, {of_address(intrinsic.getDest()), content,
               builder.CreateZExt(intrinsic.getLength(), builder.getInt64Ty()), builder.getInt64(piece.value())});
  intrinsic.eraseFromParent();
}

/// An integer that stands for a copied structure, or that is in a packed one: all others are aligned, by AlignmentPass.
bool is_split_by_hardware(const Type* type, Align alignment) {
  const bool is_usual = type->isIntegerTy(16) || type->isIntegerTy(32) || type->isIntegerTy(64);
  return is_usual && alignment.value() < type->getIntegerBitWidth() / 8;
}

void split(LoadInst& load) {
  IRBuilder<> builder(&load);
  const std::uint64_t piece = load.getAlign().value();
  Type* const part = builder.getIntNTy(static_cast<unsigned>(8 * piece));
  Value* whole = nullptr;
  for (std::uint64_t at = 0; at < load.getType()->getIntegerBitWidth() / 8; at += piece) {
    Value* const address = piece_at(builder, load.getPointerOperand(), at, part);
    Value* const value = builder.CreateZExt(builder.CreateAlignedLoad(part, address, load.getAlign()), load.getType());
    whole = whole == nullptr ? value : builder.CreateOr(whole, builder.CreateShl(value, 8 * at));
  }
  load.replaceAllUsesWith(whole);
  load.eraseFromParent();
}

void split(StoreInst& store) {
  IRBuilder<> builder(&store);
  const std::uint64_t piece = store.getAlign().value();
  Value* const whole = store.getValueOperand();
  Type* const part = builder.getIntNTy(static_cast<unsigned>(8 * piece));
  for (std::uint64_t at = 0; at < whole->getType()->getIntegerBitWidth() / 8; at += piece) {
    Value* const value = builder.CreateTrunc(builder.CreateLShr(whole, 8 * at), part);
    builder.CreateAlignedStore(value, piece_at(builder, store.getPointerOperand(), at, part), store.getAlign());
  }
  store.eraseFromParent();
}

}  // namespace

Value* piece_at(IRBuilder<>& builder, Value* pointer, std::uint64_t offset, Type* type) {
  const unsigned space = pointer->getType()->getPointerAddressSpace();
  Value* const bytes = builder.CreateBitCast(pointer, PointerType::get(builder.getInt8Ty(), space));
  Value* const address = builder.CreateGEP(builder.getInt8Ty(), bytes, builder.getInt64(offset));
  return builder.CreateBitCast(address, PointerType::get(type, space));
}

void expand_copies(Function& function) {
  std::vector<Instruction*> instructions;
  for (BasicBlock& block : function) {
    for (Instruction& instruction : block) instructions.push_back(&instruction);
  }
  for (Instruction* const instruction : instructions) {
    const bool is_access = isa<LoadInst>(instruction) || isa<StoreInst>(instruction);
    if (is_access && getLoadStoreAddressSpace(instruction) != 0) continue;  // built-in variables: never counted
    if (auto* const whole = dyn_cast<MemIntrinsic>(instruction)) {
      if (!is_usual(*whole)) continue;
      auto* const copy = dyn_cast<MemTransferInst>(whole);
      auto* const fill = dyn_cast<MemSetInst>(whole);
      if (is_short(*whole) && copy != nullptr) {
        expand(*copy);
      } else if (is_short(*whole) && isa<ConstantInt>(fill->getValue())) {
        expand(*fill);
      } else {
        call(*whole);
      }
    } else if (auto* const load = dyn_cast<LoadInst>(instruction)) {
      if (load->isSimple() && is_split_by_hardware(load->getType(), load->getAlign())) split(*load);
    } else if (auto* const store = dyn_cast<StoreInst>(instruction)) {
      Type* const type = store->getValueOperand()->getType();
      if (store->isSimple() && is_split_by_hardware(type, store->getAlign())) split(*store);
    }
  }
}

}  // namespace simt::instrument
