#include "simt/instrument/vectors.hpp"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "simt/instrument/compatibility.hpp"
#include "simt/instrument/copies.hpp"
#include "simt/instrument/instrumented.hpp"
#include "simt/instrument/memory_space.hpp"
#include "simt/instrument/vector_pieces.hpp"

namespace simt::instrument {
namespace {

using namespace llvm;

/// A load or store, or a part of one: an element of a vector, or as many bytes as are aligned.
struct Access {
  Instruction* at = nullptr;
  std::size_t place = 0;  ///< among the block's instructions that touch memory
  Value* pointer = nullptr;
  std::int64_t offset = 0;  ///< bytes, from the pointer
  bool is_load = false;
  bool is_element = false;
  std::uint64_t bytes = 0;
  std::uint64_t declared = 1;
  MemorySpace space = MemorySpace::unknown;
};

/// Accesses of one kind whose addresses differ by constants, in the order of the program, which may be done at once.
struct Group {
  std::vector<const Access*> accesses;
  std::vector<std::int64_t> offsets;  ///< bytes, from the first one
};

constexpr std::size_t most_in_a_group = 256;

bool is_size(std::uint64_t bytes) { return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16; }

void add_used_elements(const Value& vector, std::set<std::uint64_t> replaced, std::uint64_t count,
                       std::set<std::uint64_t>& used) {
  const auto use = [&](std::uint64_t i) {
    if (replaced.count(i) == 0) used.insert(i);
  };
  for (const User* const user : vector.users()) {
    const auto* const extract = dyn_cast<ExtractElementInst>(user);
    const auto* const insert = dyn_cast<InsertElementInst>(user);
    const Value* const place = extract != nullptr                                      ? extract->getIndexOperand()
                               : insert != nullptr && insert->getOperand(0) == &vector ? insert->getOperand(2)
                                                                                       : nullptr;
    const auto* const index = place == nullptr ? nullptr : dyn_cast<ConstantInt>(place);
    if (index == nullptr) {
      for (std::uint64_t i = 0; i < count; ++i) use(i);
    } else if (extract != nullptr) {
      use(index->getZExtValue());
    } else {
      std::set<std::uint64_t> more = replaced;
      more.insert(index->getZExtValue());
      add_used_elements(*insert, std::move(more), count, used);
    }
  }
}

/// The elements of a vector that a load needs: those that are used; all of them where the vector is used as a whole,
/// but for those that are replaced before. All that a store writes.
std::vector<std::uint64_t> used_elements(const Instruction& access, std::uint64_t count) {
  std::set<std::uint64_t> used;
  if (isa<StoreInst>(access)) {
    for (std::uint64_t i = 0; i < count; ++i) used.insert(i);
  }
  add_used_elements(access, {}, count, used);
  return {used.begin(), used.end()};
}

/// The vectors of one basic block.
class BlockVectors {
 public:
  BlockVectors(BasicBlock& block, ScalarEvolution& evolution, AAResults& aliases, const SharedLayout& layout)
      : block_(block), evolution_(evolution), aliases_(aliases), layout_(layout) {}

  bool run() {
    find_accesses();
    bool changed = !wholes_.empty();
    for (const std::vector<Access>& elements : wholes_) note_whole(elements);
    for (const bool are_loads : {true, false}) {
      for (const Group& group : groups(are_loads)) changed = join(group, are_loads) || changed;
    }
    return changed;
  }

 private:
  void find_accesses() {
    for (Instruction& instruction : block_) {
      if (!instruction.mayReadOrWriteMemory()) continue;
      touching_.push_back(&instruction);
      const auto* const load = dyn_cast<LoadInst>(&instruction);
      const auto* const store = dyn_cast<StoreInst>(&instruction);
      if (load == nullptr && store == nullptr) continue;
      if (load != nullptr ? !load->isSimple() : !store->isSimple()) continue;
      Value* const pointer = getLoadStorePointerOperand(&instruction);
      const MemorySpace space = space_of(pointer);
      if (getLoadStoreAddressSpace(&instruction) != 0 || space == MemorySpace::own) continue;
      Access access{&instruction, touching_.size() - 1, pointer, 0, load != nullptr, false, 0, 1, space};
      add(access, getLoadStoreType(&instruction));
    }
  }

