#include "simt/instrument/instructions.hpp"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "simt/instrument/instrumented.hpp"
#include "simt/instrument/unrolling.hpp"
#include "simt/memory/instructions.hpp"

namespace simt::instrument {
namespace {

using namespace llvm;
using memory::CodeCost;
using memory::Pipe;
using memory::PipeCounts;
using memory::pipes;

constexpr const char* note_name = "simt.instructions";
constexpr const char* variable_name = "simt_counts_instructions";
constexpr unsigned emulators_space = 1;

PipeCounts counts(float single, float integer = 0, float special = 0, float doubles = 0, float control = 0,
                  float product = 0, float sum = 0) {
  return {single, integer, special, doubles, 0, 0, control, product, sum};
}
PipeCounts one(Pipe pipe) {
  PipeCounts result{};
  result[static_cast<std::size_t>(pipe)] = 1;
  return result;
}
void add(PipeCounts& sum, const PipeCounts& more, float times = 1) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += times * more[i];
}
float total(const PipeCounts& all) {
  float sum = 0;
  for (const float each : all) sum += each;
  return sum;
}

// ---- what nvcc makes of one operation: read off the SASS of nvcc 13.0 for compute capability 9.0, one kernel for
// each, on the way that ordinary numbers take. ----

/// Single precision and double precision. Zeros: not known.
PipeCounts cost_of_function(StringRef name) {
  return StringSwitch<PipeCounts>(name)
      .Case("fmaf", counts(1))
      .Cases("fmaxf", "fminf", counts(0, 1))
      .Cases("fma", "fmax", "fmin", "fabs", counts(0, 0, 0, 1))
      .Cases("floorf", "ceilf", "truncf", "roundf", counts(1, 1))
      .Cases("floor", "ceil", "trunc", "round", counts(0, 2, 0, 2))
      .Case("sqrtf", counts(4, 1, 2, 0, 3, 0, 1))  // calibrate: four cycles a warp
      .Case("rsqrtf", counts(2, 1, 1))
      .Cases("sinf", "cosf", counts(10, 8, 0, 0, 2))
      .Cases("sincosf", "tanf", counts(18, 10, 1, 0, 2))
      .Cases("expf", "exp2f", "exp10f", counts(6, 3, 1))
      .Cases("logf", "log2f", "log10f", "log1pf", counts(16, 9))
      .Case("powf", counts(52, 26, 2, 0, 2))
      .Case("tanhf", counts(9, 5, 2, 0, 1))
      .Cases("hypotf", "cbrtf", "atanf", "atan2f", counts(16, 8, 2, 0, 1))
      .Cases("erff", "expm1f", "acosf", "asinf", counts(16, 8, 1, 0, 1))
      .Case("sqrt", counts(0, 6, 1, 9, 1))
      .Cases("sin", "cos", counts(0, 17, 0, 19, 3))
      .Cases("exp", "exp2", counts(0, 24, 0, 17, 2))
      .Cases("log", "log2", "log10", counts(0, 24, 1, 19, 2))
      .Case("pow", counts(0, 50, 2, 60, 4))
      .Default({});
}

/// CUDA's approximating functions: the emulator's headers call the exact ones, marked, in their place.
PipeCounts cost_of_approximation(StringRef exact) {
  return StringSwitch<PipeCounts>(exact)
      .Cases("sinf", "cosf", counts(1, 0, 1))
      .Cases("expf", "exp10f", counts(3, 1, 1))
      .Cases("logf", "log2f", "log10f", counts(2, 1, 1))
      .Case("tanf", counts(3, 0, 3))
      .Case("tanhf", counts(0, 0, 1))
      .Case("powf", counts(4, 2, 2))
      .Default({});
}

bool is_integer_division(const Instruction& instruction) {
  const unsigned opcode = instruction.getOpcode();
  return opcode == Instruction::UDiv || opcode == Instruction::SDiv || opcode == Instruction::URem ||
         opcode == Instruction::SRem;
}

bool is_power_of_two(const Value* value) {
  const auto* const number = dyn_cast<ConstantInt>(value);
  return number != nullptr && number->getValue().isPowerOf2();
}

/// A divisor's reciprocal, which divisions by the same number share.
PipeCounts cost_of_reciprocal(bool is_signed) { return counts(0, is_signed ? 2 : 1, 3, 0, 0, 2, 3); }

/// Without the divisor's reciprocal.
PipeCounts cost_of_integer_division(const BinaryOperator& division) {
  const unsigned opcode = division.getOpcode();
  const bool is_signed = opcode == Instruction::SDiv || opcode == Instruction::SRem;
  const bool is_remainder = opcode == Instruction::URem || opcode == Instruction::SRem;
  const Value* const divisor = division.getOperand(1);
  if (is_power_of_two(divisor)) return counts(0, is_signed ? 3 : 1);
  if (isa<ConstantInt>(divisor)) return counts(0, 1, 0, 0, 0, is_remainder ? 2.F : 1.F, 1);
  // Of 64 bits: the way of numbers that have no more than 32.
  if (division.getType()->getIntegerBitWidth() > 32) return counts(0, 8, 3, 0, 2, 4, 12);
  return counts(0, is_signed ? 6.F : 3.F, 0, 0, 0, 2, is_signed ? 4.F : 3.F);
}

/// Whether a 64-bit number is only an element's place. clang widens what is counted in 32 bits in the source, nvcc does
/// not.
bool is_place(const Value& value, int depth = 4) {
  if (depth == 0) return false;
  return all_of(value.users(), [&](const User* user) {
    if (isa<GetElementPtrInst>(user) || isa<TruncInst>(user) || isa<ICmpInst>(user)) return true;
    return (isa<BinaryOperator>(user) || isa<PHINode>(user)) && is_place(*user, depth - 1);
  });
}

float words_of(const Instruction& instruction, const Type& type) {
  if (!type.isIntegerTy() || type.getIntegerBitWidth() <= 32) return 1;
  return is_place(instruction) ? 1 : 2;
}

/// A product whose only use is a sum: one multiply-add.
bool is_part_of_multiply_add(const Instruction& product) {
  if (!product.hasOneUse() || product.getOpcode() != Instruction::FMul) return false;
  const auto* const user = dyn_cast<BinaryOperator>(*product.user_begin());
  return user != nullptr && (user->getOpcode() == Instruction::FAdd || user->getOpcode() == Instruction::FSub);
}

/// A number of 64 bits whose lower half is not zero is part of no instruction: two copies make it, by the part that
/// calculates once for all lanes, which sends as many as that for logic.
float copies_of_constants(const User& operation) {
  float copies = 0;
  for (const Value* operand : operation.operands()) {
    const auto* const number = dyn_cast<ConstantFP>(operand);
    if (number == nullptr || !number->getType()->isDoubleTy()) continue;
    if ((number->getValueAPF().bitcastToAPInt().getZExtValue() & 0xffffffffU) != 0) copies += 2;
  }
  return copies;
}

PipeCounts cost_of_arithmetic(const BinaryOperator& operation) {
  const Type& type = *operation.getType();
  if (type.isFloatingPointTy()) {
    if (operation.getOpcode() == Instruction::FDiv || operation.getOpcode() == Instruction::FRem) {
      // Of single precision, a check that the quotient is an ordinary number goes the way of the reciprocal. By
      // calibrate, both take five cycles a warp.
      return type.isDoubleTy() ? counts(1, 6, 1, 8, 3) : counts(5, 0, 2.5, 0, 3, 0, 1);
    }
    if (is_part_of_multiply_add(operation)) return {};
    return type.isDoubleTy() ? counts(0, copies_of_constants(operation), 0, 1) : one(Pipe::single);
  }
  if (!type.isIntegerTy() || type.getIntegerBitWidth() == 1) return {};  // conditions are part of comparisons
  const float words = words_of(operation, type);
  switch (operation.getOpcode()) {
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem:
      return cost_of_integer_division(operation);
    case Instruction::Mul:
      // One with the sum that it is part of.
      return words == 2 ? counts(0, 0, 0, 0, 0, 3, 1) : one(Pipe::product);
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Shl:
      return counts(0, 0, 0, 0, 0, 0, words);
    default:
      return counts(0, words);
  }
}

PipeCounts cost_of_call(const CallBase& call) {
  if (call.isInlineAsm()) return {};
  const Function* const function = call.getCalledFunction();
  if (function == nullptr) return counts(0, 4, 0, 0, 2);
  if (const auto* const intrinsic = dyn_cast<IntrinsicInst>(&call)) {
    switch (intrinsic->getIntrinsicID()) {
      case Intrinsic::fma:
      case Intrinsic::fmuladd:
        return call.getType()->isDoubleTy() ? counts(0, copies_of_constants(call), 0, 1) : one(Pipe::single);
      case Intrinsic::maxnum:
      case Intrinsic::minnum:
        return one(call.getType()->isDoubleTy() ? Pipe::doubles : Pipe::integer);
      case Intrinsic::smax:
      case Intrinsic::smin:
      case Intrinsic::umax:
      case Intrinsic::umin:
      case Intrinsic::abs:
      case Intrinsic::fshl:
      case Intrinsic::fshr:
      case Intrinsic::ctpop:
        return one(Pipe::integer);
      case Intrinsic::ctlz:
      case Intrinsic::cttz:
      case Intrinsic::bswap:
      case Intrinsic::bitreverse:
        return counts(0, 2);
      case Intrinsic::sqrt:
        return cost_of_function(call.getType()->isDoubleTy() ? "sqrt" : "sqrtf");
      default:
        return {};
    }
  }
  const StringRef name = function->getName();
  if (const PipeCounts approximate = cost_of_approximation(name); call.cannotMerge() && total(approximate) > 0) {
    return approximate;
  }
  if (const PipeCounts known = cost_of_function(name); total(known) > 0) return known;
  if (is_instrumented(*function)) return counts(0, 2, 0, 0, 2);  // a call and a return
  if (name.contains("shfl") || name.contains("ballot") || name.contains("exchange") || name.contains("vote")) {
    return one(Pipe::exchange);
  }
  if (name == "__syncthreads" || name.contains("atomic") || name == "simt_begin_update" ||
      name == "simt_begin_compare") {
    return one(Pipe::memory);
  }
  return {};
}

/// What the thread's own numbers cost: each is copied from a register of its own. Sizes and arguments are operands.
PipeCounts cost_of_load(const LoadInst& load) {
  if (load.getPointerAddressSpace() != emulators_space) {
    return isa<AllocaInst>(load.getPointerOperand()->stripInBoundsOffsets()) ? PipeCounts{} : one(Pipe::memory);
  }
  const auto* const variable = dyn_cast<GlobalVariable>(load.getPointerOperand()->stripInBoundsOffsets());
  return variable != nullptr && variable->getName() == "simt_thread" ? one(Pipe::sum) : PipeCounts{};
}

PipeCounts cost_of(const Instruction& instruction) {
  if (const auto* const arithmetic = dyn_cast<BinaryOperator>(&instruction)) return cost_of_arithmetic(*arithmetic);
  if (const auto* const load = dyn_cast<LoadInst>(&instruction)) return cost_of_load(*load);
  if (const auto* const call = dyn_cast<CallBase>(&instruction)) return cost_of_call(*call);
  switch (instruction.getOpcode()) {
    case Instruction::Store: {
      const Value* const place = cast<StoreInst>(instruction).getPointerOperand()->stripInBoundsOffsets();
      return isa<AllocaInst>(place) ? PipeCounts{} : one(Pipe::memory);
    }
    case Instruction::AtomicRMW:
    case Instruction::AtomicCmpXchg:
      return one(Pipe::memory);
    case Instruction::GetElementPtr: {
      // Constant parts are part of the access.
      PipeCounts result{};
      for (const Value* index : cast<GetElementPtrInst>(instruction).indices()) {
        if (!isa<Constant>(index)) add(result, one(Pipe::sum));
      }
      return result;
    }
    case Instruction::ICmp:
      return counts(0, instruction.getOperand(0)->getType()->isIntegerTy(64) && !is_place(*instruction.getOperand(0))
                           ? 2.F
                           : 1.F);
    case Instruction::FCmp:
      return one(instruction.getOperand(0)->getType()->isDoubleTy() ? Pipe::doubles : Pipe::integer);
    case Instruction::Select:
      return counts(0, instruction.getType()->isDoubleTy() ? 2.F : 1.F);
    case Instruction::SIToFP:
    case Instruction::UIToFP:
    case Instruction::FPToSI:
    case Instruction::FPToUI:
    case Instruction::FPExt:
    case Instruction::FPTrunc: {
      const auto is_wide = [](const Type& type) { return type.getPrimitiveSizeInBits() == 64; };
      const bool has_64_bits = is_wide(*instruction.getType()) || is_wide(*instruction.getOperand(0)->getType());
      return one(has_64_bits ? Pipe::special : Pipe::integer);
    }
    case Instruction::Br:
      return cast<BranchInst>(instruction).isConditional() ? one(Pipe::control) : PipeCounts{};
    case Instruction::Switch: {
      const auto cases = static_cast<float>(cast<SwitchInst>(instruction).getNumCases());
      return counts(0, cases, 0, 0, cases);
    }
    case Instruction::Ret:
      return one(Pipe::control);
    default:
      return {};
  }
}

/// The latch's own: adding one, comparing and going back.
bool counts_rounds(const Instruction& instruction, const Loop* loop) {
  if (loop == nullptr || loop->getLoopLatch() == nullptr || instruction.getParent() != loop->getLoopLatch())
    return false;
  const Instruction* const end = loop->getLoopLatch()->getTerminator();
  if (&instruction == end) return true;
  const auto* const branch = dyn_cast<BranchInst>(end);
  if (branch == nullptr || !branch->isConditional()) return false;
  const auto* const condition = dyn_cast<ICmpInst>(branch->getCondition());
  return condition != nullptr && (&instruction == condition || is_contained(condition->operands(), &instruction)) &&
         (isa<ICmpInst>(instruction) || instruction.getOpcode() == Instruction::Add);
}

/// The running thread's place, which the emulator keeps in memory.
bool is_threads_number(const Instruction& instruction) {
  const auto* const load = dyn_cast<LoadInst>(&instruction);
  return load != nullptr && load->getPointerAddressSpace() == emulators_space;
}

/// What nvcc calculates once: the same again (LLVM believes that the thread's place may change), and in a loop, what
/// is the same in each round.
class Repeated {
 public:
  Repeated(const LoopInfo& loops, const DominatorTree& dominators) : loops_(loops), dominators_(dominators) {}

