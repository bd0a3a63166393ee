#include "simt/instrument/rounds.hpp"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "simt/instrument/compatibility.hpp"
#include "simt/instrument/instrumented.hpp"
#include "simt/instrument/unrolling.hpp"

namespace simt::instrument {
namespace {

using namespace llvm;

/// A call of a function that may have loops and accesses of its own, or of one that is not known.
bool calls_student_code(const Instruction& instruction) {
  const auto* const call = dyn_cast<CallInst>(&instruction);
  if (call == nullptr || call->isInlineAsm()) return false;
  const Function* const callee = call->getCalledFunction();
  return callee == nullptr || is_instrumented(*callee);
}

bool has_accesses(const BasicBlock* block) {
  return any_of(*block, [](const Instruction& instruction) {
    const bool is_a_note = isa<IntrinsicInst>(instruction) && !isa<AnyMemIntrinsic>(instruction);
    return !is_a_note && (isa<CallBase>(instruction) || instruction.mayReadOrWriteMemory());
  });
}

/// Reads and stores of which no other thread takes notice, and no calls.
bool has_plain_accesses_at_most(const BasicBlock* block) {
  return all_of(*block, [](const Instruction& instruction) {
    if (isa<IntrinsicInst>(instruction) && !isa<AnyMemIntrinsic>(instruction)) return true;  // a note
    return !isa<CallBase>(instruction) && !instruction.isVolatile() && !instruction.isAtomic();
  });
}

/// The names that student code calls, in one module.
class Runtime {
 public:
  explicit Runtime(Module& module) : module_(module) {
    LLVMContext& context = module.getContext();
    pointer_ = PointerType::get(Type::getInt8Ty(context), emulators_space);
    Type* const number = Type::getInt32Ty(context);
    Type* const nothing = Type::getVoidTy(context);
    begin_ = module.getOrInsertFunction("simt_begin_round", pointer_, pointer_, number);
    call_ = module.getOrInsertFunction("simt_enter_call", nothing, number);
    charge_ = module.getOrInsertFunction("simt_charge", nothing);
    stay_forever_ = module.getOrInsertFunction("simt_stay_forever", nothing);
    round_ = variable("simt_round", pointer_);
    no_round_ = variable("simt_no_round", Type::getInt8Ty(context));
    work_left_ = variable("simt_work_left", Type::getInt64Ty(context));
  }

  PointerType* pointer() const { return pointer_; }
  Value* no_round() const { return no_round_; }
  // Each loop and each call of a module has an id. Those of a function follow the order of the program.
  CallInst* begin_round(IRBuilder<>& builder, Value* previous) {
    return builder.CreateCall(begin_, {previous, builder.getInt32(++ids_)});
  }
  /// As above, in a loop that counts as three, of which `which` is 0, 1 or 2.
  CallInst* begin_round(IRBuilder<>& builder, Value* previous, Value* which) {
    Value* const id = builder.CreateAdd(which, builder.getInt32(ids_ + 1));
    ids_ += 3;
    return builder.CreateCall(begin_, {previous, id});
  }
  /// Leaves a call of simt_begin_round() out where another lane has been in the next round already, and there is work
  /// left: nearly always.
  void go_on_without(CallInst& call) const {
    IRBuilder<> builder(&call);
    Value* const left = builder.CreateSub(builder.CreateLoad(builder.getInt64Ty(), work_left_), builder.getInt64(1));
    builder.CreateStore(left, work_left_);
    // A round begins with the pointer to the next one.
    Value* const place = builder.CreateBitCast(call.getArgOperand(0), PointerType::get(pointer_, emulators_space));
    Value* const next = builder.CreateLoad(pointer_, place);
    Value* const is_needed =
        builder.CreateOr(builder.CreateIsNull(next), builder.CreateICmpSLT(left, builder.getInt64(0)));
    BasicBlock* const before = call.getParent();
    Instruction* const end = SplitBlockAndInsertIfThen(is_needed, &call, false);
    call.moveBefore(end);
    builder.SetInsertPoint(&*end->getSuccessor(0)->begin());
    PHINode* const round = builder.CreatePHI(pointer_, 2);
    call.replaceAllUsesWith(round);
    round->addIncoming(next, before);
    round->addIncoming(&call, end->getParent());
    builder.SetInsertPoint(&*round->getParent()->getFirstInsertionPt());
    store(builder, round);
  }
  void enter_call(IRBuilder<>& builder) { builder.CreateCall(call_, {builder.getInt32(++ids_)}); }
  void charge(IRBuilder<>& builder) const { builder.CreateCall(charge_); }
  /// In a loop that has neither accesses nor a way out.
  void stay_forever(IRBuilder<>& builder) const { builder.CreateCall(stay_forever_); }
  Value* load(IRBuilder<>& builder) const { return builder.CreateLoad(pointer_, round_); }
  void store(IRBuilder<>& builder, Value* round) const { builder.CreateStore(round, round_); }

