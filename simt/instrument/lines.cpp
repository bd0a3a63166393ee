#include "simt/instrument/lines.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <vector>

#include "simt/instrument/instrumented.hpp"

namespace simt::instrument {
namespace {

using namespace llvm;

constexpr const char* remembered = "simt.line";  ///< metadata of an access: its line, and the file
constexpr int most_steps = 3;                    ///< from an access to an instruction whose line it gets

/// The translation names the student's file without a folder; the names of headers have one.
bool is_of_student(StringRef file) { return file.find('/') == StringRef::npos; }

/// Of the student's file, or of a call there of a header's function that clang inlined. Where a function of the
/// student's own was inlined, its call's line is that of the launch, or of another function: no line of the access.
bool has_line(const Instruction& instruction) {
  const DILocation* location = instruction.getDebugLoc();
  for (; location != nullptr; location = location->getInlinedAt()) {
    if (is_of_student(location->getFilename())) return location->getLine() != 0;
  }
  return false;
}

Value* pointer_of(Instruction& instruction) {
  if (auto* const load = dyn_cast<LoadInst>(&instruction)) return load->getPointerOperand()->stripPointerCasts();
  if (auto* const store = dyn_cast<StoreInst>(&instruction)) return store->getPointerOperand()->stripPointerCasts();
  if (auto* const atomic = dyn_cast<AtomicRMWInst>(&instruction))
    return atomic->getPointerOperand()->stripPointerCasts();
  if (auto* const atomic = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
    return atomic->getPointerOperand()->stripPointerCasts();
  }
  if (auto* const copy = dyn_cast<AnyMemIntrinsic>(&instruction)) return copy->getDest()->stripPointerCasts();
  return nullptr;
}

/// The location with the smallest line of those that were offered: independent of their order.
class Candidate {
 public:
  void offer(const Instruction& instruction) {
    const DILocation* const location = instruction.getDebugLoc();
    if (!has_line(instruction)) return;
    if (best_ == nullptr || location->getLine() < best_->getLine()) best_ = location;
  }
  const DILocation* best() const { return best_; }

 private:
  const DILocation* best_ = nullptr;
};

void remember(Instruction& access) {
  const DILocation* const location = access.getDebugLoc();
  if (location == nullptr || location->getLine() == 0 || !is_of_student(location->getFilename())) return;
  LLVMContext& context = access.getContext();
  Constant* const line = ConstantInt::get(Type::getInt32Ty(context), location->getLine());
  access.setMetadata(remembered, MDNode::get(context, {ConstantAsMetadata::get(line), location->getFile()}));
}

const DILocation* as_remembered(const Instruction& access) {
  const MDNode* const node = access.getMetadata(remembered);
  DISubprogram* const subprogram = access.getFunction()->getSubprogram();
  if (node == nullptr || subprogram == nullptr) return nullptr;
  const auto* const line = mdconst::extract<ConstantInt>(node->getOperand(0));
  LLVMContext& context = access.getContext();
  auto* const scope = DILexicalBlockFile::get(context, subprogram, cast<DIFile>(node->getOperand(1)), 0);
  return DILocation::get(context, static_cast<unsigned>(line->getZExtValue()), 0, scope);
}

const DILocation* of_same_pointer(Value& pointer) {
  std::vector<Value*> names{&pointer};
  Candidate loads_and_stores;
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (User* const user : names[i]->users()) {
      auto* const instruction = dyn_cast<Instruction>(user);
      if (instruction == nullptr) continue;
      if (isa<BitCastInst>(instruction)) names.push_back(instruction);
      if (pointer_of(*instruction) == &pointer) loads_and_stores.offer(*instruction);
    }
  }
  return loads_and_stores.best();
}

const DILocation* of_users(Instruction& value, int steps) {
  Candidate users;
  for (User* const user : value.users()) {
    if (auto* const instruction = dyn_cast<Instruction>(user)) users.offer(*instruction);
  }
  if (users.best() != nullptr || steps == 0) return users.best();
  for (User* const user : value.users()) {
    auto* const instruction = dyn_cast<Instruction>(user);
    if (instruction == nullptr) continue;
    if (const DILocation* const found = of_users(*instruction, steps - 1)) return found;
  }
  return nullptr;
}

/// Of threadIdx and its like: read once, at the line that needs it first.
bool is_built_in(const Instruction& instruction) {
  const auto* const load = dyn_cast<LoadInst>(&instruction);
  return load != nullptr && load->getPointerAddressSpace() != 0;
}

const DILocation* of_operands(Instruction& value, int steps) {
  Candidate operands;
  for (Value* const operand : value.operands()) {
    auto* const instruction = dyn_cast<Instruction>(operand);
    if (instruction != nullptr && !is_built_in(*instruction)) operands.offer(*instruction);
  }
  if (operands.best() != nullptr || steps == 0) return operands.best();
  for (Value* const operand : value.operands()) {
    auto* const instruction = dyn_cast<Instruction>(operand);
    if (instruction == nullptr) continue;
    if (const DILocation* const found = of_operands(*instruction, steps - 1)) return found;
  }
  return nullptr;
}

const DILocation* of_block(Instruction& access) {
  Candidate nearest;
  for (Instruction* previous = access.getPrevNode(); previous != nullptr; previous = previous->getPrevNode()) {
    nearest.offer(*previous);
    if (nearest.best() != nullptr) return nearest.best();
  }
  for (Instruction* next = access.getNextNode(); next != nullptr; next = next->getNextNode()) {
    nearest.offer(*next);
    if (nearest.best() != nullptr) return nearest.best();
  }
  return nullptr;
}

const DILocation* line_for(Instruction& access, Value& pointer) {
  if (const DILocation* const found = as_remembered(access)) return found;
  if (!isa<Constant>(pointer)) {
    if (const DILocation* const found = of_same_pointer(pointer)) return found;
  }
  if (const DILocation* const found = of_users(access, most_steps)) return found;
  if (const DILocation* const found = of_operands(access, most_steps)) return found;
  return of_block(access);
}

}  // namespace

PreservedAnalyses RememberLinesPass::run(Module& module, ModuleAnalysisManager&) {
  for (Function& function : module) {
    if (!is_instrumented(function)) continue;
    for (BasicBlock& block : function) {
      for (Instruction& instruction : block) {
        if (pointer_of(instruction) != nullptr) remember(instruction);
      }
    }
  }
  return PreservedAnalyses::all();
}

PreservedAnalyses LinesPass::run(Module& module, ModuleAnalysisManager&) {
  for (Function& function : module) {
    if (!is_instrumented(function)) continue;
    for (BasicBlock& block : function) {
      for (Instruction& instruction : block) {
        Value* const pointer = pointer_of(instruction);
        if (pointer == nullptr || has_line(instruction)) continue;
        if (const DILocation* const location = line_for(instruction, *pointer)) instruction.setDebugLoc(location);
      }
    }
  }
  return PreservedAnalyses::all();
}

}  // namespace simt::instrument
