#include "simt/instrument/undefined.hpp"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ValueHandle.h>

#include <cstddef>

#include "simt/instrument/instrumented.hpp"

namespace simt::instrument {
namespace {

using namespace llvm;

StringRef called_name(const Instruction& instruction) {
  const auto* const call = dyn_cast<CallBase>(&instruction);
  const Function* const function = call == nullptr ? nullptr : call->getCalledFunction();
  return function == nullptr ? StringRef() : function->getName();
}

bool is_received(const Instruction& instruction) {
  const StringRef name = called_name(instruction);
  return name == "simt_shuffled" || name == "simt_received";
}

/// Its result is made of its operands alone. Vectors are left out: one number would be that of all their elements.
bool is_calculation(const Instruction& instruction) {
  const Type* const type = instruction.getType();
  if (!type->isIntegerTy() && !type->isFloatingPointTy()) return false;
  if (const auto* const call = dyn_cast<CallBase>(&instruction)) {
    // Of the C library: fmaxf() and the like.
    const StringRef name = called_name(instruction);
    const bool is_of_library =
        !name.empty() && call->getCalledFunction()->isDeclaration() && name.find("simt_") != 0 && name.find("__") != 0;
    return isa<IntrinsicInst>(call) ? call->doesNotAccessMemory()
                                    : is_of_library && call->onlyAccessesInaccessibleMemory();
  }
  return isa<BinaryOperator>(instruction) || isa<UnaryOperator>(instruction) || isa<CastInst>(instruction) ||
         isa<CmpInst>(instruction) || isa<SelectInst>(instruction) || isa<PHINode>(instruction) ||
         isa<FreezeInst>(instruction);
}

class Numbers {
 public:
  explicit Numbers(Function& function)
      : function_(function), type_(Type::getInt32Ty(function.getContext())), none_(ConstantInt::get(type_, 0)) {}

  bool follow() {
    for (Instruction& instruction : instructions(function_)) {
      if (is_received(instruction) && isa<CallInst>(instruction)) ask(cast<CallInst>(instruction));
    }
    if (values_.empty()) return false;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      for (User* const user : values_[i]->users()) {
        auto* const instruction = dyn_cast<Instruction>(user);
        if (instruction == nullptr) continue;
        if (is_calculation(*instruction)) {
          begin(*instruction);
        } else if (is_use(*instruction)) {
          uses_.insert(instruction);
        }
      }
    }
    for (Instruction* const value : values_) end(*value);
    for (Instruction* const use : uses_) tell(*use);
    return true;
  }

 private:
  static bool is_use(const Instruction& instruction) {
    const StringRef name = called_name(instruction);
    return isa<StoreInst>(instruction) || name == "simt_exchange" || name == "simt_end_update";
  }

  Value* number_of(Value* value) const {
    const auto found = numbers_.find(value);
    return found == numbers_.end() ? none_ : static_cast<Value*>(found->second);
  }

  Value* is_some(IRBuilder<>& builder, Value* number) const { return builder.CreateICmpNE(number, none_); }

  Value* either(IRBuilder<>& builder, Value* a, Value* b) const {
    if (a == none_ || a == b) return b;
    if (b == none_) return a;
    return builder.CreateSelect(is_some(builder, a), a, b);
  }

  void ask(CallInst& received) {
    IRBuilder<> builder(received.getNextNode());
    builder.SetCurrentDebugLocation(received.getDebugLoc());
    const FunctionCallee callee = function_.getParent()->getOrInsertFunction("simt_undefined_received", type_);
    numbers_[&received] = builder.CreateCall(callee);
    values_.push_back(&received);
  }

  // A place for the number: what is put there needs the places of all others.
  void begin(Instruction& instruction) {
    if (numbers_.count(&instruction) != 0) return;
    IRBuilder<> builder(isa<PHINode>(instruction) ? &instruction : instruction.getNextNode());
    numbers_[&instruction] = builder.CreatePHI(type_, 2);
    values_.push_back(&instruction);
  }

