#include "simt/instrument/aliasing.hpp"

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "simt/instrument/instrumented.hpp"
#include "simt/instrument/memory_space.hpp"

namespace simt::instrument {
namespace {

using namespace llvm;

/// What LLVM notes of types: nodes of types, {name, member, offset, member, offset …}, of which a number's has one
/// member, its parent; and tags of accesses, {structure, type, offset}.
class Types {
 public:
  explicit Types(LLVMContext& context) : context_(context) {}

  MDNode* tag(MDNode* of) {
    if (!is_tag(of) || is_context(of)) return of;
    SmallVector<Metadata*, 4> operands(of->op_begin(), of->op_end());
    operands[0] = type(cast<MDNode>(operands[0]));
    operands[1] = type(cast<MDNode>(operands[1]));
    return MDNode::get(context_, operands);
  }

  /// The tags of a structure that is copied: {offset, size, tag, offset, size, tag …}.
  MDNode* tags(MDNode* of) {
    SmallVector<Metadata*, 12> operands(of->op_begin(), of->op_end());
    for (Metadata*& operand : operands) {
      if (auto* const node = dyn_cast_or_null<MDNode>(operand)) operand = tag(node);
    }
    return MDNode::get(context_, operands);
  }

 private:
  static bool is_tag(const MDNode* node) {
    return node->getNumOperands() >= 3 && isa_and_nonnull<MDNode>(node->getOperand(0)) &&
           isa_and_nonnull<MDNode>(node->getOperand(1));
  }

  static bool is_context(const MDNode* tag) {
    const auto* const structure = cast<MDNode>(tag->getOperand(0));
    const auto* const name = dyn_cast<MDString>(structure->getOperand(0));
    return name != nullptr && name->getString() == "_ZTSN4simt13ThreadContextE";
  }

  static bool is_structure(const MDNode* type) { return type->getNumOperands() > 3; }

  /// A type of LLVM's tree without a parent.
  static bool is_root(const MDNode* type) { return type->getNumOperands() < 3; }

  MDNode* number(MDNode* type) {
    MDNode* root = type;
    while (!is_root(root)) root = cast<MDNode>(root->getOperand(1));
    Metadata* const zero = ConstantAsMetadata::get(ConstantInt::get(Type::getInt64Ty(context_), 0));
    return MDNode::get(context_, {MDString::get(context_, "number"), root, zero});
  }

  MDNode* type(MDNode* of) {
    if (is_root(of)) return of;
    if (MDNode* const known = types_.lookup(of)) return known;
    MDNode* made = number(of);
    if (is_structure(of)) {
      SmallVector<Metadata*, 12> operands(of->op_begin(), of->op_end());
      for (Metadata*& operand : operands) {
        if (auto* const member = dyn_cast_or_null<MDNode>(operand)) operand = type(member);
      }
      made = MDNode::get(context_, operands);
    }
    return types_[of] = made;
  }

