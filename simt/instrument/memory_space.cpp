#include "simt/instrument/memory_space.hpp"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

#include "simt/instrument/instrumented.hpp"

namespace simt::instrument {
namespace {

using namespace llvm;

constexpr std::uint64_t most_aligned = 16;

/// At most 16.
std::uint64_t alignment_at(std::uint64_t offset) {
  offset |= most_aligned;
  return offset & (~offset + 1);
}

bool is_gap(const Value& variable) { return variable.getName().contains("simt_shared_gap"); }

bool is_in_shared_section(const Value* value) {
  const auto* const variable = dyn_cast<GlobalVariable>(value);
  return variable != nullptr && variable->getSection() == "simt_shared";
}

// A declaration with an asm label has a name that begins with the character 1.
bool is_dynamic_shared(const Value* value) {
  return isa<GlobalVariable>(value) && value->getName().contains("simt_dynamic_shared_memory");
}

bool is_used_in(const Value& value, const Function& function, SmallPtrSetImpl<const Value*>& seen) {
  for (const User* const user : value.users()) {
    if (const auto* const instruction = dyn_cast<Instruction>(user)) {
      if (instruction->getFunction() == &function) return true;
    } else if (isa<Constant>(user) && seen.insert(user).second && is_used_in(*user, function, seen)) {
      return true;
    }
  }
  return false;
}

// clang aligns arrays to 16, more than their elements need. How a structure was declared is seen at the variable only,
// but its size is a multiple of its alignment.
std::uint64_t natural_alignment(const GlobalVariable& variable, const DataLayout& layout) {
  Type* element = variable.getValueType();
  while (const auto* const array = dyn_cast<ArrayType>(element)) element = array->getElementType();
  if (!element->isStructTy()) return layout.getABITypeAlign(element).value();
  return std::min(layout.getValueOrABITypeAlignment(variable.getAlign(), element).value(),
                  alignment_at(layout.getTypeAllocSize(element)));
}

// Parameters of a kernel that is inlined into what calls it are read there, through address space 1.
bool is_parameter(const Value* object) {
  if (const auto* const cast = dyn_cast<IntToPtrInst>(object)) object = cast->getOperand(0);
  const auto* const load = dyn_cast<LoadInst>(object);
  return isa<Argument>(object) || (load != nullptr && load->getPointerAddressSpace() == 1);
}

}  // namespace

MemorySpace space_of(const Value* pointer) {
  const Value* const object = getUnderlyingObject(pointer, 12);
  if (isa<AllocaInst>(object)) return MemorySpace::own;
  if (is_parameter(object)) return MemorySpace::global;
  if (is_in_shared_section(object) || is_dynamic_shared(object)) return MemorySpace::shared;
  return MemorySpace::unknown;
}

bool is_reached_by_kernel_argument(const Value* pointer) {
  const Value* const object = getUnderlyingObject(pointer, 12);
  const auto* const argument = dyn_cast<Argument>(object);
  return is_parameter(object) && (argument == nullptr || is_kernel(*argument->getParent()));
}

bool is_static_shared(const GlobalVariable& variable) { return is_in_shared_section(&variable) && !is_gap(variable); }

bool is_of_the_device(const GlobalVariable& variable) {
  const StringRef section = variable.getSection();
  return section == "simt_device" || section == "simt_device_read_only" || section == "simt_managed";
}

bool is_read_only_memory(const GlobalVariable& variable) {
  return variable.getSection() == "simt_read_only" || variable.getSection() == "simt_device_read_only";
}

bool is_used_in(const GlobalVariable& variable, const Function& function) {
  SmallPtrSet<const Value*, 8> seen;
  return is_used_in(variable, function, seen);
}

std::uint64_t declared_alignment(const Value* base, const DataLayout& layout) {
  const auto* const variable = dyn_cast<GlobalVariable>(base);
  if (variable == nullptr || is_dynamic_shared(base)) return most_aligned;
  return natural_alignment(*variable, layout);
}

SharedLayout::SharedLayout(Function& function) {
  const DataLayout& layout = function.getParent()->getDataLayout();
  std::uint64_t end = 0;
  for (GlobalVariable& variable : function.getParent()->globals()) {
    if (!is_static_shared(variable) || !is_used_in(variable, function)) continue;
    const std::uint64_t alignment = natural_alignment(variable, layout);
    const std::uint64_t begin = (end + alignment - 1) / alignment * alignment;
    offsets_[&variable] = begin;
    end = begin + layout.getTypeAllocSize(variable.getValueType());
  }
}

std::uint64_t SharedLayout::alignment_of(const Value* base) const {
  if (is_dynamic_shared(base)) return most_aligned;
  if (const auto* const choice = dyn_cast<SelectInst>(base)) {
    return std::min(alignment_of(getUnderlyingObject(choice->getTrueValue())),
                    alignment_of(getUnderlyingObject(choice->getFalseValue())));
  }
  for (const auto& [variable, offset] : offsets_) {
    if (variable == base) return alignment_at(offset);
  }
  return 1;
}

void SharedLayout::align_variables() const {
  for (const auto& [variable, offset] : offsets_) {
    const Align alignment(alignment_at(offset));
    if (variable->getAlign() && *variable->getAlign() < alignment) variable->setAlignment(alignment);
  }
}

}  // namespace simt::instrument