  void end(Instruction& instruction) {
    if (is_received(instruction)) return;
    auto* const place = cast<PHINode>(static_cast<Value*>(numbers_[&instruction]));
    if (auto* const phi = dyn_cast<PHINode>(&instruction)) {
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
        place->addIncoming(number_of(phi->getIncomingValue(i)), phi->getIncomingBlock(i));
      }
      return;
    }
    IRBuilder<> builder(instruction.getNextNode());
    Value* const number = calculate(builder, instruction);
    place->replaceAllUsesWith(number);
    place->eraseFromParent();
  }

  Value* calculate(IRBuilder<>& builder, Instruction& instruction) {
    if (auto* const select = dyn_cast<SelectInst>(&instruction)) {
      Value* const chosen = builder.CreateSelect(select->getCondition(), number_of(select->getTrueValue()),
                                                 number_of(select->getFalseValue()));
      return either(builder, number_of(select->getCondition()), chosen);
    }
    const unsigned code = instruction.getOpcode();
    if (code == Instruction::And || code == Instruction::Or || code == Instruction::Mul)
      return masked(builder, instruction);
    Value* number = none_;
    for (Value* const operand : instruction.operand_values()) number = either(builder, number, number_of(operand));
    return number;
  }

  // What the other operand decides alone is not undefined: false && x, true || x, 0 * x.
  Value* masked(IRBuilder<>& builder, Instruction& instruction) {
    Value *const a = instruction.getOperand(0), *const b = instruction.getOperand(1);
    const bool is_or = instruction.getOpcode() == Instruction::Or;
    Constant* const deciding = is_or ? Constant::getAllOnesValue(a->getType()) : Constant::getNullValue(a->getType());
    const auto unless = [&](Value* number, Value* other) -> Value* {
      if (number == none_) return none_;
      Value* const decides = builder.CreateICmpEQ(other, deciding);
      Value* const is_known = builder.CreateICmpEQ(number_of(other), none_);
      return builder.CreateSelect(builder.CreateAnd(decides, is_known), none_, number);
    };
    return either(builder, unless(number_of(a), b), unless(number_of(b), a));
  }

  void tell(Instruction& use) {
    IRBuilder<> builder(&use);
    Module& module = *function_.getParent();
    Value* number = none_;
    if (auto* const store = dyn_cast<StoreInst>(&use)) {
      number = number_of(store->getValueOperand());
    } else {
      for (Value* const argument : cast<CallBase>(use).args()) number = either(builder, number, number_of(argument));
    }
    if (number == none_) return;
    if (called_name(use) == "simt_exchange") {
      builder.CreateCall(module.getOrInsertFunction("simt_sends_undefined", builder.getVoidTy(), type_), {number});
      return;
    }
    Type* const pointer = PointerType::get(builder.getInt8Ty(), 0);
    auto* const store = dyn_cast<StoreInst>(&use);
    Value* const address = store != nullptr ? store->getPointerOperand() : cast<CallBase>(use).getArgOperand(0);
    if (!address->getType()->isPointerTy() || address->getType()->getPointerAddressSpace() != 0) return;
    const FunctionCallee callee =
        module.getOrInsertFunction("simt_stores_undefined", builder.getVoidTy(), type_, pointer);
    builder.CreateCall(callee, {number, builder.CreatePointerCast(address, pointer)});
  }

  Function& function_;
  IntegerType* type_;
  Value* none_;
  SmallVector<Instruction*, 32> values_;
  DenseMap<Value*, WeakTrackingVH> numbers_;  // follow a place to what is put there
  SetVector<Instruction*> uses_;
};

}  // namespace

PreservedAnalyses UndefinedPass::run(Module& module, ModuleAnalysisManager&) {
  bool is_changed = false;
  for (Function& function : module) {
    if (is_instrumented(function)) is_changed |= Numbers(function).follow();
  }
  return is_changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace simt::instrument