  void add(Access access, Type* type) {
    access.bytes = data_layout().getTypeStoreSize(type);
    access.declared = declared(*access.at, access.pointer);
    if (!is_size(access.bytes)) return;
    const auto* const vector = dyn_cast<FixedVectorType>(type);
    const std::uint64_t aligned = getLoadStoreAlignment(access.at).value();
    const bool is_split = aligned < access.bytes || (access.is_load && vector != nullptr);
    if (!is_split) return accesses_.push_back(access);
    const std::uint64_t whole = access.declared;
    const std::uint64_t count = vector != nullptr ? vector->getNumElements() : access.bytes / aligned;
    access.bytes /= count;
    access.is_element = true;
    const std::vector<std::uint64_t> used = used_elements(*access.at, count);
    // Of a vector that the source reads as a whole, three elements are not read apart, whichever they are.
    const bool stays_whole = access.is_load && count == 4 && used.size() == 3 && whole >= 4 * access.bytes;
    std::vector<Access>& list = stays_whole ? wholes_.emplace_back() : accesses_;
    for (const std::uint64_t i : used) {
      access.offset = static_cast<std::int64_t>(i * access.bytes);
      access.declared = commonAlignment(Align(whole), i * access.bytes).value();
      list.push_back(access);
    }
  }

  std::optional<std::int64_t> distance(const Access& from, const Access& to) {
    const SCEV* const difference =
        evolution_.getMinusSCEV(evolution_.getSCEV(to.pointer), evolution_.getSCEV(from.pointer));
    const auto* const constant = dyn_cast<SCEVConstant>(difference);
    if (constant == nullptr) return std::nullopt;
    return constant->getAPInt().getSExtValue() + to.offset - from.offset;
  }

  /// Whether `instruction` forbids to do `access` earlier (a load) or later (a store) than it.
  bool is_in_the_way(const Instruction& instruction, const Access& access) {
    if (access.is_load && !instruction.mayWriteToMemory()) return false;
    if (const Value* const pointer = getLoadStorePointerOperand(&instruction)) {
      const MemorySpace space = space_of(pointer);
      const bool are_known = space != MemorySpace::unknown && access.space != MemorySpace::unknown;
      if (are_known && space != access.space) return false;
    }
    const ModRefInfo effect = aliases_.getModRefInfo(&instruction, MemoryLocation::get(access.at));
    return access.is_load ? isModSet(effect) : isModOrRefSet(effect);
  }

  bool may_join(const Group& group, const Access& access) {
    const Access& earliest = *group.accesses.front();
    if (access.is_load) {
      for (std::size_t i = earliest.place + 1; i < access.place; ++i) {
        if (is_in_the_way(*touching_[i], access)) return false;
      }
      return true;
    }
    const std::size_t latest = group.accesses.back()->place;
    for (const Access* const member : group.accesses) {
      for (std::size_t i = latest + 1; i < access.place; ++i) {
        if (is_in_the_way(*touching_[i], *member)) return false;
      }
    }
    return true;
  }

  /// Whether `access` reads again what `earlier`, of the same address, has read. For whole accesses LLVM has seen to
  /// it, but not for an element of a vector, which clang 14 makes of a small structure.
  bool repeats(const Access& access, const Access& earlier, const Group& group) {
    return access.is_load && access.is_element && access.bytes == earlier.bytes && may_join(group, access);
  }

  std::vector<Group> groups(bool are_loads) {
    std::vector<Group> open;  // for each base, the last group is the one that more can join
    std::vector<Group> closed;
    for (const Access& access : accesses_) {
      if (access.is_load != are_loads) continue;
      bool has_joined = false;
      for (Group& group : open) {
        const std::optional<std::int64_t> offset = distance(*group.accesses.front(), access);
        if (!offset) continue;
        const auto known = std::find(group.offsets.begin(), group.offsets.end(), *offset);
        if (known != group.offsets.end() && repeats(access, *group.accesses[known - group.offsets.begin()], group)) {
          hide(access);
        } else if (known == group.offsets.end() && group.accesses.size() < most_in_a_group && may_join(group, access)) {
          group.accesses.push_back(&access);
          group.offsets.push_back(*offset);
        } else {
          closed.push_back(std::move(group));
          group = {{&access}, {0}};
        }
        has_joined = true;
        break;
      }
      if (!has_joined) open.push_back({{&access}, {0}});
    }
    closed.insert(closed.end(), open.begin(), open.end());
    return closed;
  }

