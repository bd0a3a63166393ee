#include "simt/instrument/limits.hpp"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <llvm/Transforms/Utils/ModuleUtils.h>
#include <algorithm>

#include <set>
#include <string>

#include "simt/instrument/instrumented.hpp"
#include "simt/instrument/memory_space.hpp"

namespace simt::instrument {
namespace {

using namespace llvm;

// Of every device since compute capability 7.0, as CUDA 12.1 and newer have them.
constexpr std::uint64_t most_shared = 48 << 10;
constexpr std::uint64_t most_constant = 64 << 10;
constexpr std::uint64_t most_parameters = 32764;

bool is_constant_memory(const GlobalVariable& variable) {
  return variable.getSection() == "simt_constant" || variable.getSection() == "simt_read_only";
}

/// Optimised away: nothing but stores to it, so that none of its values is ever read.
bool is_only_stored(const Value& pointer) {
  for (const User* const user : pointer.users()) {
    if (const auto* const store = dyn_cast<StoreInst>(user)) {
      if (store->getValueOperand() == &pointer) return false;
    } else if (!isa<GEPOperator, BitCastOperator>(user) || !is_only_stored(*user)) {
      return false;
    }
  }
  return true;
}

/// The function and all that it calls by name.
void add_reached(const Function& function, std::set<const Function*>& reached) {
  if (function.isDeclaration() || !reached.insert(&function).second) return;
  for (const Instruction& instruction : instructions(function)) {
    const auto* const call = dyn_cast<CallBase>(&instruction);
    if (call != nullptr && call->getCalledFunction() != nullptr) add_reached(*call->getCalledFunction(), reached);
  }
}

std::uint64_t aligned(std::uint64_t offset, std::uint64_t alignment) {
  return (offset + alignment - 1) / alignment * alignment;
}

std::uint64_t parameter_bytes(const Function& kernel, const DataLayout& layout) {
  std::uint64_t end = 0;
  for (const Argument& argument : kernel.args()) {
    Type* const type = argument.hasByValAttr() ? argument.getParamByValType() : argument.getType();
    end = aligned(end, layout.getABITypeAlign(type).value()) + layout.getTypeAllocSize(type);
  }
  return end;
}

std::string hexadecimal(std::uint64_t number) { return "0x" + utohexstr(number, /*LowerCase=*/true); }

/// Without a location clang takes that of the function's declaration.
void report_excess(const Function& function, const std::string& why) {
  function.getContext().diagnose(DiagnosticInfoUnsupported(function, why));
}

void check_kernel(Function& kernel, const DataLayout& layout) {
  const std::string name = demangle(kernel.getName().str());
  std::set<const Function*> reached;
  add_reached(kernel, reached);
  std::uint64_t shared = 0;
  for (const GlobalVariable& variable : kernel.getParent()->globals()) {
    if (!is_static_shared(variable) || is_only_stored(variable)) continue;
    const bool is_used = std::any_of(reached.begin(), reached.end(),
                                     [&](const Function* function) { return is_used_in(variable, *function); });
    if (!is_used) continue;
    shared = aligned(shared, declared_alignment(&variable, layout)) + layout.getTypeAllocSize(variable.getValueType());
  }
  if (shared > most_shared) {
    report_excess(kernel, "Entry function '" + name + "' uses too much shared data (" + hexadecimal(shared) +
                              " bytes, " + hexadecimal(most_shared) + " max)");
  }
  if (const std::uint64_t bytes = parameter_bytes(kernel, layout); bytes > most_parameters) {
    report_excess(kernel, "Formal parameter space overflowed (" + std::to_string(bytes) + " bytes required, max " +
                              std::to_string(most_parameters) + " bytes allowed) in function " + name);
  }
}

void check_constants(const Module& module, const DataLayout& layout) {
  std::uint64_t constant = 0;
  const GlobalVariable* last = nullptr;
  for (const GlobalVariable& variable : module.globals()) {
    if (!is_constant_memory(variable) || variable.isDeclaration()) continue;
    constant =
        aligned(constant, declared_alignment(&variable, layout)) + layout.getTypeAllocSize(variable.getValueType());
    last = &variable;
  }
  if (constant <= most_constant) return;
  const std::string why = "File uses too much global constant data (" + hexadecimal(constant) + " bytes, " +
                          hexadecimal(most_constant) + " max)";
  // A variable has no line here, but what uses it has.
  for (const Function& function : module) {
    if (is_used_in(*last, function)) return report_excess(function, why);
  }
  module.getContext().emitError(why);
}

}  // namespace

PreservedAnalyses KeepVariablesPass::run(Module& module, ModuleAnalysisManager& /*analyses*/) {
  std::vector<GlobalValue*> kept;
  for (GlobalVariable& variable : module.globals()) {
    const bool is_kept_shared = is_static_shared(variable) && !is_only_stored(variable);
    if (is_kept_shared || (is_of_the_device(variable) && !variable.isDeclaration())) kept.push_back(&variable);
  }
  appendToCompilerUsed(module, kept);
  return kept.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

PreservedAnalyses LimitsPass::run(Module& module, ModuleAnalysisManager& /*analyses*/) {
  const DataLayout& layout = module.getDataLayout();
  for (Function& function : module) {
    if (is_kernel(function)) check_kernel(function, layout);
  }
  check_constants(module, layout);
  return PreservedAnalyses::all();
}

}  // namespace simt::instrument
