// Whole experiments in the emulator; what they must count is derived by hand beside each.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <sstream>

#include "backends/backend.hpp"
#include "experiments/run.hpp"
#include "simt/simt.hpp"

namespace experiments {
namespace {

namespace fs = std::filesystem;
using experiment::Holds;
using experiment::Result;
using testing::HasSubstr;

/// A course of its own that shares everything but what is compiled.
class RunSimt : public testing::Test {
 protected:
  RunSimt() : root_(fs::path(testing::TempDir()) / ("experiments-" + std::to_string(getpid()))) {
    fs::remove_all(root_);
    fs::create_directories(root_ / "experiments");
    for (const char* shared : {"autograder", "simt", "labs", "solutions", "setup"}) {
      fs::create_directory_symlink(fs::path(COURSE_ROOT) / shared, root_ / shared);
    }
    for (const auto& file : fs::directory_iterator(COURSE_ROOT "/experiments")) {
      fs::copy_file(file, root_ / "experiments" / file.path().filename());
    }
  }
  ~RunSimt() override { fs::remove_all(root_); }

  Settings settings_of(const char* name) const {
    Settings result;
    result.root = root_;
    result.entry = find(name);
    result.backend = "simt";
    return result;
  }
  Outcome run(const char* name) const { return experiments::run(settings_of(name)); }

  std::string error(const Settings& wrong) const {
    try {
      experiments::run(wrong);
    } catch (const backends::CannotGrade& reason) {
      return reason.what();
    }
    return "no error";
  }

  void edit(const std::string& name, const std::string& from, const std::string& to) const {
    const fs::path file = root_ / "experiments" / name;
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    std::string source = text.str();
    ASSERT_NE(source.find(from), std::string::npos);
    std::ofstream(file) << source.replace(source.find(from), from.size(), to);
  }