 private:
  // ThreadSanitizer's pass ignores accesses through other address spaces than the usual one.
  static constexpr unsigned emulators_space = 1;

  GlobalVariable* variable(const char* name, Type* type) const {
    return new GlobalVariable(module_, type, false, GlobalValue::ExternalLinkage, nullptr, name, nullptr,
                              GlobalValue::NotThreadLocal, emulators_space);
  }

  Module& module_;
  PointerType* pointer_ = nullptr;
  FunctionCallee begin_, call_, charge_, stay_forever_;
  GlobalVariable* round_ = nullptr;
  GlobalVariable* no_round_ = nullptr;
  GlobalVariable* work_left_ = nullptr;
  std::uint32_t ids_ = 0;
};

/// The rounds of one function.
class FunctionRounds {
 public:
  FunctionRounds(Function& function, FunctionAnalysisManager& analyses, Runtime& runtime)
      : function_(function),
        loops_(analyses.getResult<LoopAnalysis>(function)),
        dominators_(analyses.getResult<DominatorTreeAnalysis>(function)),
        assumptions_(analyses.getResult<AssumptionAnalysis>(function)),
        evolution_(analyses.getResult<ScalarEvolutionAnalysis>(function)),
        runtime_(runtime) {}

  bool run() {
    const std::vector<CallInst*> calls = find_calls();
    if (loops_.empty() && calls.empty()) return false;
    for (Loop* const loop : loops_.getLoopsInPreorder()) join_latches(*loop);
    for (Loop* const loop : loops_) {
      simplifyLoop(loop, &dominators_, &loops_, nullptr, &assumptions_, nullptr, /*PreserveLCSSA=*/false);
    }
    for (Loop* const loop : loops_.getLoopsInPreorder()) {
      if (is_the_same_for_all(*loop)) in_step_.insert(loop);
    }
    const PostDominatorTree meetings(function_);
    IRBuilder<> builder(function_.getContext());
    move(builder, &*function_.getEntryBlock().getFirstInsertionPt());
    at_entry_ = runtime_.load(builder);
    // A function that calls others may be recursive.
    if (!calls.empty()) runtime_.charge(builder);
    // In the order of the program, which that of the ids shall be.
    for (BasicBlock* const block : ReversePostOrderTraversal<Function*>(&function_)) {
      Loop* const loop = loops_.getLoopFor(block);
      if (loop != nullptr && loop->getHeader() == block) begin_rounds(*loop, meetings);
      for (CallInst* const call : calls) {
        if (call->getParent() == block) around(*call);
      }
    }
    end_rounds();
    for (CallInst* const call : begins_) runtime_.go_on_without(*call);
    return true;
  }

 private:
  std::vector<CallInst*> find_calls() const {
    std::vector<CallInst*> calls;
    for (BasicBlock& block : function_) {
      for (Instruction& instruction : block) {
        if (calls_student_code(instruction)) calls.push_back(cast<CallInst>(&instruction));
      }
    }
    return calls;
  }

