#include "simt/instrument/uniformity.hpp"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <cstddef>
#include <map>

#include "simt/include/simt/thread.h"

namespace simt::instrument {
namespace {

using namespace llvm;

// simt/include/simt/qualifiers.h places kernels there. What calls an inlined kernel has one parameter: the arguments'
// addresses, in the address space that is not watched.
bool is_uniform_argument(const Argument& argument) {
  const auto* const pointer = dyn_cast<PointerType>(argument.getType());
  return argument.getParent()->getSection() == "simt_kernels" ||
         (pointer != nullptr && pointer->getAddressSpace() == 1);
}

/// Loads a part of threadIdx.
bool loads_thread_index(const LoadInst& load) {
  const Value* pointer = load.getPointerOperand();
  const DataLayout& layout = load.getModule()->getDataLayout();
  APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  pointer = pointer->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  return pointer->getName() == "simt_thread" && offset.ult(offsetof(ThreadContext, block));
}

/// Values that warps exchange: all lanes get the one of a lane, or the set of lanes.
bool is_exchange(const CallBase& call) {
  const Function* const callee = call.getCalledFunction();
  if (callee == nullptr) return false;
  const StringRef name = callee->getName();
  return name == "simt_exchange" || name == "simt_received" || name == "simt_votes" || name == "simt_matches";
}

/// Divergent even if all operands are uniform.
bool is_source(const Instruction& instruction) {
  if (const auto* const load = dyn_cast<LoadInst>(&instruction)) return loads_thread_index(*load);
  if (const auto* const call = dyn_cast<CallBase>(&instruction)) {
    return !is_exchange(*call) && !(isa<IntrinsicInst>(call) && call->doesNotAccessMemory());
  }
  return isa<AllocaInst>(instruction) || isa<AtomicRMWInst>(instruction) || isa<AtomicCmpXchgInst>(instruction);
}

/// Uniform even if an operand is divergent: simt_exchange() returns the lanes that take part.
bool is_always_uniform(const Instruction& instruction) {
  const auto* const call = dyn_cast<CallBase>(&instruction);
  return call != nullptr && call->getCalledFunction() != nullptr &&
         call->getCalledFunction()->getName() == "simt_exchange";
}

}  // namespace

Uniformity::Uniformity(Function& function) : function_(function), dominators_(function), postdominators_(function) {
  for (const Argument& argument : function.args()) {
    if (!is_uniform_argument(argument)) diverge(&argument);
  }
  for (const BasicBlock& block : function) {
    for (const Instruction& instruction : block) {
      if (is_source(instruction)) diverge(&instruction);
    }
  }
  while (!left_.empty()) {
    const Value* const value = left_.back();
    left_.pop_back();
    diverge_users(*value);
  }
}

bool Uniformity::is_uniform(const Value* value) const { return divergent_.count(value) == 0; }

void Uniformity::diverge(const Value* value) {
  if (divergent_.insert(value).second) left_.push_back(value);
}

void Uniformity::diverge_users(const Value& value) {
  for (const User* const user : value.users()) {
    const auto* const instruction = dyn_cast<Instruction>(user);
    if (instruction == nullptr || is_always_uniform(*instruction)) continue;
    if (!instruction->isTerminator()) {
      diverge(instruction);
    } else if (instruction->getNumSuccessors() > 1 && divergent_.insert(instruction).second) {
      diverge_ways(*instruction->getParent());
    }
  }
}

// Every block is labelled by the place that all ways to it lead through: a successor of the branch, or a block where
// ways have come together. In the order of the program, so that a block's predecessors have their labels before it has.
void Uniformity::diverge_ways(const BasicBlock& branch) {
  const auto* const node = postdominators_.getNode(&branch);
  const BasicBlock* const end = node == nullptr || node->getIDom() == nullptr ? nullptr : node->getIDom()->getBlock();
  std::map<std::size_t, const BasicBlock*> waiting;
  DenseMap<const BasicBlock*, std::size_t> order;
  for (const BasicBlock* const block : ReversePostOrderTraversal<const Function*>(&function_)) {
    order.insert({block, order.size()});
  }
  DenseMap<const BasicBlock*, const BasicBlock*> labels;
  SmallPtrSet<const BasicBlock*, 8> joins;
  const auto reach = [&](const BasicBlock* block, const BasicBlock* label) {
    // Some threads are in another round of this loop, or have left it.
    if (dominators_.dominates(block, &branch)) joins.insert(block);
    const BasicBlock*& known = labels[block];
    if (known == label) return;
    if (known != nullptr) {
      joins.insert(block);
      if (known == block) return;
      label = block;
    }
    known = label;
    if (block != end) waiting[order[block]] = block;
  };
  for (const BasicBlock* const next : successors(&branch)) reach(next, next);
  while (!waiting.empty()) {
    const BasicBlock* const block = waiting.begin()->second;
    waiting.erase(waiting.begin());
    for (const BasicBlock* const next : successors(block)) reach(next, labels[block]);
  }
  for (const BasicBlock* const join : joins) {
    for (const PHINode& phi : join->phis()) {
      if (!phi.hasConstantOrUndefValue()) diverge(&phi);
    }
  }
}

}  // namespace simt::instrument
