#include "simt/instrument/barriers.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "simt/instrument/uniformity.hpp"

namespace simt::instrument {
namespace {

using namespace llvm;

// The barriers of one module that are told apart; with more, the others are not watched.
constexpr std::size_t most_barriers = 64;

const Function* callee_of(const Instruction& instruction) {
  const auto* const call = dyn_cast<CallBase>(&instruction);
  return call == nullptr ? nullptr : call->getCalledFunction();
}

// All functions that wait by one of these, themselves or by a function that they call.
std::set<const Function*> functions_with(const Module& module, std::initializer_list<const char*> names) {
  std::set<const Function*> found;
  for (const char* name : names) {
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

// Kernels whose text has no `return`.
std::set<const Function*> functions_without_return(const Module& module) {
  std::set<const Function*> found;
  const GlobalVariable* const notes = module.getNamedGlobal("llvm.global.annotations");
  const auto* const all = notes == nullptr ? nullptr : dyn_cast<ConstantArray>(notes->getInitializer());
  if (all == nullptr) return found;
  for (const Use& use : all->operands()) {
    const auto* const note = cast<ConstantStruct>(use.get());
    const auto* const function = dyn_cast<Function>(note->getOperand(0)->stripPointerCasts());
    const auto* const text = dyn_cast<GlobalVariable>(note->getOperand(1)->stripPointerCasts());
    const auto* const letters = text == nullptr ? nullptr : dyn_cast<ConstantDataSequential>(text->getInitializer());
    const bool is_mark = letters != nullptr && letters->isCString() && letters->getAsCString() == "simt_without_return";
    if (function != nullptr && is_mark) found.insert(function);
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

// Whether every thread that comes to the end of `block` may have stored something.
bool has_stored(const BasicBlock& block, const DominatorTree& dominators) {
  return any_of(*block.getParent(), [&](const BasicBlock& earlier) {
    return dominators.dominates(&earlier, &block) &&
           any_of(earlier, [](const Instruction& instruction) { return isa<StoreInst>(instruction); });
  });
}

// Where the ways with and without `block` come together again; the function's end is one of them only if it `may_end`,
// and for threads that stored something before: a guard around all that a kernel does is as good as a `return`.
std::set<BasicBlock*> places_past(BasicBlock* block, const PostDominatorTree& tree, const DominatorTree& dominators,
                                  bool may_end) {
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
      if (join != nullptr && (!is_end(*join) || (may_end && has_stored(branch, dominators)))) past.insert(join);
    }
  }
  return past;
}

// Where the threads that leave a loop around `block` in different rounds go on. A block that can be reached from
// outside of the loop as well is the end of a function: the loop was left by a return.
std::set<BasicBlock*> places_left(BasicBlock* block, const LoopInfo& loops, const Uniformity& uniformity) {
  std::set<BasicBlock*> left;
  for (const Loop* loop = loops.getLoopFor(block); loop != nullptr; loop = loop->getParentLoop()) {
    SmallVector<Loop::Edge, 4> edges;
    loop->getExitEdges(edges);
    for (const auto& [from, to] : edges) {
      const bool is_same_round = uniformity.is_uniform(from->getTerminator());
      if (!is_same_round && all_of(predecessors(to), [&](BasicBlock* each) { return loop->contains(each); })) {
        left.insert(to);
      }
    }
  }
  return left;
}

// Of one kind of barrier.
class Marker {
 public:
  Marker(Module& module, const std::string& kind) : module_(module) {
    at_ = declare("simt_at_" + kind);
    past_ = declare("simt_past_" + kind);
    left_ = declare("simt_left_" + kind);
  }

  /// The ends of functions in `without_return` are places past their barriers.
  bool mark(Function& function, const std::set<const Function*>& barriers,
            const std::set<const Function*>& without_return) {
    std::vector<Instruction*> calls;
    for (BasicBlock& block : function) {
      for (Instruction& instruction : block) {
        if (barriers.count(callee_of(instruction)) != 0) calls.push_back(&instruction);
      }
    }
    if (calls.empty()) return false;
    const PostDominatorTree tree(function);
    const DominatorTree dominators(function);
    const LoopInfo loops(dominators);
    const Uniformity uniformity(function);
    std::map<BasicBlock*, std::uint64_t> past, left;
    for (Instruction* const call : calls) {
      const auto places = places_past(call->getParent(), tree, dominators, without_return.count(&function) != 0);
      const auto after_loops = places_left(call->getParent(), loops, uniformity);
      if ((places.empty() && after_loops.empty()) || count_ == most_barriers) continue;
      const std::uint64_t bit = std::uint64_t{1} << count_++;
      insert(at_, call, bit);
      for (BasicBlock* const place : places) past[place] |= bit;
      for (BasicBlock* const place : after_loops) left[place] |= bit;
    }
    for (const auto& [place, bits] : past) insert(past_, &*place->getFirstInsertionPt(), bits);
    for (const auto& [place, bits] : left) insert(left_, &*place->getFirstInsertionPt(), bits);
    return !past.empty() || !left.empty();
  }

 private:
  // A call that touches none of the program's memory keeps optimisations as they are.
  FunctionCallee declare(const std::string& name) {
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
  FunctionCallee at_, past_, left_;
  std::size_t count_ = 0;
};

}  // namespace

PreservedAnalyses BarriersPass::run(Module& module, ModuleAnalysisManager&) {
  bool is_changed = false;
  const auto mark = [&](const char* kind, const std::set<const Function*>& barriers,
                        const std::set<const Function*>& without_return) {
    if (barriers.empty()) return;
    Marker marker(module, kind);
    for (Function& function : module) {
      if (!function.isDeclaration()) is_changed = marker.mark(function, barriers, without_return) || is_changed;
    }
  };
  mark("barrier", functions_with(module, {"__syncthreads", "simt_sync_and_count"}), functions_without_return(module));
  mark("meeting", functions_with(module, {"__syncwarp", "simt_exchange"}), {});
  return is_changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

PreservedAnalyses ConvergentCallersPass::run(Module& module, ModuleAnalysisManager&) {
  const auto calls_convergent = [](const Instruction& instruction) {
    const auto* const call = dyn_cast<CallBase>(&instruction);
    return call != nullptr && call->isConvergent();
  };
  bool is_changed = false;
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (Function& function : module) {
      if (function.isConvergent()) continue;
      if (none_of(function, [&](const BasicBlock& block) { return any_of(block, calls_convergent); })) continue;
      function.setConvergent();
      has_changed = is_changed = true;
    }
  }
  return is_changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace simt::instrument