  /// To be asked once for each instruction, in the order of the program.
  bool contains(const Instruction& instruction) {
    if (!is_threads_number(instruction) && !is_calculation(instruction)) return false;
    if (is_the_same_in_each_round(instruction)) invariant_.insert(&instruction);
    Key key{instruction.getOpcode(), instruction.getType(), predicate(instruction), {}};
    for (const Value* operand : instruction.operands()) {
      key.operands.push_back(isa<GetElementPtrInst>(instruction) ? without_offset(operand) : first_of(operand));
    }
    const auto [found, is_new] = first_.try_emplace(key, &instruction);
    const bool is_known = !is_new && dominators_.dominates(found->second, &instruction);
    if (is_known) same_[&instruction] = found->second;
    if (!is_new && !is_known) found->second = &instruction;
    return is_known || invariant_.count(&instruction) != 0;
  }

  /// The value that this one repeats, or itself.
  const Value* first_of(const Value* value) const {
    const auto found = same_.find(value);
    return found != same_.end() ? found->second : value;
  }

 private:
  struct Key {
    unsigned opcode = 0;
    const Type* type = nullptr;
    unsigned predicate = 0;
    std::vector<const Value*> operands;
    bool operator<(const Key& other) const {
      return std::tie(opcode, type, predicate, operands) <
             std::tie(other.opcode, other.type, other.predicate, other.operands);
    }
  };

