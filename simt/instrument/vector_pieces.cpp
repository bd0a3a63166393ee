#include "simt/instrument/vector_pieces.hpp"

#include <algorithm>
#include <utility>

namespace simt::instrument {
namespace {

constexpr std::uint64_t widest = 16;  // bytes of an access

std::uint64_t element(const Piece& piece) { return piece.parts.front().bytes; }

void append(Piece& piece, const Piece& more) {
  piece.parts.insert(piece.parts.end(), more.parts.begin(), more.parts.end());
}

/// Joins pieces that follow one another, the widest first. `Rules` says which ones.
template <class Rules>
std::vector<Piece> joined(const std::vector<Piece>& pieces, const Rules& rules) {
  std::vector<Piece> result;
  for (std::size_t i = 0; i < pieces.size();) {
    std::size_t taken = 0;
    for (std::uint64_t bytes = widest; bytes > 1 && taken == 0; bytes /= 2) {
      Piece whole = rules.begin(pieces[i], bytes);
      if (whole.bytes == 0) continue;
      std::uint64_t used = 0;
      std::size_t end = i;
      for (; end < pieces.size() && pieces[end].offset < whole.offset + static_cast<std::int64_t>(bytes); ++end) {
        if (!rules.fit(pieces[i], pieces[end])) break;
        used += pieces[end].bytes;
        append(whole, pieces[end]);
      }
      if (end - i < 2 || !rules.suffice(pieces[i], used, bytes)) continue;
      result.push_back(std::move(whole));
      taken = end - i;
    }
    if (taken == 0) result.push_back(pieces[i]);
    i += std::max<std::size_t>(taken, 1);
  }
  return result;
}

/// LLVM's LoadStoreVectorizer as nvcc has it.
struct CompilerRules {
  bool are_loads;

  Piece begin(const Piece& first, std::uint64_t bytes) const {
    const bool is_allowed = first.parts.front().declared >= bytes && first.bytes < bytes;
    return {first.offset, is_allowed ? bytes : 0, {}};
  }
  bool fit(const Piece& first, const Piece& next) const { return first.bytes == next.bytes; }
  bool suffice(const Piece& first, std::uint64_t used, std::uint64_t bytes) const {
    return used == bytes || (are_loads && 4 * first.bytes == bytes && used == 3 * first.bytes);
  }
};

/// ptxas joins registers: words, and pairs of words.
struct AssemblerRules {
  bool are_loads;
  KnownAddress known;

  // Loads may begin in front of the first piece.
  Piece begin(const Piece& first, std::uint64_t bytes) const {
    const std::uint64_t alignment = known.alignment_at(first.offset);
    if (first.bytes < 4 || first.bytes >= bytes || known.alignment < bytes) return {};
    if (alignment >= bytes) return {first.offset, bytes, {}};
    const bool may_fill = are_loads && bytes == widest && first.bytes == 4 && alignment == 4 && element(first) == 4 &&
                          known.alignment_at(first.offset - 4) >= bytes;
    return {first.offset - 4, may_fill ? bytes : 0, {}};
  }
  bool fit(const Piece& first, const Piece& next) const {
    if (next.bytes < 4 || (element(first) == 8) != (element(next) == 8)) return false;
    return are_loads || (element(first) >= 4 && element(next) >= 4);
  }
  bool suffice(const Piece&, std::uint64_t used, std::uint64_t bytes) const {
    return used == bytes || (are_loads && bytes == widest && used == 12);
  }
};

/// ptxas makes one register, or two, of half words that are stored one behind the other.
struct HalfWordRules {
  KnownAddress known;

  Piece begin(const Piece& first, std::uint64_t bytes) const {
    const bool is_allowed = first.bytes == 2 && (bytes == 4 || bytes == 8) && known.alignment_at(first.offset) >= bytes;
    return {first.offset, is_allowed ? bytes : 0, {}};
  }
  bool fit(const Piece& first, const Piece& next) const {
    return first.bytes == next.bytes && first.parts.front().run == next.parts.front().run;
  }
  bool suffice(const Piece& /*first*/, std::uint64_t used, std::uint64_t bytes) const { return used == bytes; }
};

KnownAddress best_known(const std::vector<Piece>& pieces, KnownAddress best) {
  for (const Piece& piece : pieces) {
    if (piece.parts.size() > 1 && piece.bytes > best.alignment) best = {piece.offset, piece.bytes};
    for (const Neighbour& part : piece.parts) {
      const std::uint64_t proven = std::min(part.bytes, part.declared);
      if (proven > best.alignment) best = {part.offset, proven};
    }
  }
  return best;
}

}  // namespace

std::uint64_t KnownAddress::alignment_at(std::int64_t where) const {
  std::uint64_t result = alignment;
  while (static_cast<std::uint64_t>(where - offset) % result != 0) result /= 2;
  return result;
}

bool Piece::is_whole() const {
  std::uint64_t used = 0;
  for (const Neighbour& part : parts) used += part.bytes;
  return used == bytes;
}

std::vector<Piece> pieces_of(std::vector<Neighbour> neighbours, const KnownAddress& placed, bool are_loads) {
  std::sort(neighbours.begin(), neighbours.end(),
            [](const Neighbour& a, const Neighbour& b) { return a.offset < b.offset; });
  std::vector<Piece> pieces;
  for (const Neighbour& one : neighbours) pieces.push_back({one.offset, one.bytes, {one}});
  pieces = joined(pieces, CompilerRules{are_loads});
  if (!are_loads && placed.alignment >= 4) pieces = joined(pieces, HalfWordRules{placed});
  const KnownAddress known = best_known(pieces, placed);
  if (known.alignment < 8) return pieces;
  return joined(pieces, AssemblerRules{are_loads, known});
}

}  // namespace simt::instrument