  /// A loop with `continue` has several ways back; LoopSimplify would make a loop inside of a loop of it.
  void join_latches(Loop& loop) {
    SmallVector<BasicBlock*, 8> latches;
    loop.getLoopLatches(latches);
    if (latches.size() < 2) return;
    MDNode* const id = loop.getLoopID();
    BasicBlock* const joined =
        SplitBlockPredecessors(loop.getHeader(), latches, ".round", &dominators_, &loops_, nullptr, false);
    if (joined != nullptr) joined->getTerminator()->setMetadata(LLVMContext::MD_loop, id);
  }

  /// Optimisations have made two loops of one already: then the outer one does nothing but go on to the inner one,
  /// which is returned, and both are the same loop of the source.
  static Loop* same_loop_inside(const Loop& loop) {
    const auto* const branch = dyn_cast<BranchInst>(loop.getHeader()->getTerminator());
    if (branch == nullptr || branch->isConditional() || has_instructions(*loop.getHeader())) return nullptr;
    for (Loop* const inner : loop.getSubLoops()) {
      if (inner->getHeader() == branch->getSuccessor(0) && is_same(inner->getLoopID(), loop.getLoopID())) return inner;
    }
    return nullptr;
  }
  /// The first operand of an id is the id itself; the others say where the loop is in the source.
  static bool is_same(const MDNode* a, const MDNode* b) {
    if (a == nullptr || b == nullptr || a->getNumOperands() != b->getNumOperands()) return false;
    return a->getNumOperands() > 1 && std::equal(a->op_begin() + 1, a->op_end(), b->op_begin() + 1);
  }
  static bool has_instructions(const BasicBlock& block) {
    return any_of(block, [&block](const Instruction& instruction) {
      return !isa<PHINode>(instruction) && !isa<DbgInfoIntrinsic>(instruction) && &instruction != block.getTerminator();
    });
  }

  /// Inserts before `instruction`. A call in a function with debug information needs a location.
  void move(IRBuilder<>& builder, Instruction* instruction) const {
    builder.SetInsertPoint(instruction);
    DISubprogram* const subprogram = function_.getSubprogram();
    if (subprogram == nullptr || builder.getCurrentDebugLocation()) return;
    builder.SetCurrentDebugLocation(DILocation::get(function_.getContext(), 0, 0, subprogram));
  }

  /// Whether all lanes that enter the loop execute all of its instructions equally often, and only a few times: then
  /// the n-th execution of a lane is in the n-th round. This is so in most loops over a tile, and saves their calls.
  bool is_the_same_for_all(const Loop& loop) const {
    constexpr unsigned most_rounds = 32;
    const unsigned rounds = evolution_.getSmallConstantTripCount(&loop);
    if (rounds == 0 || rounds > most_rounds || !loop.isInnermost() || loop.getExitingBlock() == nullptr) return false;
    const auto calls = [](const Instruction& instruction) { return calls_student_code(instruction); };
    return all_of(loop.blocks(), [&](const BasicBlock* block) {
      return dominators_.dominates(block, loop.getLoopLatch()) && none_of(*block, calls);
    });
  }

  /// The round that a lane is in, in this block, while it is in no loop inside.
  Value* round_in(const BasicBlock* block) const {
    for (const Loop* loop = loops_.getLoopFor(block); loop != nullptr; loop = loop->getParentLoop()) {
      if (const auto found = rounds_.find(loop); found != rounds_.end()) return found->second;
    }
    return at_entry_;
  }

  /// Where lanes that have left the loop meet those that are still in it: at its immediate post-dominator. If that is
  /// the end of the function, the lanes of each way out meet on that way.
  static std::vector<BasicBlock*> meetings_behind(const Loop& loop, const PostDominatorTree& post_dominators) {
    const auto* node = post_dominators.getNode(loop.getHeader());
    while (node != nullptr && node->getBlock() != nullptr && loop.contains(node->getBlock())) node = node->getIDom();
    BasicBlock* const meeting = node != nullptr ? node->getBlock() : nullptr;
    if (meeting != nullptr && (!isa<ReturnInst>(meeting->getTerminator()) || instrument::has_accesses(meeting))) {
      return {meeting};
    }
    SmallVector<BasicBlock*, 8> exits;
    loop.getUniqueExitBlocks(exits);
    return {exits.begin(), exits.end()};
  }

