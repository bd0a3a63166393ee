// Which neighbouring accesses nvcc makes one. No LLVM in here: only offsets, sizes and alignments.
#pragma once

#include <cstdint>
#include <vector>

namespace simt::instrument {

/// One load or store of a group whose addresses differ by constants.
struct Neighbour {
  std::int64_t offset = 0;  ///< bytes, from the group's first access
  std::uint64_t bytes = 0;
  std::uint64_t declared = 1;  ///< alignment that the type of the access promises
  std::size_t index = 0;       ///< of the access; the caller's
  std::size_t run = 0;         ///< the same for accesses between which nothing is read
};

/// The address at `offset` is a multiple of `alignment`, a power of two.
struct KnownAddress {
  std::int64_t offset = 0;
  std::uint64_t alignment = 1;

  std::uint64_t alignment_at(std::int64_t where) const;
};

/// One access of the hardware.
struct Piece {
  std::int64_t offset = 0;
  std::uint64_t bytes = 0;
  std::vector<Neighbour> parts;  ///< in the order of their offsets; together they may be smaller than the piece

  bool is_whole() const;
};

/// The pieces that nvcc makes of `neighbours`, all of them loads or all of them stores, between which nothing happens
/// that would forbid it. No two of them overlap.
///
/// First its compiler joins accesses of one size to vectors of 2 to 16 bytes which the declared alignment allows; three
/// of four elements are read with the fourth. Then its assembler joins pieces of 4 or 8 bytes, where it knows from
/// other vectors or from its own placing of shared variables, `placed`, that they are aligned.
/// Half words that are stored to shared memory one behind the other are words before that.
std::vector<Piece> pieces_of(std::vector<Neighbour> neighbours, const KnownAddress& placed, bool are_loads);

}  // namespace simt::instrument
