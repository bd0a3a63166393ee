// What a user types, what it is taken for, and what is said when it cannot be meant.
#include "cli/options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/loaded_course.hpp"

namespace cli {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

Options options(std::vector<std::string> arguments) {
  return std::get<Options>(parse(arguments, {}, tests::loaded_course()));
}

std::string error(const std::vector<std::string>& arguments) {
  try {
    parse(arguments, {}, tests::loaded_course());
  } catch (const CallError& error) {
    return error.what();
  }
  return "no error";
}

std::string answer(const std::vector<std::string>& arguments) {
  return std::get<Answer>(parse(arguments, {}, tests::loaded_course())).text;
}

TEST(Options, GradeALab) {
  const Options result = options({"lab3"});
  EXPECT_EQ(result.action, Action::grade);
  EXPECT_EQ(result.lab, &tests::lab("lab3"));
  EXPECT_EQ(result.backend, "auto");
  EXPECT_TRUE(result.submission.empty());
  EXPECT_TRUE(result.only.empty());
  EXPECT_TRUE(result.json.empty());
}

TEST(Options, GradeWithEverything) {
  const Options result = options({"--root", "/course", "lab3", "--backend", "simt", "--submission", "a b/c", "--only",
                                  "3.2", "--only=3.4,3.5", "--json", "out.json", "--no-colour"});
  EXPECT_EQ(result.root, "/course");
  EXPECT_EQ(result.backend, "simt");
  EXPECT_EQ(result.submission, "a b/c");
  EXPECT_THAT(result.only, ElementsAre("3.2", "3.4", "3.5"));
  EXPECT_EQ(result.json, "out.json");
  EXPECT_TRUE(result.no_colour);
}

TEST(Options, ShortWordsAndAnyOrder) {
  const std::vector<std::vector<std::string>> calls{{"--only", "3.1", "lab3"}, {"3.1"},      {"lab3", "3.1"},
                                                    {"Lab3", "--only", "3.1"}, {"3", "3.1"}, {"lab", "3", "3.1"}};
  for (const auto& call : calls) {
    const Options result = options(call);
    EXPECT_EQ(result.lab, &tests::lab("lab3")) << call.front();
    EXPECT_THAT(result.only, ElementsAre("3.1")) << call.front();
  }
  EXPECT_THAT(options({"3.1", "3.4", "--backend", "simt"}).only, ElementsAre("3.1", "3.4"));
  EXPECT_TRUE(options({"labs/lab3_transpose/"}).only.empty());
  EXPECT_EQ(options({"--json", "3.1", "lab3"}).json, "3.1");
  EXPECT_EQ(options({"--no-colour", "reset", "3"}).lab, &tests::lab("lab3"));
  EXPECT_EQ(options({"--submission", "x", "explain", "3.2"}).submission, "x");
  EXPECT_EQ(error({"lab3", "2.1"}), "lab3 has no part '2.1'; parts: 3.1, 3.2, 3.3, 3.4, 3.5");
}

TEST(Options, RootMayComeLast) { EXPECT_EQ(options({"lab3", "--root", "/course"}).root, "/course"); }

TEST(Options, Experiment) {
  EXPECT_EQ(options({"experiment"}).experiment, nullptr);
  const Options result = options({"experiment", "S2.9", "--backend", "simt", "--data", "d.json", "--plot", "p.png"});
  EXPECT_EQ(result.action, Action::experiment);
  EXPECT_EQ(result.experiment, experiments::find("S2.9"));
  EXPECT_EQ(result.backend, "simt");
  EXPECT_EQ(result.data, "d.json");
  EXPECT_EQ(result.plot, "p.png");
  EXPECT_EQ(options({"experiment", "S2.9", "--judge", "d.json"}).judge, "d.json");
  EXPECT_TRUE(options({"experiment", "--build"}).build_only);
}

TEST(Options, AnExperimentThatIsNotThereIsToldThoseThatAre) {
  EXPECT_THAT(error({"experiment", "S9.9"}), AllOf(HasSubstr("S9.9"), HasSubstr("S1.2, S1.7, S1.8")));
  EXPECT_THAT(error({"experiment", "--plot", "x.png"}), HasSubstr("say which"));
  EXPECT_THAT(error({"experiment", "--judge", "x.json"}), HasSubstr("say which"));
  EXPECT_THAT(error({"experiment", "S2.9", "--data"}), HasSubstr("--data"));
  EXPECT_THAT(error({"experiment", "S2.9", "--backend", "gpu"}), HasSubstr("auto, cuda or simt"));
}

TEST(Options, OtherCommands) {
  EXPECT_EQ(options({}).action, Action::welcome);
  EXPECT_EQ(options({"--no-colour"}).action, Action::welcome);
  EXPECT_EQ(options({"list"}).action, Action::list);
  EXPECT_EQ(options({"progress"}).action, Action::progress);
  EXPECT_FALSE(options({"progress", "--plot", "p.svg"}).as_html);
  EXPECT_EQ(options({"progress", "--plot", "p.svg"}).plot, "p.svg");
  EXPECT_TRUE(options({"progress", "--report", "html"}).as_html);
  EXPECT_THAT(error({"progress", "--report", "pdf"}), AllOf(HasSubstr("--report"), HasSubstr("html")));
  EXPECT_EQ(options({"doctor"}).action, Action::doctor);
  const Options hint = options({"hint", "3.2"});
  EXPECT_EQ(hint.action, Action::hint);
  EXPECT_EQ(hint.part->title, "tiled");
  EXPECT_EQ(hint.hint, 1);
  EXPECT_EQ(options({"hint", "3.2", "3"}).hint, 3);
  EXPECT_EQ(options({"watch"}).lab, nullptr);
  EXPECT_EQ(options({"watch", "3"}).lab, &tests::lab("lab3"));
  EXPECT_EQ(options({"watch", "3.2"}).part, &tests::part("3.2"));
  const Options explain = options({"explain", "3.2", "--submission", "x"});
  EXPECT_EQ(explain.action, Action::explain);
  EXPECT_EQ(explain.lab, &tests::lab("lab3"));
  EXPECT_EQ(explain.part->title, "tiled");
  EXPECT_EQ(explain.submission, "x");
  EXPECT_EQ(options({"explain", "3.2", "--backend", "simt"}).backend, "simt");
  EXPECT_TRUE(options({"explain", "3.2", "--hardware"}).on_hardware);
  EXPECT_THROW(options({"explain", "3.2", "--hardware", "--device", "t4"}), CallError);
  EXPECT_EQ(options({"explain", "3.2", "--device", "gtx280"}).device, "gtx280");
  EXPECT_TRUE(options({"explain", "3.2", "--device", "gtx280"}).devices.empty());
  const Options several = options({"explain", "3.2", "--device", "t4", "--device", "rtx3060"});
  EXPECT_THAT(several.devices, testing::ElementsAre("t4", "rtx3060"));
  EXPECT_EQ(several.device, "");
  EXPECT_THAT(options({"--root", COURSE_ROOT, "explain", "3.2", "--device", "all"}).devices,
              testing::IsSupersetOf({"t4", "gtx280", "h200"}));
  EXPECT_EQ(options({"explain", "3.2", "--schedule", "7"}).schedule, 7U);
  EXPECT_EQ(options({"lab3", "--schedule", "18446744073709551615"}).schedule, 18446744073709551615U);
  EXPECT_EQ(options({"lab3"}).schedule, 0U);
  EXPECT_EQ(options({"explain", "3.2", "--seed", "7"}).seed, 7U);
  EXPECT_EQ(options({"lab3", "--seed", "18446744073709551615"}).seed, 18446744073709551615U);
  EXPECT_EQ(options({"lab3", "--seed", "0", "--backend", "cuda"}).seed, 0U);
  EXPECT_FALSE(options({"lab3"}).seed);
  const Options reset = options({"reset", "lab3"});
  EXPECT_EQ(reset.action, Action::reset);
  EXPECT_EQ(reset.lab, &tests::lab("lab3"));
  const Options build = options({"--root", "/course", "build", "lab3", "--submission", "x"});
  EXPECT_EQ(build.action, Action::build);
  EXPECT_EQ(build.lab, &tests::lab("lab3"));
  EXPECT_EQ(build.submission, "x");
}

TEST(Options, HelpAndVersionAreAnswers) {
  EXPECT_THAT(answer({"--help"}), AllOf(HasSubstr("lab3"), HasSubstr("doctor"), HasSubstr("Exit status")));
  EXPECT_THAT(answer({"lab3", "--help"}), HasSubstr("--submission"));
  EXPECT_THAT(answer({"--version"}), testing::StartsWith("grade "));
}

TEST(Options, AnUnknownWordNamesLabsAndCommands) {
  EXPECT_THAT(error({"lab33"}), StartsWith("there is no lab or command 'lab33' (did you mean lab3?); labs: lab0, "));
  EXPECT_THAT(error({"lab33"}), HasSubstr("; commands: list, doctor, hint, explain, mistakes, solution, reset"));
  EXPECT_EQ(error({"--root", "/course", "lab33", "--json", "x"}), error({"lab33"}));
}

TEST(Options, WhatIsWrongIsNamed) {
  EXPECT_EQ(error({"lab3", "--only", "9.9"}), "lab3 has no part '9.9'; parts: 3.1, 3.2, 3.3, 3.4, 3.5");
  EXPECT_EQ(error({"lab3", "--backend", "gpu"}), "there is no backend 'gpu'; --backend is auto, cuda or simt");
  EXPECT_THAT(error({"hint", "3.2", "4"}), HasSubstr("1"));
  EXPECT_THAT(error({"hint", "3.9"}), HasSubstr("there is no part '3.9'; parts: 0.1"));
  EXPECT_THAT(error({"explain", "3.9"}), HasSubstr("there is no part '3.9'; parts: 0.1"));
  EXPECT_THAT(error({"explain", "3.2", "--backend", "cuda"}), HasSubstr("only the emulator can"));
  EXPECT_THAT(error({"reset", "lab33"}), HasSubstr("there is no lab 'lab33'; labs: lab0"));
  EXPECT_THAT(error({"build", "lab33"}), HasSubstr("there is no lab 'lab33'; labs: lab0"));
  EXPECT_THAT(error({"lab3", "--jsno", "x"}), HasSubstr("there is no option '--jsno' here (did you mean --json?)"));
  EXPECT_THAT(error({"lab3", "extra"}), HasSubstr("'extra'"));
  for (const char* seed : {"0", "-1", "dice", "7x", "18446744073709551616"}) {
    EXPECT_THAT(error({"lab3", "--schedule", seed}), HasSubstr("a seed is a whole number from 1 on")) << seed;
  }
  for (const char* seed : {"-1", "dice", "7x", "", "18446744073709551616"}) {
    EXPECT_THAT(error({"lab3", "--seed", seed}), HasSubstr("a seed is a whole number below 2^64")) << seed;
  }
  EXPECT_THAT(error({"lab3", "--schedule", "7", "--backend", "cuda"}), HasSubstr("--schedule is for the emulator"));
  EXPECT_THAT(error({"lab3", "--json"}), HasSubstr("--json"));
  EXPECT_THAT(error({"hint"}), HasSubstr("part"));
}

// --- surroundings ---

TEST(Root, IsTheOptionElseTheEnvironment) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "course_root";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "course.toml") << "";
  Options given;
  given.root = folder;
  Environment environment;
  environment.course_root = "/nonexistent";
  EXPECT_EQ(find_root(given, environment), folder);
  environment.course_root = folder;
  EXPECT_EQ(find_root(Options(), environment), folder);
}