  /// Of a place, what is not a constant: that is part of the instruction that accesses it.
  const Value* without_offset(const Value* value) const {
    if (isa<ConstantInt>(value)) return nullptr;
    if (isa<SExtInst>(value) || isa<ZExtInst>(value)) value = cast<CastInst>(value)->getOperand(0);
    const auto* const sum = dyn_cast<BinaryOperator>(value);
    const bool has_offset = sum != nullptr && isa<ConstantInt>(sum->getOperand(1)) &&
                            (sum->getOpcode() == Instruction::Add || sum->getOpcode() == Instruction::Or);
    return first_of(has_offset ? sum->getOperand(0) : value);
  }

  static bool is_calculation(const Instruction& instruction) {
    return isa<BinaryOperator>(instruction) || isa<CastInst>(instruction) || isa<CmpInst>(instruction) ||
           isa<SelectInst>(instruction) || isa<GetElementPtrInst>(instruction);
  }
  static unsigned predicate(const Instruction& instruction) {
    const auto* const comparison = dyn_cast<CmpInst>(&instruction);
    return comparison != nullptr ? static_cast<unsigned>(comparison->getPredicate()) : 0;
  }
  bool is_the_same_in_each_round(const Instruction& instruction) const {
    const Loop* const loop = loops_.getLoopFor(instruction.getParent());
    if (loop == nullptr) return false;
    return is_threads_number(instruction) || all_of(instruction.operands(), [&](const Value* operand) {
             const auto* const before = dyn_cast<Instruction>(operand);
             return before == nullptr || !loop->contains(before) || invariant_.count(before) != 0;
           });
  }

