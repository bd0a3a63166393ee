// The protocol of measuring, played with a device, processes and memory that only write down what is asked of them.
#include "grader/pipeline/measure.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <set>

#include "grader/errors.hpp"
#include "grader/pipeline/known_references.hpp"
#include "support/files/whole_file.hpp"
#include "tests/loaded_course.hpp"

namespace grader {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

using Log = std::vector<std::string>;

/// Takes answers from a list, and `usual` when there are no more.
template <class T>
struct Answers {
  T usual;
  std::deque<T> next = {};
  T take() {
    if (next.empty()) return usual;
    const T answer = next.front();
    next.pop_front();
    return answer;
  }
};

class Watch : public backends::DeviceWatch {
 public:
  explicit Watch(Log& log) : log_(log) {}
  void begin() override {
    EXPECT_FALSE(is_on) << "a watch that runs is begun again";
    is_on = true;
    log_.emplace_back("watch");
  }
  bool end(units::Seconds shortest) override {
    EXPECT_TRUE(is_on);
    is_on = false;
    log_.emplace_back(shortest.value > 0 ? "wait, unwatch" : "unwatch");
    return was_alone.take();
  }
  void flush_caches() override { log_.emplace_back("flush"); }

  bool is_on = false;
  Answers<bool> was_alone{true};

 private:
  Log& log_;
};

class Memory : public backends::Workspace {
 public:
  Memory(Log& log, std::string name, backends::Problem problem)
      : log_(log), name_(std::move(name)), problem_(std::move(problem)) {}

  const backends::Problem& problem() const override { return problem_; }
  void set_slots(int slots) { problem_.slots = slots; }
  std::vector<backends::LentRegion> regions() const override { return {}; }
  void describe(int /*first*/, int /*slots*/, runner::RunRequest& /*request*/) const override {}
  void refill(std::uint64_t seed, int first, int slots) override {
    EXPECT_TRUE(seeds_.insert(seed).second) << "inputs that were used before";
    log(fmt::format("fill {}+{}", first, slots));
  }
  backends::CheckOutcome check(std::uint64_t seed, int first, int slots) override {
    EXPECT_TRUE(seeds_.contains(seed));
    log(fmt::format("check {}+{}", first, slots));
    backends::CheckOutcome outcome;
    outcome.wrong = is_right.take() ? 0 : 1;
    return outcome;
  }
  bool is_untouched(int first, int slots) override {
    log(fmt::format("see poison {}+{}", first, slots));
    return holds_poison.take();
  }
  bool are_samples_right(int first, int slots, std::uint64_t /*choice*/) override {
    log(fmt::format("sample {}+{}", first, slots));
    return has_ended.take();
  }
  std::vector<float> read_output(int, int, std::int64_t) override { return {}; }

  Answers<bool> is_right{true};
  Answers<bool> holds_poison{true};
  Answers<bool> has_ended{true};

 private:
  void log(const std::string& what) { log_.push_back(name_ + ": " + what); }

  Log& log_;
  std::string name_;
  backends::Problem problem_;
  std::set<std::uint64_t> seeds_;
};

class Backend : public backends::Backend {
 public:
  explicit Backend(Log& log) : log_(log) {}
  std::string_view name() const override { return "fake"; }
  backends::Build build(const std::filesystem::path&, const std::filesystem::path&, const std::filesystem::path&,
                        const course::Limits&) const override {
    return {};
  }
  std::string build_key() const override { return ""; }
  backends::DeviceInfo device() const override { return {}; }
  backends::Runner runner() const override { return {}; }
  std::unique_ptr<backends::Workspace> lend(const backends::Problem&) const override { return nullptr; }
  backends::Abilities abilities() const override { return {.times = true}; }
  course::Size performance_size(const course::Lab&, const course::LabRules&, const course::Part&) const override {
    return {};
  }
  std::optional<units::GBps> measure_copy(backends::Workspace&) const override {
    log_.emplace_back("copy");
    return copy.take();
  }