  /// In the loop, or on the ways from it to the meetings.
  static bool has_accesses(const Loop& loop, const std::vector<BasicBlock*>& meetings) {
    std::vector<const BasicBlock*> to_visit(loop.block_begin(), loop.block_end());
    std::set<const BasicBlock*> seen(to_visit.begin(), to_visit.end());
    seen.insert(meetings.begin(), meetings.end());
    while (!to_visit.empty()) {
      const BasicBlock* const block = to_visit.back();
      to_visit.pop_back();
      if (instrument::has_accesses(block)) return true;
      for (const BasicBlock* next : successors(block)) {
        if (seen.insert(next).second) to_visit.push_back(next);
      }
    }
    return false;
  }

  /// A loop whose condition was found before it, once, has only a jump to itself left. The branch where it was found
  /// has what LLVM notes of a loop: itself, and where the loop begins.
  static DebugLoc start_of(const Loop& loop) {
    const BasicBlock* block = loop.getLoopID() == nullptr ? loop.getLoopPredecessor() : nullptr;
    for (; block != nullptr; block = block->getSinglePredecessor()) {
      const MDNode* const note = block->getTerminator()->getMetadata(LLVMContext::MD_loop);
      const auto* const start =
          note != nullptr && note->getNumOperands() > 1 ? dyn_cast<DILocation>(note->getOperand(1)) : nullptr;
      if (start != nullptr) return start;
    }
    return loop.getStartLoc();
  }

  void begin_rounds(Loop& loop, const PostDominatorTree& post_dominators) {
    if (in_step_.count(&loop) != 0 || same_loop_inside(loop) != nullptr) return;
    std::vector<const Loop*> same{&loop};  // from the innermost one
    while (same.back()->getParentLoop() != nullptr && same_loop_inside(*same.back()->getParentLoop()) == same.back()) {
      same.push_back(same.back()->getParentLoop());
    }
    for (const Loop* one : same) {
      if (one->getLoopPreheader() == nullptr || one->getLoopLatch() == nullptr) return;
    }
    const std::vector<BasicBlock*> meetings = meetings_behind(*same.back(), post_dominators);
    IRBuilder<> builder(function_.getContext());
    move(builder, &*loop.getHeader()->getFirstInsertionPt());
    if (const DebugLoc start = start_of(loop)) builder.SetCurrentDebugLocation(start);
    if (loop.hasNoExitBlocks() && none_of(loop.blocks(), instrument::has_accesses)) {
      return runtime_.stay_forever(builder);
    }
    if (!has_accesses(*same.back(), meetings)) return runtime_.charge(builder);
    // Its first round may hold mistakes of its own. (Some versions of clang move all its accesses out of it.)
    if (loop.hasNoExitBlocks() && all_of(loop.blocks(), has_plain_accesses_at_most)) {
      IRBuilder<> at_end(loop.getLoopLatch()->getTerminator());
      at_end.SetCurrentDebugLocation(builder.getCurrentDebugLocation());
      runtime_.stay_forever(at_end);
    }

    Value* previous = runtime_.no_round();
    std::vector<PHINode*> from_latches;
    for (auto one = same.rbegin(); one != same.rend(); ++one) {
      IRBuilder<> in_front(&(*one)->getHeader()->front());
      from_latches.push_back(in_front.CreatePHI(runtime_.pointer(), 2));
      from_latches.back()->addIncoming(previous, (*one)->getLoopPreheader());
      previous = from_latches.back();
    }
    CallInst* const round =
        same.size() == 1 ? begin_round_in_parts(loop, builder, previous) : runtime_.begin_round(builder, previous);
    begins_.push_back(round);
    for (std::size_t i = 0; i < same.size(); ++i) {
      from_latches[same.size() - 1 - i]->addIncoming(round, same[i]->getLoopLatch());
      rounds_[same[i]] = round;
    }
    ends_.insert(ends_.end(), meetings.begin(), meetings.end());
  }