TEST(Root, WithoutCourseTomlIsAnError) {
  Options given;
  given.root = "/nonexistent";
  EXPECT_THROW(find_root(given, Environment()), CallError);
  EXPECT_THROW(find_root(Options(), Environment()), CallError);
}

TEST(Root, IsSeenBeforeAnythingIsParsed) {
  Environment environment;
  environment.course_root = "/environment";
  const std::vector<std::string> twice{"lab3", "--root", "/first", "--root=/second"};
  EXPECT_EQ(given_root(twice, environment), "/second");
  EXPECT_EQ(given_root(std::vector<std::string>{"lab3", "--root"}, environment), "/environment");
}

TEST(Root, WithoutACourseOnlyHelpIsAnswered) {
  const course::Course none;
  const auto answer = parse(std::vector<std::string>{"--help"}, {}, none);
  EXPECT_THAT(std::get<Answer>(answer).text, HasSubstr("doctor"));
  try {
    parse(std::vector<std::string>{"lab3"}, {}, none);
    ADD_FAILURE() << "no error";
  } catch (const CallError& error) {
    EXPECT_THAT(error.what(), HasSubstr("the course's folder is not known"));
  }
}

TEST(Style, ColoursOnlyOnAWillingTerminal) {
  Environment terminal;
  terminal.stdout_is_terminal = true;
  EXPECT_TRUE(terminal_style(Options(), terminal).colour);
  EXPECT_FALSE(terminal_style(Options(), Environment()).colour);
  Environment environment = terminal;
  environment.no_color = "1";
  EXPECT_FALSE(terminal_style(Options(), environment).colour);
  environment = terminal;
  environment.term = "dumb";
  EXPECT_FALSE(terminal_style(Options(), environment).colour);
  Options options;
  options.no_colour = true;
  EXPECT_FALSE(terminal_style(options, terminal).colour);
}

TEST(Style, UnicodeUnlessTheLocaleSaysOtherwise) {
  Environment environment;
  EXPECT_TRUE(terminal_style(Options(), environment).unicode);
  environment.locale = "en_US.UTF-8";
  EXPECT_TRUE(terminal_style(Options(), environment).unicode);
  environment.locale = "C.utf8";
  EXPECT_TRUE(terminal_style(Options(), environment).unicode);
  environment.locale = "C";
  EXPECT_FALSE(terminal_style(Options(), environment).unicode);
}

}  // namespace
}  // namespace cli