  const LoopInfo& loops_;
  const DominatorTree& dominators_;
  std::map<Key, const Instruction*> first_;
  std::map<const Value*, const Instruction*> same_;
  std::set<const Instruction*> invariant_;
};

struct Chain {
  PipeCounts counts{};
  float length = 0;
};

/// The divisors whose reciprocals are there.
class Divisors {
 public:
  Divisors(const LoopInfo& loops, const DominatorTree& dominators, const Repeated& repeated)
      : loops_(loops), dominators_(dominators), repeated_(repeated) {}

  /// What a division by a number that is not constant needs besides.
  PipeCounts cost_for(const Instruction& division) {
    if (!is_integer_division(division) || isa<Constant>(division.getOperand(1))) return {};
    const bool is_signed = division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem;
    const Loop* const loop = loops_.getLoopFor(division.getParent());
    const Value* const divisor = repeated_.first_of(division.getOperand(1));
    const auto* const made = dyn_cast<Instruction>(divisor);
    if (loop != nullptr && (made == nullptr || !loop->contains(made))) return {};
    const Instruction*& known = divisions_[{divisor, is_signed}];
    if (known != nullptr && dominators_.dominates(known, &division)) return {};
    known = &division;
    return cost_of_reciprocal(is_signed);
  }

 private:
  const LoopInfo& loops_;
  const DominatorTree& dominators_;
  const Repeated& repeated_;
  std::map<std::pair<const Value*, bool>, const Instruction*> divisions_;
};

const BinaryOperator* sum_or_product(const Value* value, const BasicBlock& block) {
  const auto* const operation = dyn_cast<BinaryOperator>(value);
  if (operation == nullptr || operation->getParent() != &block || !operation->getType()->isIntegerTy()) return nullptr;
  const unsigned opcode = operation->getOpcode();
  const bool is_linear = opcode == Instruction::Add || opcode == Instruction::Sub || opcode == Instruction::Mul ||
                         opcode == Instruction::Shl;
  return is_linear ? operation : nullptr;
}

/// The calculations of a block that take no instructions of their own.
class Combined {
 public:
  explicit Combined(const BasicBlock& block) {
    std::set<const Value*> bases;
    for (const Instruction& instruction : block) {
      if (const auto* const place = dyn_cast<GetElementPtrInst>(&instruction)) {
        // The second place in an array is so far behind the first one: one addition, whatever it is the sum of.
        const bool is_another = !bases.insert(place->getPointerOperand()).second;
        for (const Value* index : place->indices()) note_index(index, block, is_another ? 3 : 0);
      } else if (const auto* const sum = sum_or_product(&instruction, block)) {
        note_sum(*sum, block);
      } else if (is_logic(instruction)) {
        note_logic(instruction);
      }
    }
  }
  bool contains(const Instruction& instruction) const { return all_.count(&instruction) != 0; }