  LLVMContext& context_;
  DenseMap<MDNode*, MDNode*> types_;
};

/// Notes that an access is in one of two memories, and not in the other.
void note_memory(Instruction& access, MDNode* memory, MDNode* other) {
  const auto add = [&](unsigned kind, MDNode* scope) {
    MDNode* const before = access.getMetadata(kind);
    access.setMetadata(kind, MDNode::concatenate(before, MDNode::get(access.getContext(), {scope})));
  };
  add(LLVMContext::MD_alias_scope, memory);
  add(LLVMContext::MD_noalias, other);
}

/// The address of an access: a load, a store, or the begin or the end of an atomic update.
const Value* address_of(const Instruction& instruction) {
  if (const Value* const pointer = getLoadStorePointerOperand(&instruction)) return pointer;
  const auto* const call = dyn_cast<CallBase>(&instruction);
  const Function* const callee = call == nullptr ? nullptr : call->getCalledFunction();
  if (callee == nullptr) return nullptr;
  const StringRef name = callee->getName();
  const bool updates = name == "simt_begin_update" || name == "simt_begin_compare" || name == "simt_end_update";
  return updates ? call->getArgOperand(0) : nullptr;
}

/// A thread's own numbers, such as threadIdx, never change, though the emulator has them in one place for all threads.
void note_own_numbers(Instruction& instruction) {
  auto* const load = dyn_cast<LoadInst>(&instruction);
  if (load == nullptr || getUnderlyingObject(load->getPointerOperand())->getName() != "simt_thread") return;
  load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(load->getContext(), {}));
}

bool is_read_elsewhere(const LoadInst& read) {
  for (const User* const user : read.getPointerOperand()->users()) {
    if (user != &read && isa<LoadInst>(user) && cast<LoadInst>(user)->getFunction() == read.getFunction()) return true;
  }
  return false;
}

/// Of `b[i] = a[i]`, where a[i] is read at another place, too: the read.
LoadInst* copied_read(StoreInst& store) {
  auto* const read = dyn_cast<LoadInst>(store.getValueOperand());
  if (read == nullptr || read->getPointerOperand() == store.getPointerOperand()) return nullptr;
  return is_read_elsewhere(*read) ? read : nullptr;
}

/// Functions of the C library that take numbers and return one. nvcc has their code in place of a call, so that it
/// moves accesses to memory over them, and joins those before and after. (clang is told not to know these names.)
bool is_of_numbers_alone(std::string_view name) {
  static constexpr std::array<std::string_view, 57> names{
      "acos",      "acosh", "asin",  "asinh",  "atan", "atan2",   "atanh",  "cbrt",      "ceil",      "copysign",
      "cos",       "cosh",  "erf",   "erfc",   "exp",  "exp10",   "exp2",   "expm1",     "fabs",      "fdim",
      "floor",     "fma",   "fmax",  "fmin",   "fmod", "hypot",   "ilogb",  "ldexp",     "llrint",    "llround",
      "log",       "log10", "log1p", "log2",   "logb", "lrint",   "lround", "nearbyint", "nextafter", "pow",
      "remainder", "rint",  "round", "scalbn", "sin",  "sinh",    "sqrt",   "tan",       "tanh",      "tgamma",
      "trunc",     "j0",    "j1",    "y0",     "y1",   "scalbln", "rsqrt"};
  if (!name.empty() && name.back() == 'f' && name != "erf") name.remove_suffix(1);  // that of float
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

PreservedAnalyses OneTypeOfNumbersPass::run(Module& module, ModuleAnalysisManager&) {
  Types types(module.getContext());
  for (Function& function : module) {
    for (Instruction& instruction : instructions(function)) {
      if (MDNode* const tag = instruction.getMetadata(LLVMContext::MD_tbaa))
        instruction.setMetadata(LLVMContext::MD_tbaa, types.tag(tag));
      if (MDNode* const tags = instruction.getMetadata(LLVMContext::MD_tbaa_struct))
        instruction.setMetadata(LLVMContext::MD_tbaa_struct, types.tags(tags));
    }
  }
  return PreservedAnalyses::all();
}

PreservedAnalyses ExchangesPass::run(Module& module, ModuleAnalysisManager&) {
  for (const char* name : {"simt_exchange", "simt_received", "__activemask"}) {
    if (Function* const function = module.getFunction(name)) function->setOnlyAccessesInaccessibleMemory();
  }
  for (Function& function : module) {
    if (function.isDeclaration() && is_of_numbers_alone(function.getName())) {
      function.setOnlyAccessesInaccessibleMemory();
    }
  }
  return PreservedAnalyses::all();
}

PreservedAnalyses SharedIsNotGlobalPass::run(Function& function, FunctionAnalysisManager&) {
  MDBuilder builder(function.getContext());
  MDNode* const memories = builder.createAliasScopeDomain("simt memories");
  MDNode* const shared = builder.createAliasScope("shared", memories);
  MDNode* const global = builder.createAliasScope("global", memories);
  const bool is_of_a_thread = is_instrumented(function);
  for (Instruction& instruction : instructions(function)) {
    if (is_of_a_thread) note_own_numbers(instruction);
    const Value* const pointer = address_of(instruction);
    if (pointer == nullptr) continue;
    if (space_of(pointer) == MemorySpace::shared) note_memory(instruction, shared, global);
    if (is_reached_by_kernel_argument(pointer)) note_memory(instruction, global, shared);
  }
  return PreservedAnalyses::all();
}

PreservedAnalyses ReadAgainAfterCopyPass::run(Function& function, FunctionAnalysisManager&) {
  if (!is_instrumented(function)) return PreservedAnalyses::all();
  bool is_changed = false;
  for (Instruction& instruction : instructions(function)) {
    auto* const store = dyn_cast<StoreInst>(&instruction);
    LoadInst* const read = store == nullptr ? nullptr : copied_read(*store);
    if (read == nullptr) continue;
    store->setOperand(0, new FreezeInst(read, "", store));
    is_changed = true;
  }
  return is_changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

PreservedAnalyses ShowCopiesPass::run(Function& function, FunctionAnalysisManager&) {
  std::vector<FreezeInst*> hidden;
  for (Instruction& instruction : instructions(function)) {
    auto* const freeze = dyn_cast<FreezeInst>(&instruction);
    if (freeze != nullptr && isa<LoadInst>(freeze->getOperand(0))) hidden.push_back(freeze);
  }
  for (FreezeInst* const freeze : hidden) {
    freeze->replaceAllUsesWith(freeze->getOperand(0));
    freeze->eraseFromParent();
  }
  return hidden.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

}  // namespace simt::instrument