  /// What is known of an address in shared memory, by where ptxas places the variable.
  KnownAddress placed(const Access& access) {
    const SCEV* const address = evolution_.getSCEV(access.pointer);
    const auto* const base = dyn_cast<SCEVUnknown>(evolution_.getPointerBase(address));
    if (base == nullptr) return {};
    const SCEV* offset = evolution_.removePointerBase(address);
    std::int64_t constant = 0;
    if (const auto* const sum = dyn_cast<SCEVAddExpr>(offset)) {
      if (const auto* const first = dyn_cast<SCEVConstant>(sum->getOperand(0))) {
        constant = first->getAPInt().getSExtValue();
        offset = evolution_.getMinusSCEV(offset, first);
      }
    } else if (const auto* const whole = dyn_cast<SCEVConstant>(offset)) {
      constant = whole->getAPInt().getSExtValue();
      offset = evolution_.getZero(offset->getType());
    }
    const unsigned zeros = std::min(trailing_zeros(evolution_, offset), 4u);
    return {-constant - access.offset, std::min(layout_.alignment_of(base->getValue()), std::uint64_t{1} << zeros)};
  }

  std::uint64_t declared(Instruction& access, const Value* pointer) const {
    const std::uint64_t alignment = getLoadStoreAlignment(&access).value();
    return std::min(alignment, declared_alignment(getUnderlyingObject(pointer, 12), data_layout()));
  }

  const DataLayout& data_layout() const { return block_.getModule()->getDataLayout(); }

  /// Between accesses of one run, nothing is read.
  void note_runs(const Group& group, std::vector<Neighbour>& neighbours) const {
    std::map<const Instruction*, std::size_t> run_of;
    std::size_t run = 0;
    for (const Instruction& one : block_) {
      if (one.mayReadFromMemory()) ++run;
      run_of[&one] = run;
    }
    for (Neighbour& one : neighbours) one.run = run_of[group.accesses[one.index]->at];
  }

  bool join(const Group& group, bool are_loads) {
    std::vector<Neighbour> neighbours;
    for (std::size_t i = 0; i < group.accesses.size(); ++i) {
      const Access& access = *group.accesses[i];
      neighbours.push_back({group.offsets[i], access.bytes, access.declared, i});
    }
    const KnownAddress known = placed(*group.accesses.front());
    const bool has_half_words =
        std::any_of(neighbours.begin(), neighbours.end(), [](const Neighbour& one) { return one.bytes == 2; });
    if (!are_loads && has_half_words) note_runs(group, neighbours);
    bool changed = false;
    for (const Piece& piece : pieces_of(neighbours, known, are_loads)) {
      if (piece.parts.size() < 2 && !group.accesses[piece.parts.front().index]->is_element) continue;
      note(group, piece, are_loads);
      changed = true;
    }
    return changed;
  }

  void note_whole(const std::vector<Access>& elements) {
    const Access& first = elements.front();
    Group group;
    Piece piece{-first.offset, 4 * first.bytes, {}};
    for (const Access& element : elements) {
      group.accesses.push_back(&element);
      group.offsets.push_back(element.offset - first.offset);
      piece.parts.push_back({group.offsets.back(), element.bytes, element.declared, piece.parts.size()});
    }
    note(group, piece, true);
  }

  /// One call for a piece, before its first access.
  void note(const Group& group, const Piece& piece, bool are_loads) {
    const Neighbour& first = *std::min_element(piece.parts.begin(), piece.parts.end(),
                                               [](const auto& a, const auto& b) { return a.index < b.index; });
    const Access& access = *group.accesses[first.index];
    IRBuilder<> builder(access.at);
    for (const Neighbour& part : piece.parts) need_alignment(*group.accesses[part.index], piece);
    Value* address = builder.CreateBitCast(access.pointer, PointerType::get(builder.getInt8Ty(), 0));
    address =
        builder.CreateGEP(builder.getInt8Ty(), address, builder.getInt64(access.offset + piece.offset - first.offset));
    call(builder, piece, address, are_loads);
    for (const Neighbour& part : piece.parts) hide(*group.accesses[part.index]);
  }

