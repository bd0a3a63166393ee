#include "simt/instrument/unrolling.hpp"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>

#include <array>
#include <optional>

#include "simt/instrument/instrumented.hpp"

namespace simt::instrument {
namespace {

using namespace llvm;

// Of NVVM's unrolling: instructions of all copies together. Chosen by measurements/data/unrolling.json.
constexpr unsigned most_of_a_whole_loop = 400;
constexpr unsigned most_of_a_part = 180;
// Of ptxas's: costs of a round (see cost()), and its loads.
constexpr unsigned most_of_a_round = 13;
constexpr unsigned most_loads_of_a_round = 3;

constexpr StringRef by_ptxas = "simt.loop.unrolled_by_ptxas";

/// Whether it is a property whose name begins so.
bool is_property(const Metadata* operand, StringRef beginning) {
  const auto* const property = dyn_cast<MDNode>(operand);
  const auto* const name =
      property != nullptr && property->getNumOperands() > 0 ? dyn_cast<MDString>(property->getOperand(0)) : nullptr;
  return name != nullptr && name->getString().substr(0, beginning.size()) == beginning;
}

/// `#pragma unroll` with a number that nvcc ignores (copies_without_pragma in translate/pragmas.hpp).
bool asks_for_nothing(const Metadata* operand) {
  constexpr std::uint64_t copies_without_pragma = 1'073'741'823;
  if (!is_property(operand, "llvm.loop.unroll.count")) return false;
  const auto* const property = cast<MDNode>(operand);
  const auto* const copies =
      property->getNumOperands() > 1 ? mdconst::dyn_extract<ConstantInt>(property->getOperand(1)) : nullptr;
  return copies != nullptr && copies->getZExtValue() == copies_without_pragma;
}

/// Whether a loop has a property whose name begins so.
bool has_property(const Loop& loop, StringRef beginning) {
  const MDNode* const id = loop.getLoopID();
  if (id == nullptr) return false;
  return any_of(drop_begin(id->operands()),
                [beginning](const MDOperand& operand) { return is_property(operand, beginning); });
}

bool is_asked_for_by_the_source(const Loop& loop) { return has_property(loop, "llvm.loop.unroll."); }

/// Adds a property to a loop: its name, and what it says.
void set(Loop& loop, StringRef name, ArrayRef<Metadata*> values = {}) {
  LLVMContext& context = loop.getHeader()->getContext();
  SmallVector<Metadata*, 4> property{MDString::get(context, name)};
  property.append(values.begin(), values.end());
  SmallVector<Metadata*, 8> properties{nullptr};  // the first operand of an id is the id itself
  if (const MDNode* const id = loop.getLoopID()) {
    for (const MDOperand& operand : drop_begin(id->operands())) properties.push_back(operand);
  }
  properties.push_back(MDNode::get(context, property));
  MDNode* const id = MDNode::getDistinct(context, properties);
  id->replaceOperandWith(0, id);
  loop.setLoopID(id);
}

/// Neither calculates nor accesses anything.
bool is_note(const Instruction& instruction) {
  const auto* const call = dyn_cast<IntrinsicInst>(&instruction);
  return isa<DbgInfoIntrinsic>(instruction) || (call != nullptr && call->getIntrinsicID() == Intrinsic::sideeffect);
}

/// LLVM moves loads into the branch behind them that alone needs their values, but never past this note.
void keep_loads_before(BasicBlock& block) {
  Function* const note = Intrinsic::getDeclaration(block.getModule(), Intrinsic::sideeffect);
  CallInst::Create(note->getFunctionType(), note, "", &*block.getFirstInsertionPt());
}

/// Instructions of one round that are left in copies of it. Addresses and casts are not counted: so it fits
/// the record best.
unsigned size_of_a_round(const Loop& loop) {
  unsigned size = 0;
  for (const BasicBlock* const block : loop.blocks()) {
    for (const Instruction& instruction : *block) {
      const bool is_free = isa<PHINode>(instruction) || isa<GetElementPtrInst>(instruction) ||
                           isa<CastInst>(instruction) || is_note(instruction);
      size += is_free ? 0 : 1;
    }
  }
  return size > 2 ? size - 2 : 1;  // without the comparison and the jump
}

/// The emulator's function that a kernel is inlined into (include/simt/launch.h).
bool runs_a_kernel(const Function& function) {
  return is_instrumented(function) && function.getName().contains("simt12ThreadRunner");
}

/// Whether a round multiplies and adds in one instruction.
bool multiplies_and_adds(const Loop& loop) {
  for (const BasicBlock* const block : loop.blocks()) {
    for (const Instruction& instruction : *block) {
      if (instruction.getOpcode() == Instruction::FMul && instruction.hasOneUse() &&
          cast<Instruction>(*instruction.user_begin())->getOpcode() == Instruction::FAdd) {
        return true;
      }
    }
  }
  return false;
}

/// One way out, at the end of a round.
bool ends_at_its_end(const Loop& loop) {
  return loop.getLoopPredecessor() != nullptr && loop.getLoopLatch() != nullptr &&
         loop.getExitingBlock() == loop.getLoopLatch();
}

/// Whether a number takes a division by a value that is not constant.
bool divides(const SCEV* number) {
  return SCEVExprContains(number, [](const SCEV* part) {
    const auto* const division = dyn_cast<SCEVUDivExpr>(part);
    return division != nullptr && !isa<SCEVConstant>(division->getRHS());
  });
}

/// Whether a number of 64 bits has a value of 32.
bool fits_an_int(const SCEV* number, ScalarEvolution& evolution) {
  return evolution.getSignedRangeMax(number).isSignedIntN(32) && evolution.getSignedRangeMin(number).isSignedIntN(32);
}

/// The value by which the number that ends a loop grows in each round, where it is a variable: the number is signed,
/// and below a limit. LLVM makes 64 bits of an index of 32, and forgets that neither can overflow: it is told so.
Value* step_of(const Loop& loop, ScalarEvolution& evolution) {
  const auto* const jump = dyn_cast<BranchInst>(loop.getLoopLatch()->getTerminator());
  const auto* const comparison =
      jump != nullptr && jump->isConditional() ? dyn_cast<ICmpInst>(jump->getCondition()) : nullptr;
  if (comparison == nullptr) return nullptr;
  for (const unsigned side : {0u, 1u}) {
    const auto* const number = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(comparison->getOperand(side)));
    auto* const sum = dyn_cast<BinaryOperator>(comparison->getOperand(side));
    const SCEV* const limit = evolution.getSCEV(comparison->getOperand(1 - side));
    if (number == nullptr || number->getLoop() != &loop || !number->isAffine()) continue;
    if (sum == nullptr || sum->getOpcode() != Instruction::Add || !evolution.isLoopInvariant(limit, &loop)) continue;
    CmpInst::Predicate goes_on = side == 1 ? comparison->getSwappedPredicate() : comparison->getPredicate();
    if (!loop.contains(jump->getSuccessor(0))) goes_on = CmpInst::getInversePredicate(goes_on);
    if (goes_on != CmpInst::ICMP_SLT && goes_on != CmpInst::ICMP_SLE) continue;
    const SCEV* const step = number->getStepRecurrence(evolution);
    const bool is_wide =
        sum->getType()->isIntegerTy(64) && fits_an_int(step, evolution) && fits_an_int(limit, evolution);
    if (!is_wide && !sum->hasNoSignedWrap()) continue;
    Value* const variable = sum->getOperand(loop.isLoopInvariant(sum->getOperand(0)) ? 0 : 1);
    if (isa<SCEVConstant>(step) || !loop.isLoopInvariant(variable)) continue;
    sum->setHasNoSignedWrap();
    return variable;
  }
  return nullptr;
}

/// nvcc takes a variable step of a signed number to be above 0. LLVM does so as well, if loops may be taken to end; so
/// that one without an end is still found, the step is looked at before the loop.
void expect_an_end(Loop& loop, ScalarEvolution& evolution) {
  if (!ends_at_its_end(loop) || !isa<SCEVCouldNotCompute>(evolution.getBackedgeTakenCount(&loop))) return;
  Value* const step = step_of(loop, evolution);
  BasicBlock* const before = loop.getLoopPreheader();
  if (step == nullptr || before == nullptr) return;
  set(loop, "llvm.loop.mustprogress");
  evolution.forgetLoop(&loop);
  if (isa<SCEVCouldNotCompute>(evolution.getBackedgeTakenCount(&loop))) return;
  IRBuilder<> builder(before->getTerminator());
  const FunctionCallee look =
      before->getModule()->getOrInsertFunction("simt_look_at_step", builder.getVoidTy(), builder.getInt64Ty());
  CallInst* const call = builder.CreateCall(look, {builder.CreateSExtOrTrunc(step, builder.getInt64Ty())});
  call->setOnlyAccessesInaccessibleMemory();
  call->setDoesNotThrow();
  if (const DebugLoc start = loop.getStartLoc()) call->setDebugLoc(start);
}

/// How many copies nvcc makes of the body of a loop that it does not unroll as a whole; 1 is none.
unsigned copies(const Loop& loop, ScalarEvolution& evolution) {
  constexpr unsigned fewest_rounds = 21;
  if (!loop.isInnermost() || !ends_at_its_end(loop)) return 1;
  const unsigned size = size_of_a_round(loop);
  unsigned usual = 4;
  while (usual > 1 && size * usual > most_of_a_part) usual /= 2;
  if (const unsigned rounds = evolution.getSmallConstantTripCount(&loop)) {
    for (unsigned count = 16; count > usual; count /= 2) {
      if (rounds % count == 0 && size * count <= most_of_a_part) return count;
    }
    return rounds > usual ? usual : 1;
  }
  const SCEV* const rounds = evolution.getBackedgeTakenCount(&loop);
  if (isa<SCEVCouldNotCompute>(rounds)) return 1;
  const unsigned most = evolution.getSmallConstantMaxTripCount(&loop);
  return most != 0 && most < fewest_rounds ? 1 : usual;
}

/// What an instruction of a loop that only calculates, loads and stores costs, roughly; nothing for those that a loop
/// which ptxas unrolls has not.
std::optional<unsigned> cost(const Instruction& instruction) {
  if (const auto* const load = dyn_cast<LoadInst>(&instruction)) {
    return load->isSimple() ? std::optional(1u) : std::nullopt;
  }
  if (const auto* const store = dyn_cast<StoreInst>(&instruction)) {
    return store->isSimple() ? std::optional(1u) : std::nullopt;
  }
  if (is_note(instruction) || isa<PHINode>(instruction) || instruction.isTerminator()) return 0;
  if (instruction.mayReadOrWriteMemory()) return std::nullopt;
  if (isa<CallInst>(instruction)) return isa<IntrinsicInst>(instruction) ? std::optional(1u) : std::nullopt;
  switch (instruction.getOpcode()) {
    case Instruction::FDiv:
    case Instruction::FRem:
      return std::nullopt;
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem:
      return isa<Constant>(instruction.getOperand(1)) ? std::optional(5u) : std::nullopt;
    case Instruction::FMul:  // part of an addition
      return instruction.hasOneUse() && isa<BinaryOperator>(*instruction.user_begin()) ? 0 : 1;
    default:
      return isa<CastInst>(instruction) || isa<ICmpInst>(instruction) ? 0 : 1;
  }
}

/// One block that ptxas finds small enough.
bool is_plain(const Loop& loop) {
  if (loop.getNumBlocks() != 1) return false;
  unsigned costs = 0, loads = 0;
  for (const Instruction& instruction : *loop.getHeader()) {
    const std::optional<unsigned> one = cost(instruction);
    if (!one) return false;
    costs += *one;
    loads += isa<LoadInst>(instruction) ? 1 : 0;
  }
  return costs <= most_of_a_round && loads <= most_loads_of_a_round;
}

/// Whether ptxas unrolls what is left of the loop after LLVM's unrolling.
bool is_for_ptxas(const Loop& loop, ScalarEvolution& evolution) {
  if (!loop.isInnermost() || !ends_at_its_end(loop) || !is_plain(loop)) return false;
  const SCEV* const rounds = evolution.getBackedgeTakenCount(&loop);
  if (isa<SCEVCouldNotCompute>(rounds) || divides(rounds)) return false;
  return evolution.getSignedRangeMax(rounds).isIntN(34);  // a difference of two numbers of 32 bits, and one
}

/// Whether a round ends with one comparison: ptxas leaves `i < 8 && i < n` alone.
bool has_one_condition(const Loop& loop) {
  const BasicBlock* const latch = loop.getLoopLatch();
  const auto* const jump = latch == nullptr ? nullptr : dyn_cast<BranchInst>(latch->getTerminator());
  return jump != nullptr && jump->isConditional() && isa<CmpInst>(jump->getCondition());
}

/// Asks for copies of a loop's body. The loop of the copies loses all properties but those that are given here.
void unroll(Loop& loop, unsigned count, bool is_again_for_ptxas) {
  LLVMContext& context = loop.getHeader()->getContext();
  SmallVector<Metadata*, 2> afterwards{MDNode::get(context, MDString::get(context, "llvm.loop.unroll.disable"))};
  if (is_again_for_ptxas) afterwards.push_back(MDNode::get(context, MDString::get(context, by_ptxas)));
  set(loop, "llvm.loop.unroll.followup_unrolled", afterwards);
  set(loop, "llvm.loop.unroll.followup_remainder", {afterwards.front()});
  set(loop, "llvm.loop.unroll.count", {ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), count))});
}

}  // namespace

