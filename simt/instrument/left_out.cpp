#include "simt/instrument/left_out.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <cstdlib>
#include <set>
#include <vector>

#include "simt/instrument/entries.hpp"

namespace simt::instrument {
namespace {

using namespace llvm;

constexpr const char* marks_name = "llvm.global.annotations";

/// What is reached from some values, by the operands of constants and of instructions.
class Reached {
 public:
  void add(const Value* first) {
    std::vector<const Value*> left{first};
    while (!left.empty()) {
      const Value* const value = left.back();
      left.pop_back();
      if (!isa<Constant>(value) || !seen_.insert(value).second) continue;
      if (const auto* const function = dyn_cast<Function>(value)) {
        for (const Instruction& instruction : instructions(*function)) {
          left.insert(left.end(), instruction.value_op_begin(), instruction.value_op_end());
        }
      }
      const auto* const constant = cast<Constant>(value);
      left.insert(left.end(), constant->value_op_begin(), constant->value_op_end());
    }
  }
  bool has(const Value* value) const { return seen_.count(value) != 0; }

 private:
  std::set<const Value*> seen_;
};

Reached reached_in(const Module& module, StringRef entries) {
  Reached reached;
  SmallVector<StringRef, 8> names;
  entries.split(names, ' ', -1, /*KeepEmpty=*/false);
  for (const StringRef name : names) {
    if (const Function* const entry = module.getFunction(name)) reached.add(entry);
  }
  for (const GlobalVariable& variable : module.globals()) {
    if (variable.getName() != marks_name) reached.add(&variable);
  }
  for (const GlobalAlias& alias : module.aliases()) reached.add(&alias);
  return reached;
}

/// Marks name functions, too, but call none.
void keep_marks_of(const Reached& reached, Module& module) {
  GlobalVariable* const marks = module.getNamedGlobal(marks_name);
  const auto* const all = marks == nullptr ? nullptr : dyn_cast<ConstantArray>(marks->getInitializer());
  if (all == nullptr) return;
  std::vector<Constant*> kept;
  for (const Use& mark : all->operands()) {
    const Value* const marked = cast<Constant>(mark.get())->getOperand(0)->stripPointerCasts();
    if (!isa<Function>(marked) || reached.has(marked)) kept.push_back(cast<Constant>(mark.get()));
  }
  auto* const type = ArrayType::get(all->getType()->getElementType(), kept.size());
  auto* const fewer = new GlobalVariable(module, type, marks->isConstant(), marks->getLinkage(),
                                         ConstantArray::get(type, kept), "", marks);
  fewer->copyAttributesFrom(marks);
  fewer->takeName(marks);
  marks->eraseFromParent();
}

}  // namespace

PreservedAnalyses LeaveOutPass::run(Module& module, ModuleAnalysisManager& /*analyses*/) {
  const char* const entries = std::getenv(entries_variable);
  if (entries == nullptr) return PreservedAnalyses::all();
  const Reached reached = reached_in(module, entries);
  keep_marks_of(reached, module);
  std::vector<Function*> left_out;
  for (Function& function : module) {
    if (!function.isDeclaration() && !reached.has(&function)) left_out.push_back(&function);
  }
  for (Function* const function : left_out) function->dropAllReferences();
  for (Function* const function : left_out) {
    function->removeDeadConstantUsers();
    function->eraseFromParent();
  }
  return PreservedAnalyses::none();
}

}  // namespace simt::instrument