  /// ptxas makes three loops of some (unrolling.hpp): copies of four rounds, of two, and of one. Lanes meet in the same
  /// copy. (LLVM's own copies are rounds of this loop, each of four of the source.)
  CallInst* begin_round_in_parts(const Loop& loop, IRBuilder<>& builder, Value* previous) {
    const SCEV* const again = is_unrolled_by_ptxas(loop) ? evolution_.getBackedgeTakenCount(&loop) : nullptr;
    Instruction* const before = loop.getLoopPreheader()->getTerminator();
    SCEVExpander expander(evolution_, function_.getParent()->getDataLayout(), "rounds");
    if (again == nullptr || isa<SCEVCouldNotCompute>(again) || !again->getType()->isIntegerTy() ||
        !is_safe_to_expand(expander, evolution_, again, before)) {
      return runtime_.begin_round(builder, previous);
    }
    Type* const number = again->getType();
    Value* const one = ConstantInt::get(number, 1);
    IRBuilder<> in_front(before);
    Value* const rounds = in_front.CreateAdd(expander.expandCodeFor(again, number, before), one);
    Value* const after_fours = in_front.CreateAnd(rounds, ConstantInt::get(number, 3));
    Value* const after_twos = in_front.CreateAnd(rounds, one);
    IRBuilder<> at_header(&loop.getHeader()->front());
    PHINode* const left = at_header.CreatePHI(number, 2);
    left->addIncoming(rounds, loop.getLoopPreheader());
    IRBuilder<> at_latch(loop.getLoopLatch()->getTerminator());
    left->addIncoming(at_latch.CreateSub(left, one), loop.getLoopLatch());
    Value* const which =
        builder.CreateAdd(builder.CreateZExt(builder.CreateICmpULE(left, after_fours), builder.getInt32Ty()),
                          builder.CreateZExt(builder.CreateICmpULE(left, after_twos), builder.getInt32Ty()));
    Value* const is_first =
        builder.CreateOr(builder.CreateICmpEQ(left, after_fours), builder.CreateICmpEQ(left, after_twos));
    runtime_.store(builder, builder.CreateSelect(is_first, round_in(loop.getLoopPreheader()), runtime_.load(builder)));
    return runtime_.begin_round(builder, builder.CreateSelect(is_first, runtime_.no_round(), previous), which);
  }

  void end_rounds() {
    const std::set<BasicBlock*> ends(ends_.begin(), ends_.end());
    for (BasicBlock* const end : ends) {
      IRBuilder<> builder(function_.getContext());
      move(builder, &*end->getFirstInsertionPt());
      runtime_.store(builder, round_in(end));
    }
  }

  void around(CallInst& call) {
    IRBuilder<> builder(function_.getContext());
    move(builder, &call);
    runtime_.enter_call(builder);
    if (call.isMustTailCall()) return;
    move(builder, call.getNextNode());
    runtime_.store(builder, round_in(call.getParent()));
  }

  Function& function_;
  LoopInfo& loops_;
  DominatorTree& dominators_;
  AssumptionCache& assumptions_;
  ScalarEvolution& evolution_;
  Runtime& runtime_;
  std::set<const Loop*> in_step_;
  Value* at_entry_ = nullptr;
  std::map<const Loop*, Value*> rounds_;
  std::vector<CallInst*> begins_;  // of rounds
  std::vector<BasicBlock*> ends_;  // of loops
};

}  // namespace

PreservedAnalyses RoundsPass::run(Module& module, ModuleAnalysisManager& analyses) {
  FunctionAnalysisManager& of_functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  Runtime runtime(module);
  for (Function& function : module) {
    if (is_instrumented(function)) FunctionRounds(function, of_functions, runtime).run();
  }
  return PreservedAnalyses::none();
}

}  // namespace simt::instrument