bool is_unrolled_by_ptxas(const Loop& loop) { return has_property(loop, by_ptxas); }

PreservedAnalyses ForgetVectorsPass::run(Function& function, FunctionAnalysisManager&) {
  for (BasicBlock& block : function) {
    Instruction* const end = block.getTerminator();
    const MDNode* const asked = end->getMetadata(LLVMContext::MD_loop);
    if (asked == nullptr) continue;
    SmallVector<Metadata*, 8> kept{nullptr};  // the first operand of an id is the id itself
    for (const MDOperand& operand : drop_begin(asked->operands())) {
      const bool is_of_vectors = any_of(
          std::array{"llvm.loop.vectorize.", "llvm.loop.interleave.", "llvm.loop.distribute.", "llvm.loop.pipeline."},
          [&](StringRef beginning) { return is_property(operand, beginning); });
      if (!is_of_vectors && !asks_for_nothing(operand)) kept.push_back(operand);
    }
    if (kept.size() == asked->getNumOperands()) continue;
    MDNode* const id = MDNode::getDistinct(function.getContext(), kept);
    id->replaceOperandWith(0, id);
    end->setMetadata(LLVMContext::MD_loop, id);
  }
  return PreservedAnalyses::all();
}

PreservedAnalyses UnrollWholeLoopsPass::run(Loop& loop, LoopAnalysisManager&, LoopStandardAnalysisResults& results,
                                            LPMUpdater&) {
  if (!is_kernel(*loop.getHeader()->getParent()) || is_asked_for_by_the_source(loop)) {
    return PreservedAnalyses::all();
  }
  // A loop may be left before its last round.
  const BasicBlock* const latch = loop.getLoopLatch();
  const bool ends_there = latch != nullptr && loop.isLoopExiting(latch);
  const unsigned rounds =
      ends_there ? results.SE.getSmallConstantTripCount(&loop, latch) : results.SE.getSmallConstantTripCount(&loop);
  if (rounds == 0 || rounds * size_of_a_round(loop) > most_of_a_whole_loop) return PreservedAnalyses::all();
  set(loop, "llvm.loop.unroll.full");
  // nvcc moves loads of sums into the branch that needs the sum, but not those of sums of products (the truth set's
  // halo_by_first_threads and attention_scores).
  BasicBlock* const behind = loop.getUniqueExitBlock();
  if (behind != nullptr && multiplies_and_adds(loop)) keep_loads_before(*behind);
  return PreservedAnalyses::all();
}

PreservedAnalyses RemoveNotesPass::run(Function& function, FunctionAnalysisManager&) {
  for (BasicBlock& block : function) {
    for (Instruction& instruction : make_early_inc_range(block)) {
      if (is_note(instruction) && !isa<DbgInfoIntrinsic>(instruction)) instruction.eraseFromParent();
    }
  }
  return PreservedAnalyses::all();
}

PreservedAnalyses UnrollByFourPass::run(Function& function, FunctionAnalysisManager& analyses) {
  if (!is_kernel(function) && !runs_a_kernel(function)) return PreservedAnalyses::all();
  auto& evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  for (Loop* const loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder()) {
    if (is_asked_for_by_the_source(*loop)) continue;
    if (loop->isInnermost()) expect_an_end(*loop, evolution);
    const bool is_again_for_ptxas = is_for_ptxas(*loop, evolution);
    if (const unsigned count = copies(*loop, evolution); count > 1) {
      unroll(*loop, count, is_again_for_ptxas);
    } else if (is_again_for_ptxas && has_one_condition(*loop)) {
      set(*loop, by_ptxas);
    }
  }
  return PreservedAnalyses::all();
}

}  // namespace simt::instrument