  mutable Answers<units::GBps> copy{units::GBps{4000}};

 private:
  Log& log_;
};

/// A library's process: alive from its first run to its end.
class Process : public Session {
 public:
  Process(Log& log, std::string name, const backends::Backend& backend, const course::Limits& limits)
      : Session(backend, "", limits, 0), log_(log), name_(std::move(name)) {}

  backends::RunOutcome run(const course::Lab&, const course::Part& part, const backends::Workspace& workspace,
                           const backends::PartRunOptions& options) override {
    EXPECT_TRUE(!options.is_timed || is_paused) << "it could run before the clock";
    if (before_run) before_run(options.is_timed);
    is_alive = true;
    is_paused = false;
    memory.insert(&workspace);
    const std::string entry(options.entry);
    log_.push_back(fmt::format("{}: {} {}+{}{}", name_, options.is_timed ? "time" : "call", options.first,
                               options.slots, entry.empty() ? "" : " " + entry));
    backends::RunOutcome outcome;
    const auto own = seconds_of.find(part.id);
    outcome.event.value = (own == seconds_of.end() ? seconds.take() : own->second) * options.slots;
    outcome.outside.value = outcome.event.value + excess;
    outcome.replied = process::Clock::now() - replied_ago;
    return outcome;
  }
  bool pause() override {
    log_.push_back(name_ + ": pause");
    is_paused = can_be_paused.take();
    return is_paused;
  }
  void go_on() override { is_paused = false; }
  void end() override {
    if (is_alive) log_.push_back(name_ + ": end");
    is_alive = false;
  }
  void take_back() override {}
  bool is_worn_out(const backends::RunOutcome& /*outcome*/) const override { return worn_out.take(); }

  bool is_alive = false;
  bool is_paused = false;
  std::function<void(bool is_timed)> before_run;
  Answers<double> seconds{1e-3};             // a launch, by the events
  std::map<std::string, double> seconds_of;  // the same for a part that has its own
  double excess = 5e-4;                      // of a batch
  process::Clock::duration replied_ago{};
  Answers<bool> can_be_paused{true};
  mutable Answers<bool> worn_out{false};
  std::set<const backends::Workspace*> memory;

 private:
  Log& log_;
  std::string name_;
};

class Measure : public testing::Test {
 protected:
  Measure() {
    rules.measuring.clear_samples = rules.measuring.min_samples = 3;
    rules.measuring.max_samples = 5;
    rules.measuring.tolerance.value = 20e-6;
    student.before_run = [this](bool) { EXPECT_FALSE(watch.is_on); };
    reference.before_run = [this](bool) {
      EXPECT_FALSE(watch.is_on);
      EXPECT_FALSE(student.is_alive) << "it could slow the reference down";
    };
    state.part = &tests::part("3.2");
    state.right.push_back({{1, 1}});
  }

  std::vector<std::optional<Performance>> measure_parts(const std::vector<PartState*>& parts) {
    const Context context{rules, lab_rules(), tests::lab("lab3"), backend, "", "", ++gradings, {}};
    return measure(context, {student, reference, students, references, watch, known, units::GBps{4000}}, parts);
  }
  std::optional<Performance> measure_part() { return measure_parts({&state}).front(); }
  bool run_batch(Samples& samples, bool is_last = false, int launches = 2) {
    const Context context{rules, lab_rules(), tests::lab("lab3"), backend, "", "", 7, {}};
    Batches batches(Whose::students, context, student, students, watch, state);
    return batches.run(launches, samples, [=](const Samples&) { return is_last; });
  }
  const course::LabRules& lab_rules() const { return rules.labs.find("lab3")->second; }

  int count(const std::string& what) const { return static_cast<int>(std::count(log.begin(), log.end(), what)); }