 private:
  /// A constant part of an index is part of the access.
  void note_index(const Value* index, const BasicBlock& block, int depth) {
    if (isa<SExtInst>(index) || isa<ZExtInst>(index)) index = cast<CastInst>(index)->getOperand(0);
    const BinaryOperator* const operation = sum_or_product(index, block);
    if (operation == nullptr) return;
    const bool has_offset = operation->getOpcode() == Instruction::Add && isa<ConstantInt>(operation->getOperand(1));
    if (!has_offset && (depth == 0 || !operation->hasOneUse())) return;
    if (has_offset && !is_place(*operation) && !operation->hasOneUse()) return;
    all_.insert(operation);
    for (const Value* operand : operation->operands()) {
      if (depth > 0) note_index(operand, block, depth - 1);
    }
  }
  /// Three numbers are added at once, and a product and a number.
  void note_sum(const BinaryOperator& sum, const BasicBlock& block) {
    if (sum.getOpcode() != Instruction::Add && sum.getOpcode() != Instruction::Sub) return;
    for (const Value* operand : sum.operands()) {
      const BinaryOperator* const before = sum_or_product(operand, block);
      if (before == nullptr || !before->hasOneUse() || all_.count(before) != 0) continue;
      all_.insert(&sum);
      return;
    }
  }

