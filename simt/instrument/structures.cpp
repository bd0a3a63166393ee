#include "simt/instrument/structures.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "simt/instrument/copies.hpp"
#include "simt/instrument/instrumented.hpp"

namespace simt::instrument {
namespace {

using namespace llvm;

constexpr std::uint64_t widest_vector = 16, word_bytes = 4, longest_structure = 128;
constexpr std::uint64_t least_alignment_of_words = 8;

struct Member {
  std::uint64_t offset = 0, bytes = 0;
  MDNode* tag = nullptr;  ///< of type-based alias analysis
};

using Members = std::vector<Member>;

/// What clang says of the copied structure; none where a member is no number, or lies beside no other.
std::optional<Members> members_of(const MemCpyInst& copy) {
  const MDNode* const node = copy.getMetadata(LLVMContext::MD_tbaa_struct);
  if (node == nullptr) return std::nullopt;
  Members members;
  for (unsigned i = 0; i + 2 < node->getNumOperands(); i += 3) {
    const auto* const offset = mdconst::dyn_extract<ConstantInt>(node->getOperand(i));
    const auto* const bytes = mdconst::dyn_extract<ConstantInt>(node->getOperand(i + 1));
    if (offset == nullptr || bytes == nullptr) return std::nullopt;
    const std::uint64_t end = members.empty() ? 0 : members.back().offset + members.back().bytes;
    const bool is_number = isPowerOf2_64(bytes->getZExtValue()) && bytes->getZExtValue() <= 8;
    if (!is_number || offset->getZExtValue() < end) return std::nullopt;
    members.push_back({offset->getZExtValue(), bytes->getZExtValue(), dyn_cast<MDNode>(node->getOperand(i + 2))});
  }
  return members;
}

bool is_vector(const Members& members, std::uint64_t bytes, std::uint64_t alignment) {
  if ((members.size() != 2 && members.size() != 4) || bytes > widest_vector || alignment < bytes) return false;
  return std::all_of(members.begin(), members.end(), [&](const Member& member) {
    return member.bytes == members.front().bytes && member.bytes * members.size() == bytes;
  });
}

/// The members, and words for the gaps between them, which are copied as well. None where a gap is no word.
std::optional<Members> words_of(const Members& members, std::uint64_t bytes) {
  Members words;
  auto next = members.begin();
  for (std::uint64_t at = 0; at < bytes;) {
    const bool is_member = next != members.end() && next->offset == at;
    const Member one = is_member ? *next : Member{at, word_bytes, nullptr};
    if (is_member) ++next;
    at += one.bytes;
    const bool reaches_into_next = next != members.end() && next->offset < at;
    if (one.bytes < word_bytes || at > bytes || reaches_into_next) return std::nullopt;
    words.push_back(one);
  }
  return words;
}

Type* integer_of(IRBuilder<>& builder, std::uint64_t bytes) {
  return builder.getIntNTy(static_cast<unsigned>(8 * bytes));
}

void copy_vector(MemCpyInst& copy, const Members& members) {
  IRBuilder<> builder(&copy);
  auto* const type = FixedVectorType::get(integer_of(builder, members[0].bytes), static_cast<unsigned>(members.size()));
  Value* const value =
      builder.CreateAlignedLoad(type, piece_at(builder, copy.getSource(), 0, type), copy.getSourceAlign().valueOrOne());
  builder.CreateAlignedStore(value, piece_at(builder, copy.getDest(), 0, type), copy.getDestAlign().valueOrOne());
}

void copy_words(MemCpyInst& copy, const Members& words) {
  IRBuilder<> builder(&copy);
  std::vector<Value*> values;
  for (const Member& each : words) {
    Type* const type = integer_of(builder, each.bytes);
    auto* const load = builder.CreateAlignedLoad(type, piece_at(builder, copy.getSource(), each.offset, type),
                                                 commonAlignment(copy.getSourceAlign().valueOrOne(), each.offset));
    if (each.tag != nullptr) load->setMetadata(LLVMContext::MD_tbaa, each.tag);
    values.push_back(load);
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    auto* const store =
        builder.CreateAlignedStore(values[i], piece_at(builder, copy.getDest(), words[i].offset, values[i]->getType()),
                                   commonAlignment(copy.getDestAlign().valueOrOne(), words[i].offset));
    if (words[i].tag != nullptr) store->setMetadata(LLVMContext::MD_tbaa, words[i].tag);
  }
}

bool is_usual_copy(const MemCpyInst& copy) {
  return !copy.isVolatile() && copy.getDestAddressSpace() == 0 && copy.getSourceAddressSpace() == 0;
}

/// Whether anything but a copy of all of it uses the variable.
bool has_used_members(const Value& variable) {
  return any_of(variable.users(), [](const User* user) {
    if (isa<BitCastInst>(user)) return has_used_members(*user);
    return !isa<MemCpyInst>(user) && !cast<Instruction>(user)->isLifetimeStartOrEnd();
  });
}

/// To or from a variable of the function whose members are used. From memory to memory, nvcc moves as much at once as
/// is aligned.
bool has_a_variable(const MemCpyInst& copy) {
  const Value* const from = copy.getSource()->stripPointerCasts();
  const Value* const to = copy.getDest()->stripPointerCasts();
  return (isa<AllocaInst>(from) && has_used_members(*from)) || (isa<AllocaInst>(to) && has_used_members(*to));
}

/// False where it stays as it is.
bool expand_structure(MemCpyInst& copy) {
  const auto* const length = dyn_cast<ConstantInt>(copy.getLength());
  const std::optional<Members> members = members_of(copy);
  if (length == nullptr || !is_usual_copy(copy) || !members) return false;
  const std::uint64_t bytes = length->getZExtValue();
  const std::uint64_t alignment =
      std::min(copy.getSourceAlign().valueOrOne(), copy.getDestAlign().valueOrOne()).value();
  if (is_vector(*members, bytes, alignment)) {
    copy_vector(copy, *members);
    return true;
  }
  if (alignment < least_alignment_of_words || bytes > longest_structure || !has_a_variable(copy)) return false;
  const std::optional<Members> words = words_of(*members, bytes);
  if (words) copy_words(copy, *words);
  return words.has_value();
}

/// The extractions from a vector; none where it is used otherwise.
std::vector<ExtractElementInst*> extractions_from(LoadInst& load) {
  std::vector<ExtractElementInst*> extractions;
  for (User* const user : load.users()) {
    auto* const extraction = dyn_cast<ExtractElementInst>(user);
    if (extraction == nullptr || !isa<ConstantInt>(extraction->getIndexOperand())) return {};
    extractions.push_back(extraction);
  }
  return extractions;
}

std::uint64_t index_of(const ExtractElementInst& extraction) {
  return cast<ConstantInt>(extraction.getIndexOperand())->getZExtValue();
}

/// A load of `type` from the place of the element at `index`.
LoadInst* part_of(LoadInst& load, Type* type, std::uint64_t index) {
  const std::uint64_t bytes = load.getType()->getScalarSizeInBits() / 8;
  IRBuilder<> builder(&load);
  LoadInst* const part =
      builder.CreateAlignedLoad(type, piece_at(builder, load.getPointerOperand(), index * bytes, type),
                                commonAlignment(load.getAlign(), index * bytes));
  part->copyMetadata(load);
  return part;
}

bool narrow(LoadInst& load) {
  auto* const type = dyn_cast<FixedVectorType>(load.getType());
  if (type == nullptr || !load.isSimple() || type->getScalarSizeInBits() < 8) return false;
  const unsigned count = type->getNumElements();
  const std::vector<ExtractElementInst*> extractions = extractions_from(load);
  std::set<std::uint64_t> used;
  for (const ExtractElementInst* const each : extractions) used.insert(index_of(*each));
  if ((count != 2 && count != 4) || used.empty() || used.size() > count / 2 || *used.rbegin() >= count) return false;
  const std::uint64_t first = *used.begin();
  const bool is_half = used.size() == 2 && first % 2 == 0 && *used.rbegin() == first + 1;
  Type* const element = type->getElementType();
  LoadInst* const half = is_half ? part_of(load, FixedVectorType::get(element, 2), first) : nullptr;
  std::map<std::uint64_t, LoadInst*> elements;
  for (const std::uint64_t index : used) elements[index] = is_half ? nullptr : part_of(load, element, index);
  for (ExtractElementInst* const each : extractions) {
    IRBuilder<> builder(each);
    Value* const value =
        is_half ? builder.CreateExtractElement(half, index_of(*each) - first) : elements[index_of(*each)];
    each->replaceAllUsesWith(value);
    each->eraseFromParent();
  }
  load.eraseFromParent();
  return true;
}

}  // namespace

PreservedAnalyses NarrowVectorsPass::run(Function& function, FunctionAnalysisManager&) {
  if (!is_instrumented(function)) return PreservedAnalyses::all();
  std::vector<LoadInst*> loads;
  for (BasicBlock& block : function) {
    for (Instruction& instruction : block) {
      if (auto* const load = dyn_cast<LoadInst>(&instruction)) loads.push_back(load);
    }
  }
  bool changed = false;
  for (LoadInst* const load : loads) changed = narrow(*load) || changed;
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

PreservedAnalyses CopyStructuresPass::run(Function& function, FunctionAnalysisManager&) {
  if (!is_instrumented(function)) return PreservedAnalyses::all();
  std::vector<MemCpyInst*> copies;
  for (BasicBlock& block : function) {
    for (Instruction& instruction : block) {
      if (auto* const copy = dyn_cast<MemCpyInst>(&instruction)) copies.push_back(copy);
    }
  }
  bool changed = false;
  for (MemCpyInst* const copy : copies) {
    if (!expand_structure(*copy)) continue;
    copy->eraseFromParent();
    changed = true;
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace simt::instrument