  Log log;
  course::Rules rules = tests::loaded_course().rules;
  Backend backend{log};
  backends::Problem problem{tests::part("3.2").operation, {{1024, 1024}}, 3};
  Memory students{log, "student", problem};
  Memory references{log, "reference", problem};
  Process student{log, "student", backend, rules.limits};
  Process reference{log, "reference", backend, rules.limits};
  Watch watch{log};
  References known;
  std::uint64_t gradings = 0;
  PartState state;
};

TEST_F(Measure, ABatchFollowsTheProtocol) {
  Samples samples;
  EXPECT_TRUE(run_batch(samples));
  EXPECT_THAT(log, ElementsAre("student: fill 0+1", "student: call 0+1", "student: pause",                   // 1
                               "watch", "student: fill 1+2", "student: see poison 1+2", "flush", "unwatch",  // 2
                               "student: time 1+2", "watch", "student: sample 1+2", "student: pause",        // 3, 4
                               "student: check 0+1", "student: check 1+2", "unwatch"));                      // 5
  ASSERT_EQ(samples.size(), 1U);
  EXPECT_DOUBLE_EQ(samples.event.front(), 1e-3);
  EXPECT_DOUBLE_EQ(samples.excess.front(), student.excess);
}

// How fast an uncoalesced kernel is depends a little on where its memory lies.
TEST_F(Measure, BatchesGoRoundInAllOfTheMemory) {
  Samples samples;
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(run_batch(samples, /*is_last=*/false, /*launches=*/1));
  EXPECT_THAT(samples.first, ElementsAre(1, 2, 1));
  EXPECT_EQ(count("student: time 1+1"), 2);
  EXPECT_EQ(count("student: time 2+1"), 1);
  EXPECT_EQ(count("student: check 2+1"), 1);
  EXPECT_EQ(count("student: see poison 2+1"), 1);
  samples.keep_last(1);
  EXPECT_TRUE(run_batch(samples, /*is_last=*/false, /*launches=*/1));
  EXPECT_THAT(samples.first, ElementsAre(1, 2)) << "those that were dropped count, too";
}

TEST_F(Measure, ABatchIsPlacedWhereAllItsLaunchesHaveASlot) {
  EXPECT_EQ(first_slot(0, 3, 9), 1);
  EXPECT_EQ(first_slot(1, 3, 9), 4);
  EXPECT_EQ(first_slot(2, 3, 9), 1) << "7, 8 and 9 would be one too many";
  EXPECT_EQ(first_slot(5, 8, 9), 1);
  EXPECT_EQ(first_slot(5, 1, 2), 1);
}

TEST_F(Measure, TheReferenceIsComparedWithItselfInTheSameMemory) {
  rules.measuring.tolerance.value = 1e-9;  // one launch a batch, so that there are eight places
  students.set_slots(9);
  references.set_slots(9);
  int batches = -1;  // the first one chooses how many launches there are
  reference.before_run = [&](bool is_timed) {
    if (is_timed) reference.seconds.usual = batches++ % 8 == 7 ? 1.02e-3 : 1e-3;
  };
  ASSERT_TRUE(measure_part());
  const int known = batches;
  for (int i = 1; i <= 16; ++i) {
    ASSERT_TRUE(measure_part());
    EXPECT_EQ(batches, known + i) << "one look is enough";
  }
}

TEST_F(Measure, TheProcessIsEndedBeforeTheLastOutputsAreChecked) {
  Samples samples;
  EXPECT_TRUE(run_batch(samples, /*is_last=*/true));
  const Log last(log.end() - 5, log.end());
  EXPECT_THAT(
      last, ElementsAre("student: pause", "wait, unwatch", "student: end", "student: check 0+1", "student: check 1+2"));
}

TEST_F(Measure, ABatchThatWasDisturbedDoesNotCountAndIsDoneAgain) {
  const auto expect_done_again = [&](const std::string& what) {
    Samples samples;
    log.clear();
    EXPECT_TRUE(run_batch(samples)) << what;
    EXPECT_EQ(samples.size(), 1U) << what;
    EXPECT_EQ(count("student: call 0+1"), 2) << what;
    EXPECT_TRUE(state.is_right()) << what;
  };
  watch.was_alone.next = {false};
  expect_done_again("the device is busy while the inputs are filled in");
  watch.was_alone.next = {true, false};
  expect_done_again("the device is busy after the call");
  students.holds_poison.next = {false};
  expect_done_again("something was stored before the call");
  students.has_ended.next = {false};
  expect_done_again("something was stored after the call");
  student.can_be_paused.next = {false};
  expect_done_again("the process does not stop after the untimed call");
  student.can_be_paused.next = {true, false};
  expect_done_again("the process does not stop after the timed call");
}

TEST_F(Measure, ABatchThatFailsForWhatItsProcessHasPiledUpIsDoneByANewOne) {
  student.worn_out.next = {false, /*in the timed call*/ true};
  Samples samples;
  EXPECT_TRUE(run_batch(samples));
  EXPECT_EQ(samples.size(), 1U);
  EXPECT_EQ(count("student: end"), 1);
  EXPECT_EQ(count("student: call 0+1"), 2);
  EXPECT_TRUE(state.is_right());
}

TEST_F(Measure, WhatAlwaysRunsBetweenTheCallsIsThePartsIfTheDeviceIsQuietWithoutIt) {
  watch.was_alone.next = {false, false, false, /*without the process=*/true};
  Samples samples;
  EXPECT_FALSE(run_batch(samples));
  EXPECT_EQ(samples.size(), 0U);
  EXPECT_FALSE(student.is_alive);
  ASSERT_EQ(state.reasons.size(), 1U);
  EXPECT_THAT(state.reasons.front().text, HasSubstr("does not end with the call"));
}

TEST_F(Measure, WhatRunsWithoutAnyProcessOfThePartIsAnotherPrograms) {
  watch.was_alone.usual = false;
  Samples samples;
  EXPECT_THROW(run_batch(samples), CannotGrade);
  EXPECT_TRUE(state.is_right());
}

TEST_F(Measure, TheReferenceIsNeverToBlame) {
  watch.was_alone.next = {false, false, false, true};
  EXPECT_THROW(measure_part(), CannotGrade);
}

TEST_F(Measure, AWrongOutputEndsThePart) {
  Samples samples;
  students.is_right.next = {true, false};
  EXPECT_FALSE(run_batch(samples));
  EXPECT_FALSE(state.is_right());
}

TEST_F(Measure, AWrongOutputIsLateWhereItBecomesRight) {
  Samples samples;
  students.is_right.next = {true, false};
  students.has_ended.next = {false, true};
  EXPECT_FALSE(run_batch(samples));
  EXPECT_THAT(log, testing::Contains("wait, unwatch")) << "it must have time to become right";
  EXPECT_FALSE(student.is_paused) << "a callback runs in its process";
  ASSERT_EQ(state.reasons.size(), 1U);
  EXPECT_THAT(state.reasons.front().text, HasSubstr("does not end with the call"));
}

TEST_F(Measure, AWrongOutputThatStaysWrongIsWrongHoweverBusyTheDeviceIs) {
  Samples samples;
  students.is_right.next = {true, false};
  students.has_ended.next = {false, false};
  watch.was_alone.next = {true, false};
  EXPECT_FALSE(run_batch(samples));
  EXPECT_TRUE(state.reasons.empty());
}

TEST_F(Measure, AWrongOutputThatStaysWrongIsNotLate) {
  Samples samples;
  students.is_right.next = {true, false};
  students.has_ended.next = {false, false};
  EXPECT_FALSE(run_batch(samples));
  EXPECT_TRUE(state.reasons.empty());
}

TEST_F(Measure, OnceInAWhileTheLookBeforeTheCallIsALongOne) {
  Samples samples;
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(run_batch(samples));
  EXPECT_EQ(count("wait, unwatch"), 2) << "in the second and the tenth batch";
}

TEST_F(Measure, WhereTheClocksDifferThePartIsMeasuredAgain) {
  int timed = 0;
  student.before_run = [&](bool is_timed) {
    if (is_timed) ++timed;
    student.excess = timed <= rules.measuring.max_samples ? 2e-3 : 5e-4;  // a process that is woken up late every time
  };
  const auto performance = measure_part();
  ASSERT_TRUE(performance);
  EXPECT_GT(timed, rules.measuring.max_samples);
  EXPECT_FALSE(performance->outside_clock);
}

TEST_F(Measure, WhereTheyDifferEveryTimeTheGradersClockDecides) {
  student.excess = 2e-3;
  const auto performance = measure_part();
  ASSERT_TRUE(performance);
  EXPECT_TRUE(performance->outside_clock);
}

TEST_F(Measure, HowLongTheDeviceStaysBusyAfterTheReplyIsInTheTime) {
  student.replied_ago = std::chrono::seconds(10);
  const auto performance = measure_part();
  ASSERT_TRUE(performance);
  EXPECT_TRUE(performance->outside_clock);
  const double bytes = static_cast<double>(problem.operation.bytes_moved(problem.size));
  EXPECT_LT(performance->gbps.value, bytes / 4.0 / 1e9) << "two launches in ten seconds";
}

TEST_F(Measure, IfTheReferenceHasToWaitAsLongItIsNot) {
  student.replied_ago = reference.replied_ago = std::chrono::seconds(10);
  EXPECT_FALSE(measure_part()->outside_clock);
}

// Whether a process of the student's lives while the reference runs is looked at in each of the reference's runs.
TEST_F(Measure, TheReferenceRunsBeforeAndAfterTheStudentInMemoryOfItsOwn) {
  const auto performance = measure_part();
  ASSERT_TRUE(performance);
  EXPECT_THAT(student.memory, ElementsAre(&students));
  EXPECT_THAT(reference.memory, ElementsAre(&references));
  EXPECT_EQ(count("student: end"), 1);
  EXPECT_FALSE(student.is_alive);
  const auto first = std::find(log.begin(), log.end(), "student: call 0+1");
  const auto end = std::find(log.begin(), log.end(), "student: end");
  ASSERT_NE(end, log.end());
  EXPECT_GE(std::count(log.begin(), first, "reference: time 1+2"), 8);
  EXPECT_EQ(std::count(first, end, "reference: time 1+2"), 0);
  EXPECT_EQ(std::count(end, log.end(), "reference: time 1+2"), 1);
  EXPECT_EQ(performance->samples, 3);
  EXPECT_EQ(performance->reference_drift, 0);
  EXPECT_TRUE(performance->is_steady);
}

TEST_F(Measure, AProcessThatIsLeftFromBeforeIsEndedFirst) {
  student.is_alive = true;
  EXPECT_TRUE(measure_part());
  EXPECT_EQ(log.front(), "student: end");
}

TEST_F(Measure, AReferenceThatIsKnownIsNotMeasuredAgainButLookedAt) {
  ASSERT_TRUE(measure_part());
  EXPECT_EQ(count("reference: time 1+2"), 9);
  log.clear();
  ASSERT_TRUE(measure_part());
  EXPECT_EQ(count("reference: time 1+2"), 1);
  EXPECT_EQ(log.back(), "unwatch");
}

TEST_F(Measure, OneUnusualBatchOfTheReferenceIsLookedAtTwice) {
  ASSERT_TRUE(measure_part());
  const auto looks_after = [&](std::vector<double> seconds) {
    int timed = 0;
    reference.before_run = [&](bool is_timed) {
      if (!is_timed) return;
      const auto place = static_cast<std::size_t>(timed++);
      reference.seconds.usual = place < seconds.size() ? seconds[place] : 1e-3;
    };
    EXPECT_TRUE(measure_part());
    return timed;
  };
  EXPECT_EQ(looks_after({1e-3}), 1);
  EXPECT_EQ(looks_after({1.02e-3}), 2) << "once is chance";
  EXPECT_EQ(looks_after({1.02e-3, 1.02e-3}), 8) << "twice is a reason to measure it anew";
}

// Several short gradings in a row, as those of `./grade watch`, keep it in a file.
TEST_F(Measure, WhatIsKnownOfAReferenceCanBeKeptInAFile) {
  const auto file = std::filesystem::path(testing::TempDir()) / "known_references.json";
  rules.measuring.tolerance.value = 1e-9;
  ASSERT_TRUE(measure_part());
  write_known_references(file, "library on device", known);
  const References read = read_known_references(file, "library on device");
  ASSERT_EQ(read.size(), 1U);
  const ReferenceTimes& times = read.at("3.2");
  EXPECT_EQ(times.size, known["3.2"].size);
  EXPECT_EQ(times.launches, 1);
  EXPECT_EQ(times.samples.event, known["3.2"].samples.event);
  EXPECT_EQ(times.samples.excess, known["3.2"].samples.excess);
  EXPECT_EQ(times.samples.first, known["3.2"].samples.first);
  EXPECT_EQ(times.samples.taken, 9U);
  known = read;
  log.clear();
  ASSERT_TRUE(measure_part());
  EXPECT_EQ(count("reference: time 1+1") + count("reference: time 2+1"), 1) << "it is looked at once";

  EXPECT_TRUE(read_known_references(file, "library on another device").empty());
  EXPECT_TRUE(read_known_references(file.string() + ".missing", "library on device").empty());
  std::string text = files::read_file(file);
  std::filesystem::resize_file(file, text.size() / 2);
  EXPECT_TRUE(read_known_references(file, "library on device").empty()) << "half of it";
  text.replace(text.find("\"first\":["), 9, "\"first\":[1,");
  files::write_atomically(file, text);
  EXPECT_TRUE(read_known_references(file, "library on device").empty()) << "a place of no batch";
}

TEST_F(Measure, AReferenceThatIsKnownByMoreLaunchesThanThereIsMemoryForIsMeasuredAgain) {
  ASSERT_TRUE(measure_part());
  EXPECT_EQ(known["3.2"].launches, 2);
  students.set_slots(2);
  references.set_slots(2);
  ASSERT_TRUE(measure_part());
  EXPECT_EQ(known["3.2"].launches, 1);
}

TEST_F(Measure, PartsAreMeasuredInOneProcessWhoseEndTheReferencesAwait) {
  PartState other;
  other.part = &tests::part("3.3");
  other.right.push_back({{1, 1}});
  const auto performances = measure_parts({&state, &other});
  EXPECT_TRUE(performances[0] && performances[1]);
  EXPECT_EQ(count("student: end"), 1);
  EXPECT_EQ(count("student: time 1+2"), 6);
}

TEST_F(Measure, EachPartIsJudgedByAReferenceOfItsOwn) {
  PartState other;
  other.part = &tests::part("3.3");
  other.right.push_back({{1, 1}});
  reference.seconds_of = {{"3.2", 2e-3}, {"3.3", 5e-4}};
  for (int grading = 0; grading < 2; ++grading) {
    const auto performances = measure_parts({&state, &other});
    ASSERT_TRUE(performances[0] && performances[1]);
    const double bytes = static_cast<double>(problem.operation.bytes_moved(problem.size));
    EXPECT_NEAR(performances[0]->reference.value, bytes / 2e-3 / 1e9, 1e-9);
    EXPECT_NEAR(performances[1]->reference.value, bytes / 5e-4 / 1e9, 1e-9);
  }
}

TEST_F(Measure, APartThatFailsIsNotTheNextOnes) {
  PartState other;
  other.part = &tests::part("3.3");
  other.right.push_back({{1, 1}});
  students.is_right.next = {true, false};
  const auto performances = measure_parts({&state, &other});
  EXPECT_FALSE(performances[0]);
  EXPECT_TRUE(performances[1]);
  EXPECT_EQ(count("student: end"), 2);
}

/// The reference's seconds a launch: of the batch that chooses the number of launches and of the eight that follow, and
/// then of each time that it is looked at again, complete where it has changed; each untimed call has one, too.
std::deque<double> sessions(const std::vector<double>& each) {
  std::deque<double> seconds(2 + 16, each.front());
  for (std::size_t i = 1; i < each.size(); ++i) {
    const bool has_changed = std::abs(each[i] / each[i - 1] - 1) > 0.005;
    seconds.insert(seconds.end(), has_changed ? 16 : 2, each[i]);
  }
  return seconds;
}

TEST_F(Measure, WhereTheReferenceDiffersThePartIsMeasuredAgain) {
  reference.seconds.next = sessions({1e-3, 1.006e-3, 1.007e-3});
  const auto performance = measure_part();
  ASSERT_TRUE(performance);
  EXPECT_EQ(count("student: end"), 2);
  EXPECT_TRUE(performance->is_steady);
  EXPECT_EQ(performance->reference_drift, 0);
  const double bytes = static_cast<double>(problem.operation.bytes_moved(problem.size));
  EXPECT_NEAR(performance->reference.value, bytes / 1.006e-3 / 1e9, 1e-2) << "of the second round alone";
}

TEST_F(Measure, ADifferenceOfLessThanHalfAPerCentIsNone) {
  reference.seconds.next = sessions({1e-3, 1.0049e-3});
  EXPECT_TRUE(measure_part()->is_steady);
  EXPECT_EQ(count("student: end"), 1);
}

TEST_F(Measure, AfterAFewRoundsTheSteadiestIsTakenAndSaysSo) {
  reference.seconds.next = sessions({1e-3, 1.02e-3, 1.03e-3, 1.06e-3});
  const auto performance = measure_part();
  ASSERT_TRUE(performance);
  EXPECT_EQ(count("student: end"), 3);
  EXPECT_FALSE(performance->is_steady);
  EXPECT_NEAR(performance->reference_drift, 0.0098, 1e-4);
}

TEST_F(Measure, TimesThatDifferByChanceAreNoReasonToMeasureAgain) {
  for (int i = 0; i < 200; ++i) reference.seconds.next.push_back(i % 3 == 0 ? 1e-3 : i % 3 == 1 ? 1.05e-3 : 1.1e-3);
  EXPECT_TRUE(measure_part()->is_steady);
}

TEST_F(Measure, ACopyThatIsTheBaselineIsMeasuredWithTheReference) {
  state.part = &tests::part("3.5");
  backend.copy.next = {{4000}, {4100}};
  reference.seconds.next = sessions({1e-3, 1.02e-3, 1.02e-3});
  const auto performance = measure_part();
  ASSERT_TRUE(performance);
  EXPECT_EQ(count("copy"), 2);
  EXPECT_EQ(count("student: end"), 2);
  EXPECT_NEAR(performance->copy.value, 4100, 1e-9);
}

TEST_F(Measure, FewerBatchesDoWhereAllTheirSpeedsMeanTheSamePoints) {
  rules.measuring.min_samples = 5;
  student.seconds.usual = 1.001e-3;  // as fast as the reference
  auto performance = measure_part();
  ASSERT_TRUE(performance);
  EXPECT_EQ(performance->samples, 3);
  EXPECT_TRUE(performance->ended_early);
  student.seconds.usual = 1e-3 / 0.7;  // between none and all of the points
  performance = measure_part();
  EXPECT_EQ(performance->samples, 5);
  EXPECT_FALSE(performance->ended_early);
}

TEST_F(Measure, AThresholdThatOneOfTheirSpeedsReachesAsksForAll) {
  rules.measuring.min_samples = 5;
  const double full_at = lab_rules().parts.find("3.2")->second.full_at;
  student.seconds.usual = 1e-3 / (full_at * 1.004);
  EXPECT_EQ(measure_part()->samples, 5);
}

TEST_F(Measure, SpeedsThatScatterFarFromEveryThresholdAreEnough) {
  rules.measuring.min_samples = 4;
  student.seconds.next = {1e-4, 5e-4, 1e-4, 9e-4, 1e-4, 7e-4};  // untimed and timed in turn: 0.5, 0.9, 0.7 ms
  const auto performance = measure_part();
  ASSERT_TRUE(performance);
  EXPECT_EQ(performance->samples, 3);
  EXPECT_TRUE(performance->ended_early);
  EXPECT_FALSE(performance->capped);
}

TEST_F(Measure, AReferenceThatScattersAcrossAThresholdAsksForAll) {
  rules.measuring.min_samples = 4;
  student.seconds.usual = 1e-3 / 0.95;
  EXPECT_EQ(measure_part()->samples, 3);
  known.clear();
  for (int batch = 0; batch < 12; ++batch) {
    reference.seconds.next.push_back(1e-3);
    reference.seconds.next.push_back(batch % 2 == 0 ? 0.9e-3 : 1.1e-3);
  }
  EXPECT_EQ(measure_part()->samples, 4);
}

TEST_F(Measure, AReferenceThatScattersIsNotMeasuredAnewForIt) {
  ASSERT_TRUE(measure_part());
  known.begin()->second.samples.event = {0.9e-3, 0.95e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1.05e-3, 1.1e-3};
  const auto looks = [&](double seconds) {
    reference.seconds.usual = seconds;
    log.clear();
    measure_part();
    return count("reference: time 1+2");
  };
  EXPECT_EQ(looks(1.08e-3), 1);
  EXPECT_GT(looks(1.2e-3), 1);
}

TEST_F(Measure, ClocksThatDifferAskForAll) {
  rules.measuring.min_samples = 5;
  student.excess = reference.excess + 30e-6;
  EXPECT_EQ(measure_part()->samples, 5);
}

TEST_F(Measure, ClaimedTimesAreHeldAgainstTheOutsideClockWithTheReferencesExcess) {
  student.seconds.usual = 1e-4;          // claimed
  student.excess = 19e-4 + 5e-4 - 1e-4;  // of two launches that took 1 ms each
  const auto performance = measure_part();
  ASSERT_TRUE(performance);
  EXPECT_TRUE(performance->outside_clock);
  const double bytes = static_cast<double>(problem.operation.bytes_moved(problem.size));
  EXPECT_LT(performance->gbps.value, bytes / 0.9e-3 / 1e9);
}

// Both clocks differ by more than before, with the reference, too, which was measured when the host was idle.
TEST_F(Measure, AHostThatIsBusyMeanwhileSlowsNoPartDown) {
  ASSERT_TRUE(measure_part());
  for (Process* one : {&student, &reference}) one->excess = one->excess + 300e-6;
  log.clear();
  const auto performance = measure_part();
  ASSERT_TRUE(performance);
  EXPECT_FALSE(performance->outside_clock);
  EXPECT_EQ(count("student: end"), 1);
  const double bytes = static_cast<double>(problem.operation.bytes_moved(problem.size));
  EXPECT_NEAR(performance->gbps.value, bytes / 1e-3 / 1e9, 1);
}

TEST_F(Measure, APartThatFailsLeavesNoProcessBehind) {
  students.is_right.usual = false;
  EXPECT_FALSE(measure_part());
  EXPECT_FALSE(student.is_alive);
}

}  // namespace
}  // namespace grader
