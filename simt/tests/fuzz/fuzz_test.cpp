// A short version of libFuzzer's long run, on any machine: the corpus, and pseudo-random mutations of it.
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "simt/tests/fuzz/targets.hpp"

namespace simt::fuzz {
namespace {

using Target = void(Bytes);

constexpr int mutations = 10000;

void run(Target* target, const std::string& input) {
  target({reinterpret_cast<const std::uint8_t*>(input.data()), input.size()});
}

std::vector<std::string> files_in(const std::filesystem::path& folder, std::string_view extension) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == extension) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());  // the mutations must be the same everywhere
  std::vector<std::string> contents;
  for (const std::filesystem::path& path : paths) {
    std::ifstream file(path, std::ios::binary);
    contents.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return contents;
}

/// Pieces of text that are difficult for a lexer or a translator.
constexpr std::array<std::string_view, 24> words{"<<<",
                                                 ">>>",
                                                 "<",
                                                 ">",
                                                 "(",
                                                 ")",
                                                 "[",
                                                 "]",
                                                 "{",
                                                 "}",
                                                 ",",
                                                 ";",
                                                 "\"",
                                                 "'",
                                                 "/*",
                                                 "*/",
                                                 "//",
                                                 "\\\n",
                                                 "R\"x(",
                                                 "\n#if 0\n",
                                                 "\n#endif\n",
                                                 "\n#define k ",
                                                 "extern __shared__ float s[];",
                                                 "__global__ void k()"};

class Mutator {
 public:
  /// Each `sequence` gives other mutations.
  Mutator(std::vector<std::string> seeds, unsigned sequence) : seeds_(std::move(seeds)), random_(sequence) {}

  std::string next() {
    std::string input = piece(2048);
    for (std::size_t changes = 1 + below(6); changes != 0; --changes) change(input);
    return input;
  }

 private:
  std::size_t below(std::size_t end) { return end == 0 ? 0 : random_() % end; }

  /// A part of a seed, often all of it.
  std::string piece(std::size_t most) {
    const std::string& seed = seeds_[below(seeds_.size())];
    return seed.substr(below(2) == 0 ? 0 : below(seed.size()), 1 + below(most));
  }

  void change(std::string& input) {
    const std::size_t at = below(input.size() + 1);
    switch (below(6)) {
      case 0:
        if (at < input.size()) input[at] = static_cast<char>(input[at] ^ 1 << below(8));
        break;
      case 1:
        input.insert(at, 1, static_cast<char>(random_()));
        break;
      case 2:
        input.erase(at, below(32));
        break;
      case 3:
        input.insert(at, input.substr(below(input.size()), below(64)));
        break;
      case 4:
        input.insert(at, piece(64));
        break;
      default:
        input.insert(at, words[below(words.size())]);
    }
  }

  std::vector<std::string> seeds_;
  std::mt19937 random_;  // the same sequence everywhere, as std::uniform_int_distribution's would not be
};

void run_all(Target* target, const std::vector<std::string>& seeds, unsigned sequence) {
  ASSERT_FALSE(seeds.empty());
  for (const std::string& seed : seeds) ASSERT_NO_THROW(run(target, seed)) << seed;
  Mutator mutator(seeds, sequence);
  for (int i = 0; i < mutations; ++i) {
    const std::string input = mutator.next();
    ASSERT_NO_THROW(run(target, input)) << "mutation " << i << ":\n" << testing::PrintToString(input);
  }
}

class Fuzz : public testing::TestWithParam<unsigned> {};

TEST_P(Fuzz, TheTranslatorKeepsItsPromises) {
  std::vector<std::string> seeds = files_in(COURSE_ROOT "/simt/tests/fuzz/corpus/translate", ".cu");
  for (const char* folder : {"/labs", "/solutions"}) {
    for (std::string& source : files_in(std::string(COURSE_ROOT) + folder, ".cu")) seeds.push_back(std::move(source));
  }
  run_all(check_translation, seeds, GetParam());
}

TEST_P(Fuzz, TheCountersEqualTheOracle) {
  run_all(check_memory, files_in(COURSE_ROOT "/simt/tests/fuzz/corpus/memory", ".bin"), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Sequences, Fuzz, testing::Range(1U, 5U));

}  // namespace
}  // namespace simt::fuzz