  static bool is_logic(const Instruction& instruction) {
    const unsigned opcode = instruction.getOpcode();
    return opcode == Instruction::And || opcode == Instruction::Or || opcode == Instruction::Xor;
  }
  /// Logic of three numbers is one instruction.
  void note_logic(const Instruction& logic) {
    for (const Value* operand : logic.operands()) {
      const auto* const before = dyn_cast<Instruction>(operand);
      if (before == nullptr || before->getParent() != logic.getParent() || !is_logic(*before)) continue;
      if (!before->hasOneUse() || all_.count(before) != 0) continue;
      all_.insert(&logic);
      return;
    }
  }

  std::set<const Instruction*> all_;
};

bool is_call_of(const Instruction& instruction, StringRef name) {
  const auto* const call = dyn_cast<CallBase>(&instruction);
  return call != nullptr && call->getCalledFunction() != nullptr && call->getCalledFunction()->getName() == name;
}

/// What one block costs. In a loop of one block, the longest chain is from one round to the next: what no later round
/// needs is carried out beside that round.
CodeCost cost_of(const BasicBlock& block, const Loop* loop, Repeated& repeated, Divisors& divisors) {
  constexpr float copies = 4;  // of the body of such a loop: rounds are counted once for all of them
  const bool is_unrolled = loop != nullptr && is_unrolled_by_ptxas(*loop);
  const bool is_whole_loop = loop != nullptr && loop->getNumBlocks() == 1;
  const Combined combined(block);
  CodeCost cost;
  bool is_in_update = false;
  std::map<const Value*, Chain> chains;
  Chain longest;
  for (const Instruction& instruction : block) {
    // The memory itself calculates an atomic update.
    if (is_call_of(instruction, "simt_end_update")) is_in_update = false;
    const bool is_repeated = repeated.contains(instruction);
    const bool is_free = is_repeated || is_in_update || combined.contains(instruction);
    PipeCounts own = is_free ? PipeCounts{} : cost_of(instruction);
    if (!is_repeated) add(own, divisors.cost_for(instruction));
    if (is_call_of(instruction, "simt_begin_update") || is_call_of(instruction, "simt_begin_compare")) {
      is_in_update = true;
    }
    if (is_unrolled && counts_rounds(instruction, loop)) {
      for (float& each : own) each /= copies;
    }
    add(cost.issued, own);
    const bool carries = isa<PHINode>(instruction);
    if (carries && !is_whole_loop) continue;
    Chain chain;
    bool is_begun = carries;
    for (const Value* operand : instruction.operands()) {
      const auto found = chains.find(operand);
      if (carries || found == chains.end()) continue;
      is_begun = true;
      if (found->second.length > chain.length) chain = found->second;
    }
    if (is_whole_loop && !is_begun) continue;
    PipeCounts waited = own;
    waited[static_cast<std::size_t>(Pipe::memory)] = 0;  // counted by what is accessed
    waited[static_cast<std::size_t>(Pipe::control)] = 0;
    // Of an operation that is many instructions, each needs the one before it.
    add(chain.counts, waited);
    chain.length += total(waited);
    if (!is_whole_loop && chain.length > longest.length) longest = chain;
    chains[&instruction] = chain;
  }
  if (is_whole_loop) {
    for (const PHINode& phi : block.phis()) {
      const auto found = chains.find(phi.getIncomingValueForBlock(&block));
      if (found != chains.end() && found->second.length > longest.length) longest = found->second;
    }
  }
  cost.chained = longest.counts;
  return cost;
}

MDNode* note_of(const CodeCost& cost, LLVMContext& context) {
  std::vector<Metadata*> numbers;
  for (const PipeCounts* counts : {&cost.issued, &cost.chained}) {
    for (const float each : *counts) {
      numbers.push_back(ConstantAsMetadata::get(ConstantFP::get(Type::getFloatTy(context), each)));
    }
  }
  return MDNode::get(context, numbers);
}

void note(Function& function, FunctionAnalysisManager& analyses) {
  const LoopInfo& loops = analyses.getResult<LoopAnalysis>(function);
  const DominatorTree& dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  const PostDominatorTree& post_dominators = analyses.getResult<PostDominatorTreeAnalysis>(function);
  Repeated repeated(loops, dominators);
  Divisors divisors(loops, dominators, repeated);
  std::vector<std::pair<BasicBlock*, CodeCost>> noted;
  for (BasicBlock* const block : ReversePostOrderTraversal<Function*>(&function)) {
    const Loop* const loop = loops.getLoopFor(block);
    const CodeCost cost = cost_of(*block, loop, repeated, divisors);
    if (total(cost.issued) == 0) continue;
    const auto same = std::find_if(noted.begin(), noted.end(), [&](const auto& other) {
      return loops.getLoopFor(other.first) == loop && dominators.dominates(other.first, block) &&
             post_dominators.dominates(block, other.first);
    });
    if (same == noted.end()) {
      noted.emplace_back(block, cost);
    } else {
      add(same->second.issued, cost.issued);
      add(same->second.chained, cost.chained);
    }
  }
  for (const auto& [block, cost] : noted) {
    block->getTerminator()->setMetadata(note_name, note_of(cost, function.getContext()));
  }
}

// ---- counting ----

/// core::CountedCode: the turn, times, most, phase, the next one, and the cost.
class Counting {
 public:
  explicit Counting(Module& module) : module_(module) {
    LLVMContext& context = module.getContext();
    number_ = Type::getInt64Ty(context);
    pointer_ = PointerType::get(Type::getInt8Ty(context), emulators_space);
    costs_ = ArrayType::get(Type::getFloatTy(context), 2 * pipes);
    code_ = StructType::get(context, {number_, number_, number_, number_, pointer_, costs_});
    turn_ = new GlobalVariable(module, number_, false, GlobalValue::ExternalLinkage, nullptr, "simt_turn", nullptr,
                               GlobalValue::NotThreadLocal, emulators_space);
    begin_ = module.getOrInsertFunction("simt_begin_code", Type::getVoidTy(context), pointer_);
  }