  /// Of a vector that is counted in smaller pieces: on a GPU its address must be a multiple of its own bytes, and here
  /// the processor may ask for that, too.
  void need_alignment(const Access& access, const Piece& piece) {
    auto* const type =
        dyn_cast<FixedVectorType>(access.is_load ? access.at->getType() : access.at->getOperand(0)->getType());
    if (type == nullptr) return;
    const std::uint64_t bytes = PowerOf2Ceil(block_.getModule()->getDataLayout().getTypeStoreSize(type).getFixedSize());
    const std::uint64_t needed = std::min(bytes, getLoadStoreAlignment(access.at).value());
    const bool is_looked_at = piece.is_whole() && needed <= piece.bytes;
    if (is_looked_at || needed <= 4 || !checked_.insert(access.at).second) return;
    IRBuilder<> builder(access.at);
    Type* const any = PointerType::get(builder.getInt8Ty(), 0);
    const FunctionCallee check = block_.getModule()->getOrInsertFunction(
        "simt_needs_alignment", builder.getVoidTy(), any, builder.getInt64Ty(), builder.getInt64Ty());
    builder.CreateCall(check, {builder.CreateBitCast(access.pointer, any), builder.getInt64(needed),
                               builder.getInt64(access.is_load ? 0 : 1)});
  }

  void call(IRBuilder<>& builder, const Piece& piece, Value* address, bool are_loads) {
    Module& module = *block_.getModule();
    if (piece.is_whole()) {
      const std::string name = (are_loads ? "__tsan_read" : "__tsan_write") + std::to_string(piece.bytes);
      builder.CreateCall(module.getOrInsertFunction(name, builder.getVoidTy(), address->getType()), {address});
      return;
    }
    std::uint32_t used = 0;
    std::uint64_t smallest = piece.bytes;
    for (const Neighbour& part : piece.parts) {
      smallest = std::min(smallest, part.bytes);
      used |= ((1u << part.bytes) - 1) << static_cast<std::uint32_t>(part.offset - piece.offset);
    }
    Type* const number = builder.getInt32Ty();
    builder.CreateCall(
        module.getOrInsertFunction("simt_read_parts", builder.getVoidTy(), address->getType(), number, number, number),
        {address, builder.getInt32(static_cast<std::uint32_t>(piece.bytes)), builder.getInt32(used),
         builder.getInt32(static_cast<std::uint32_t>(smallest))});
  }

  // ThreadSanitizer's pass ignores accesses through other address spaces than the usual one. It looks through casts of
  // address spaces.
  void hide(const Access& access) {
    if (getLoadStoreAddressSpace(access.at) != 0) return;  // another element of it is hidden
    IRBuilder<> builder(access.at);
    Value* const number = builder.CreatePtrToInt(access.pointer, builder.getInt64Ty());
    auto* const unseen = pointer_elsewhere(cast<PointerType>(access.pointer->getType()), 1);
    access.at->setOperand(access.is_load ? 0 : 1, builder.CreateIntToPtr(number, unseen));
  }

  BasicBlock& block_;
  ScalarEvolution& evolution_;
  AAResults& aliases_;
  const SharedLayout& layout_;
  std::vector<Instruction*> touching_;
  std::vector<Access> accesses_;
  std::vector<std::vector<Access>> wholes_;  ///< the elements of vectors that are read as one
  std::set<const Instruction*> checked_;     ///< vectors whose alignment is looked at
};

}  // namespace

PreservedAnalyses VectorsPass::run(Function& function, FunctionAnalysisManager& analyses) {
  if (!is_instrumented(function)) return PreservedAnalyses::all();
  expand_copies(function);
  auto& evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  auto& aliases = analyses.getResult<AAManager>(function);
  const SharedLayout layout(function);
  layout.align_variables();
  for (BasicBlock& block : function) BlockVectors(block, evolution, aliases, layout).run();
  return PreservedAnalyses::none();
}

}  // namespace simt::instrument