  fs::path root_;
};

const Result& of(const Outcome& outcome, const std::string& label) {
  for (const Result& result : outcome.cases) {
    if (result.label == label) return result;
  }
  throw std::out_of_range(label);
}

double stores(const Result& result) {
  return static_cast<double>(result.counts.store_sectors) / static_cast<double>(result.counts.store_requests);
}

void expect_all_hold(const Outcome& outcome) {
  EXPECT_FALSE(outcome.claims.empty());
  for (const auto& claim : outcome.claims)
    EXPECT_EQ(claim.holds, Holds::yes) << claim.claimed << ": " << claim.measured;
}

// 32 lanes of 4 bytes are 128 bytes: 4 sectors of 32 where they begin at a multiple of 8 floats, else they reach into
// a fifth. 4096 threads are 128 warps, and each loads once.
TEST_F(RunSimt, OffsetsCostAFifthSectorUnlessTheyAreMultiplesOfEight) {
  const Outcome outcome = run("S2.9");
  ASSERT_EQ(outcome.cases.size(), 33U);
  for (const Result& result : outcome.cases) {
    const int sectors = static_cast<int>(result.x) % 8 == 0 ? 4 : 5;
    EXPECT_EQ(result.counts.load_requests, 128) << result.label;
    EXPECT_EQ(result.counts.load_sectors, 128 * sectors) << result.label;
    EXPECT_EQ(result.counts.store_sectors, 128 * sectors) << result.label;
  }
  EXPECT_EQ(outcome.axis, "offset, floats");
  EXPECT_EQ(outcome.provenance.device.name, "emulated h200");
  expect_all_hold(outcome);
}

// At stride s a warp's lanes are in 32 s × 4 bytes = 4 s sectors, all of which they touch up to s = 8; beyond, each
// lane has a sector of its own, and more than 32 are impossible.
TEST_F(RunSimt, StridesCostFourSectorsAStepUpToThirtyTwo) {
  const Outcome outcome = run("S2.10");
  ASSERT_EQ(outcome.cases.size(), 32U);
  for (const Result& result : outcome.cases) {
    EXPECT_EQ(result.loads(), std::min(4 * result.x, 32.0)) << result.label;
    EXPECT_EQ(stores(result), result.loads()) << result.label;
  }
  expect_all_hold(outcome);
}

// 128² elements of C are 512 warps. Plain, each of 32 steps loads a word for all lanes (1 sector) and words 128 bytes
// apart (32 sectors). Through tiles, a warp loads two rows of 128 bytes. It stores one of them down a column of the
// tile: 32 words in one bank, 31 passes too many, and none with a column of padding.
TEST_F(RunSimt, AatLoadsOneRowForEachTileAndPaddingEndsItsConflicts) {
  const Outcome outcome = run("S2.13");
  EXPECT_EQ(of(outcome, "plain").counts.load_requests, 512 * 64);
  EXPECT_EQ(of(outcome, "plain").counts.load_sectors, 512 * 32 * (1 + 32));
  for (const char* tiled : {"coalesced", "padded"}) {
    EXPECT_EQ(of(outcome, tiled).counts.load_requests, 512 * 2);
    EXPECT_EQ(of(outcome, tiled).counts.load_sectors, 512 * 2 * 4);
  }
  EXPECT_EQ(of(outcome, "coalesced").counts.conflicts, 512 * 31);
  EXPECT_EQ(of(outcome, "padded").counts.conflicts, 0);
  expect_all_hold(outcome);
}

// Without tiles a warp loads 32 × (1 + 4) sectors; A's row costs 4 instead of 32 × 1, B's tile 4 instead of 32 × 4.
TEST_F(RunSimt, EachTileOfAbSavesLoads) {
  const Outcome outcome = run("S2.12");
  EXPECT_EQ(of(outcome, "no tile").counts.load_sectors, 512 * 160);
  EXPECT_EQ(of(outcome, "A tile").counts.load_sectors, 512 * (4 + 128));
  EXPECT_EQ(of(outcome, "A and B tiles").counts.load_sectors, 512 * 8);
  expect_all_hold(outcome);
}

// Rows of 1001 floats are 31 whole warps and one of 9 lanes. With a pitch each row begins at a sector: 4 sectors, and 2
// for the 9. Without one only every eighth row does; the others' warps reach into a fifth.
TEST_F(RunSimt, WithoutAPitchSevenRowsInEightPayAFifthSector) {
  const Outcome outcome = run("S5.6");
  EXPECT_EQ(of(outcome, "pitch").counts.load_sectors, 64 * (31 * 4 + 2));
  EXPECT_EQ(of(outcome, "no pitch").counts.load_sectors, 8 * (31 * 4 + 2) + 56 * (31 * 5 + 2));
  EXPECT_EQ(of(outcome, "no pitch").counts.store_sectors, of(outcome, "no pitch").counts.load_sectors);
  EXPECT_EQ(of(outcome, "pitch, float4").counts.load_requests, 64 * 8);
  expect_all_hold(outcome);
}

// 128 warps use 32 words of constant memory, or of global memory, of which 32 neighbours are 4 sectors.
TEST_F(RunSimt, ConstantMemoryTakesAPassForEachDifferentWord) {
  const Outcome outcome = run("S2.7");
  for (const Result& result : outcome.cases) {
    const auto different = static_cast<std::int64_t>(result.x);
    EXPECT_EQ(result.counts.wavefronts, result.group == "constant" ? 128 * 32 * different : 0) << result.label;
  }
  EXPECT_EQ(outcome.axis, "different words that the lanes of a warp want at once");
  expect_all_hold(outcome);
}

// 256 rows are 8 warps, each of 256 steps: a request for A, of 32 sectors, and one for x, of one. With x in shared
// memory its 256 words are 8 requests of 4 sectors. With A there, too, 32 rows of 32 floats are 4 sectors each.
TEST_F(RunSimt, SharedMemoryTakesTheLoadsOfXAndThenSevenEighthsOfA) {
  const Outcome outcome = run("S1.8");
  EXPECT_EQ(of(outcome, "v1.0, a thread per row").counts.load_requests, 8 * 256 * 2);
  EXPECT_EQ(of(outcome, "v1.0, a thread per row").counts.load_sectors, 8 * 256 * (32 + 1));
  EXPECT_EQ(of(outcome, "v1.1, rows scrambled").counts.load_sectors, 8 * 256 * (32 + 1));
  EXPECT_EQ(of(outcome, "v2, x in shared memory").counts.load_sectors, 8 * (256 * 32 + 8 * 4));
  EXPECT_EQ(of(outcome, "v3, A and x in shared memory").counts.load_sectors, 8 * 8 * (32 * 4 + 4));
}

TEST_F(RunSimt, GuardsMoveTheSameBytes) {
  const Outcome outcome = run("S1.10");
  EXPECT_EQ(outcome.cases.size(), 6U);
  expect_all_hold(outcome);
}

// 4096 threads are 128 warps. A warp on k paths makes a request for each.
TEST_F(RunSimt, EveryPathOfAWarpIsARequest) {
  const Outcome outcome = run("divergence");
  for (const Result& result : outcome.cases) {
    const auto paths = static_cast<std::int64_t>(result.x);
    EXPECT_EQ(result.counts.load_requests, 128 * (result.group == "by lane" ? paths : 1)) << result.label;
  }
  expect_all_hold(outcome);
}

TEST_F(RunSimt, ScatteredWordsHaveASectorEach) {
  const Outcome outcome = run("S1.2");
  EXPECT_EQ(of(outcome, "side by side").loads(), 4);
  EXPECT_EQ(of(outcome, "513 apart").loads(), 32);
  expect_all_hold(outcome);
}

// A warp is two rows of 16 floats: 2 × 2 sectors aligned, 2 × 3 when each begins a word late. On the GTX 280 half a
// warp is a request: one segment of 64 bytes aligned; offset by one it is a segment of 128 bytes for every second
// block, and one of 64 and one of 32 bytes for the others. That is (4 + 3) / 2 sectors.
TEST_F(RunSimt, AnOldChipPaysMoreForAnOffset) {
  const Outcome now = run("S3.4");
  EXPECT_EQ(of(now, "aligned").loads(), 4);
  EXPECT_EQ(of(now, "offset by one").loads(), 6);
  EXPECT_EQ(of(now, "stride 4").loads(), 16);
  Settings old_chip = settings_of("S3.4");
  old_chip.device = "gtx280";
  const Outcome then = experiments::run(old_chip);
  EXPECT_EQ(of(then, "aligned").loads(), 2);
  EXPECT_EQ(of(then, "offset by one").loads(), 3.5);
  EXPECT_THAT(then.provenance.command, HasSubstr("--device gtx280"));
  EXPECT_EQ(then.provenance.device.name, "emulated gtx280");
}

/// Eight warps of 1024 reads each, and what it takes to fill shared memory first.
constexpr std::int64_t reads_of_banks = 8 * 1024;

// Lane l reads word l × s: the lanes meet in gcd(s, 32) of 32 banks, or gcd(s, 16) of 16 for each half of a warp.
TEST_F(RunSimt, StridesMeetInBanksAsOftenAsTheyHaveCommonDivisors) {
  Settings old_chip = settings_of("S5.1");
  old_chip.device = "gtx280";
  const Outcome now = run("S5.1"), then = experiments::run(old_chip);
  for (int stride = 1; stride <= 64; ++stride) {
    const std::string label = "stride " + std::to_string(stride);
    EXPECT_EQ(of(now, label).counts.conflicts, reads_of_banks * (std::gcd(stride, 32) - 1)) << label;
    EXPECT_EQ(of(then, label).counts.conflicts, 2 * reads_of_banks * (std::gcd(stride, 16) - 1)) << label;
  }
  expect_all_hold(now);
  expect_all_hold(then);
}

// What was taught in 2010 of characters, doubles and shared words was true then.
TEST_F(RunSimt, WhatOnceConflictedDoesSoNoMore) {
  const auto conflicts = [&](const char* experiment, const char* label, const char* device) {
    Settings asked = settings_of(experiment);
    asked.device = device;
    return of(experiments::run(asked), label).counts.conflicts;
  };
  EXPECT_EQ(conflicts("S5.2", "index as it is", "h200"), 0);
  EXPECT_GE(conflicts("S5.2", "index as it is", "gtx280"), 2 * reads_of_banks * 3);  // four lanes a word, one a pass
  EXPECT_EQ(conflicts("S5.3", "doubles", "h200"), 0);
  EXPECT_GE(conflicts("S5.3", "doubles", "gtx280"), 2 * 2 * reads_of_banks);  // each of two words: stride 2
  EXPECT_EQ(conflicts("S5.3", "low and high words apart", "gtx280"), 0);
  EXPECT_EQ(conflicts("S5.5", "4 lanes a word", "h200"), 0);
  EXPECT_GE(conflicts("S5.5", "4 lanes a word", "gtx280"), 2 * reads_of_banks * 3);
  EXPECT_EQ(conflicts("S5.5", "32 lanes a word", "gtx280"), 0);
}

TEST_F(RunSimt, MembersOfPairsMeetInEverySecondBank) {
  const Outcome outcome = run("S5.4");
  EXPECT_EQ(of(outcome, "floats").counts.conflicts, 0);
  EXPECT_EQ(of(outcome, "x of {x, y, z}").counts.conflicts, 0);
  for (const char* label : {"x of {x, y}", "value of {float; char}", "tag of {float; char}"}) {
    EXPECT_GE(of(outcome, label).counts.conflicts, reads_of_banks) << label;
  }
}

// measurements/data/emulated: NAME.json, or NAME-DEVICE.json.
TEST_F(RunSimt, CountsAreThoseOfTheRecords) {
  for (const auto& file : fs::directory_iterator(COURSE_ROOT "/measurements/data/emulated")) {
    const std::string stem = file.path().stem(), name = stem.substr(0, stem.find('-'));
    Settings settings = settings_of(name.c_str());
    settings.device = stem.substr(std::min(stem.size(), name.size() + 1));
    std::ostringstream text;
    text << std::ifstream(file.path()).rdbuf();
    const auto record = nlohmann::json::parse(text.str());
    const auto now = nlohmann::json::parse(data_file(experiments::run(settings)));
    EXPECT_EQ(now["cases"], record["cases"]) << stem;
    EXPECT_EQ(now["claims"], record["claims"]) << stem;
  }
}

TEST_F(RunSimt, AKernelThatIsWrongIsNotCounted) {
  edit("S2.9.cu", "out[i] = in[i];", "out[i] = in[i] + (i == 77);");
  EXPECT_THAT(error(settings_of("S2.9")), HasSubstr("offset 0 is wrong: element 77"));
}

// Where nothing is due, something written is wrong, too.
TEST_F(RunSimt, AKernelThatWritesTooMuchIsNotCounted) {
  edit("S2.10.cu", "out[i] = in[i];", "out[i] = in[i]; if (i == 64) out[65] = 0;");
  EXPECT_THAT(error(settings_of("S2.10")), HasSubstr("stride 2 is wrong: element 65"));
}

TEST_F(RunSimt, AnAccessOutsideEndsIt) {
  edit("S1.2.cu", "out[i] = in[i];", "out[i + 1] = in[i];");
  EXPECT_THAT(error(settings_of("S1.2")), HasSubstr("side by side: the emulator stopped it in coalesced"));
}

TEST_F(RunSimt, WhatDoesNotCompileIsShown) {
  edit("S1.2.cu", "out[i] = in[i];", "out[j] = in[i];");
  EXPECT_THAT(error(settings_of("S1.2")), AllOf(HasSubstr("experiments/S1.2.cu"), HasSubstr("\"j\" is undefined")));
}

TEST_F(RunSimt, CompilesAnewOnlyWhatChanged) {
  run("S1.2");
  const fs::path library = root_ / "build/experiments/S1.2-simt/library.so";
  const auto first = fs::last_write_time(library);
  run("S1.2");
  EXPECT_EQ(fs::last_write_time(library), first);
  edit("experiment.cuh", "namespace experiment {", "namespace experiment { // changed");
  run("S1.2");
  EXPECT_NE(fs::last_write_time(library), first);
  // And leaves nothing else behind.
  int count = 0;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator(root_ / "build/experiments")) ++count;
  EXPECT_EQ(count, 1);
}

TEST_F(RunSimt, WhatIsAboutTimeNeedsAGpu) {
  EXPECT_THAT(error(settings_of("S1.7")), HasSubstr("S1.7 needs a GPU"));
  Settings other_chip = settings_of("peers");
  other_chip.backend = "auto";
  other_chip.device = "v100";
  EXPECT_THAT(error(other_chip), HasSubstr("peers needs a GPU"));
}

TEST_F(RunSimt, UnknownDevicesAreRefused) {
  Settings unknown = settings_of("S1.2");
  unknown.device = "gtx999";
  EXPECT_THROW(experiments::run(unknown), simt::UnknownDevice);
}

}  // namespace
}  // namespace experiments