  void count(BasicBlock& block, const MDNode& note) {
    GlobalVariable* const code = variable(note);
    Instruction* const place = &*block.getFirstInsertionPt();
    IRBuilder<> builder(place);
    Value* const own_turn = member(builder, code, 0);
    Value* const is_new =
        builder.CreateICmpNE(builder.CreateLoad(number_, own_turn), builder.CreateLoad(number_, turn_));
    MDNode* const is_rare = MDBuilder(module_.getContext()).createBranchWeights(1, 1000);
    Instruction* const rarely = SplitBlockAndInsertIfThen(is_new, place, false, is_rare);
    IRBuilder<> in_between(rarely);
    in_between.CreateCall(begin_, {in_between.CreateBitCast(code, pointer_)});
    builder.SetInsertPoint(place);
    Value* const times = member(builder, code, 1);
    builder.CreateStore(builder.CreateAdd(builder.CreateLoad(number_, times), builder.getInt64(1)), times);
  }

 private:
  GlobalVariable* variable(const MDNode& note) const {
    std::vector<Constant*> numbers;
    for (const MDOperand& operand : note.operands()) {
      numbers.push_back(mdconst::extract<ConstantFP>(operand));
    }
    Constant* const zero = ConstantInt::get(number_, 0);
    Constant* const start = ConstantStruct::get(
        code_, {zero, zero, zero, zero, ConstantPointerNull::get(pointer_), ConstantArray::get(costs_, numbers)});
    return new GlobalVariable(module_, code_, false, GlobalValue::PrivateLinkage, start, "simt_code", nullptr,
                              GlobalValue::NotThreadLocal, emulators_space);
  }

