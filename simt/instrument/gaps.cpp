#include "simt/instrument/gaps.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include "simt/instrument/memory_space.hpp"

namespace simt::instrument {
namespace {

using namespace llvm;

// As large as the widest access: none reaches over it.
constexpr unsigned gap_bytes = 16;

constexpr unsigned sector_bytes = 32;

bool needs_gap(const GlobalVariable& variable) {
  const StringRef section = variable.getSection();
  return !variable.isDeclaration() &&
         (section == "simt_constant" || section == "simt_read_only" || is_of_the_device(variable));
}

GlobalVariable* add_gap(GlobalVariable& variable, Module& module, std::size_t number) {
  auto* const type = ArrayType::get(Type::getInt8Ty(module.getContext()), gap_bytes);
  const auto next = std::next(variable.getIterator());
  auto* const gap = new GlobalVariable(module, type, variable.isConstant(), GlobalValue::InternalLinkage,
                                       Constant::getNullValue(type), "simt_gap_" + std::to_string(number),
                                       next == module.global_end() ? nullptr : &*next);
  gap->setSection(variable.getSection());
  gap->setAlignment(Align(1));
  return gap;
}

}  // namespace

PreservedAnalyses GapsPass::run(Module& module, ModuleAnalysisManager& /*analyses*/) {
  std::vector<GlobalVariable*> variables;
  for (GlobalVariable& variable : module.globals()) {
    if (needs_gap(variable)) variables.push_back(&variable);
  }
  std::vector<GlobalValue*> gaps;
  for (GlobalVariable* const variable : variables) gaps.push_back(add_gap(*variable, module, gaps.size()));
  appendToCompilerUsed(module, gaps);  // not of the linker, which would put them into a section of their own
  return gaps.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

PreservedAnalyses BeginAtSectorsPass::run(Module& module, ModuleAnalysisManager& /*analyses*/) {
  const DataLayout& layout = module.getDataLayout();
  for (GlobalVariable& variable : module.globals()) {
    if (!is_of_the_device(variable) || variable.isDeclaration()) continue;
    if (layout.getTypeAllocSize(variable.getValueType()) < sector_bytes) continue;
    const std::uint64_t now = layout.getValueOrABITypeAlignment(variable.getAlign(), variable.getValueType()).value();
    if (now < sector_bytes) variable.setAlignment(Align(sector_bytes));
  }
  return PreservedAnalyses::none();
}

}  // namespace simt::instrument
