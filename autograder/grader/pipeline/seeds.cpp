#include "grader/pipeline/seeds.hpp"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include "grader/errors.hpp"

namespace grader {
namespace {

void append(std::vector<std::uint32_t>& words, std::uint64_t value) {
  words.push_back(static_cast<std::uint32_t>(value));
  words.push_back(static_cast<std::uint32_t>(value >> 32));
}

}  // namespace

std::uint64_t fresh_seed() {
  std::uint64_t seed = 0;
  if (getrandom(&seed, sizeof seed, 0) != sizeof seed) throw CannotGrade("no random numbers from the kernel");
  return seed;
}

std::uint64_t take_seed(const Context& context, PartState& state, const course::Size& size) {
  std::vector<std::uint32_t> words;
  append(words, context.seed);
  append(words, static_cast<std::uint64_t>(std::count(state.filled.begin(), state.filled.end(), size)));
  for (const std::int64_t extent : size.extent) append(words, static_cast<std::uint64_t>(extent));
  words.insert(words.end(), state.part->id.begin(), state.part->id.end());
  state.filled.push_back(size);

  // The standard defines what it generates, so that a seed means the same inputs with every library.
  std::seed_seq sequence(words.begin(), words.end());
  std::array<std::uint32_t, 2> halves{};
  sequence.generate(halves.begin(), halves.end());
  return std::uint64_t{halves[1]} << 32 | halves[0];
}

}  // namespace grader
