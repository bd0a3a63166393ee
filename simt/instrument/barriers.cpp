#include "simt/instrument/barriers.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace simt::instrument {
namespace {

using namespace llvm;

// The barriers of one module that are told apart; with more, the others are not watched.
constexpr std::size_t most_barriers = 64;

const Function* callee_of(const Instruction& instruction) {
  const auto* const call = dyn_cast<CallBase>(&instruction);
  return call == nullptr ? nullptr : call->getCalledFunction();
}

// All functions that wait for the block, by themselves or by a function that they call.
std::set<const Function*> functions_with_barriers(const Module& module) {
  std::set<const Function*> found;
  for (const char* name : {"__syncthreads", "simt_sync_and_count"}) {
    if (const Function* const function = module.getFunction(name)) found.insert(function);
  }
  for (bool has_changed = !found.empty(); has_changed;) {
    has_changed = false;
    for (const Function& function : module) {
      if (found.count(&function) != 0) continue;
      const bool has_barrier = any_of(function, [&](const BasicBlock& block) {
        return any_of(block, [&](const Instruction& call) { return found.count(callee_of(call)) != 0; });
      });
      if (has_barrier) has_changed = found.insert(&function).second || has_changed;
    }
  }
  return found;
}

// Nothing is done there but returning.
bool is_end(const BasicBlock& block) {
  if (!isa<ReturnInst>(block.getTerminator()) && !isa<UnreachableInst>(block.getTerminator())) return false;
  return all_of(block, [](const Instruction& instruction) {
    const auto* const call = dyn_cast<IntrinsicInst>(&instruction);
    const bool is_a_note = call != nullptr && (call->isLifetimeStartOrEnd() || isa<DbgInfoIntrinsic>(call));
    return isa<PHINode>(instruction) || instruction.isTerminator() || is_a_note;
  });
}

// Whether `block` is executed depends on the branch that ends `branch`.
bool depends_on(const BasicBlock* block, const BasicBlock* branch, const PostDominatorTree& tree) {
  if (branch->getTerminator()->getNumSuccessors() < 2 || tree.properlyDominates(block, branch)) return false;
  return any_of(successors(branch), [&](const BasicBlock* next) { return tree.dominates(block, next); });
}

// Where the ways with and without `block` come together again, apart from the function's end.
std::set<BasicBlock*> places_past(BasicBlock* block, const PostDominatorTree& tree) {
  std::set<BasicBlock*> past;
  std::set<const BasicBlock*> seen{block};
  std::vector<const BasicBlock*> left{block};
  while (!left.empty()) {
    const BasicBlock* const target = left.back();
    left.pop_back();
    for (BasicBlock& branch : *block->getParent()) {
      if (!depends_on(target, &branch, tree)) continue;
      if (seen.insert(&branch).second) left.push_back(&branch);
      const auto* const node = tree.getNode(&branch);
      BasicBlock* const join = node == nullptr || node->getIDom() == nullptr ? nullptr : node->getIDom()->getBlock();
      if (join != nullptr && !is_end(*join)) past.insert(join);
    }
  }
  return past;
}

class Marker {
 public:
  explicit Marker(Module& module) : module_(module) {
    at_ = declare("simt_at_barrier");
    past_ = declare("simt_past_barrier");
  }

  bool mark(Function& function, const std::set<const Function*>& barriers) {
    std::vector<Instruction*> calls;
    for (BasicBlock& block : function) {
      for (Instruction& instruction : block) {
        if (barriers.count(callee_of(instruction)) != 0) calls.push_back(&instruction);
      }
    }
    if (calls.empty()) return false;
    const PostDominatorTree tree(function);
    std::map<BasicBlock*, std::uint64_t> past;
    for (Instruction* const call : calls) {
      const auto places = places_past(call->getParent(), tree);
      if (places.empty() || count_ == most_barriers) continue;
      const std::uint64_t bit = std::uint64_t{1} << count_++;
      insert(at_, call, bit);
      for (BasicBlock* const place : places) past[place] |= bit;
    }
    for (const auto& [place, bits] : past) insert(past_, &*place->getFirstInsertionPt(), bits);
    return !past.empty();
  }

 private:
  // A call that touches none of the program's memory keeps optimisations as they are.
  FunctionCallee declare(const char* name) {
    LLVMContext& context = module_.getContext();
    FunctionCallee callee = module_.getOrInsertFunction(name, Type::getVoidTy(context), Type::getInt64Ty(context));
    if (auto* const function = dyn_cast<Function>(callee.getCallee())) {
      function->setOnlyAccessesInaccessibleMemory();
      function->setDoesNotThrow();
      function->setWillReturn();
    }
    return callee;
  }

  static void insert(FunctionCallee callee, Instruction* before, std::uint64_t bits) {
    IRBuilder<> builder(before);
    builder.CreateCall(callee, {builder.getInt64(bits)});
  }

  Module& module_;
  FunctionCallee at_, past_;
  std::size_t count_ = 0;
};

}  // namespace

PreservedAnalyses BarriersPass::run(Module& module, ModuleAnalysisManager&) {
  const std::set<const Function*> barriers = functions_with_barriers(module);
  if (barriers.empty()) return PreservedAnalyses::all();
  Marker marker(module);
  bool is_changed = false;
  for (Function& function : module) {
    if (!function.isDeclaration()) is_changed = marker.mark(function, barriers) || is_changed;
  }
  return is_changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace simt::instrument