  Value* member(IRBuilder<>& builder, GlobalVariable* code, unsigned which) const {
    return builder.CreateConstInBoundsGEP2_32(code_, code, 0, which);
  }

  Module& module_;
  IntegerType* number_ = nullptr;
  PointerType* pointer_ = nullptr;
  ArrayType* costs_ = nullptr;
  StructType* code_ = nullptr;
  GlobalVariable* turn_ = nullptr;
  FunctionCallee begin_;
};

}  // namespace

bool counts_instructions(const Module& module) {
  return any_of(module.globals(),
                [](const GlobalVariable& variable) { return variable.getName().contains(variable_name); });
}

PreservedAnalyses NoteInstructionsPass::run(Module& module, ModuleAnalysisManager& analyses) {
  if (!counts_instructions(module)) return PreservedAnalyses::all();
  FunctionAnalysisManager& of_functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  for (Function& function : module) {
    if (is_instrumented(function)) note(function, of_functions);
  }
  return PreservedAnalyses::all();
}

PreservedAnalyses CountInstructionsPass::run(Module& module, ModuleAnalysisManager&) {
  if (!counts_instructions(module)) return PreservedAnalyses::all();
  std::vector<std::pair<BasicBlock*, MDNode*>> noted;
  for (Function& function : module) {
    for (BasicBlock& block : function) {
      MDNode* const note = block.getTerminator()->getMetadata(note_name);
      if (note != nullptr) noted.emplace_back(&block, note);
    }
  }
  Counting counting(module);
  for (const auto& [block, note] : noted) counting.count(*block, *note);
  return PreservedAnalyses::none();
}

}  // namespace simt::instrument
