#include "tests/batch/classroom.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "report/json.hpp"
#include "support/process/child.hpp"
#include "tests/loaded_course.hpp"
#include "tests/report/samples.hpp"

namespace batch::testing_support {
namespace fs = std::filesystem;
namespace {

/// A report that `grade` may write for the third lab.
std::string report_of(const grader::GradeResult& sample) {
  grader::GradeResult result = sample;
  const course::Rules& rules = tests::loaded_course().rules;
  result.rules = {rules.emulator, rules.limits, rules.measuring, {{"lab3", rules.labs.find("lab3")->second}}};
  result.seed = 4242424242;  // the program puts the one that it was given there
  return report::json_report(result);
}

constexpr const char* program = R"(#!/bin/sh
here=$(dirname "$0")
while [ $# -gt 0 ]; do
  case $1 in
    serve) echo started >>"$here/servers"; exec python3 "$here/serve.py" "$0" ;;
    --until-compiled) until_compiled=yes ;;
    --submission) submission=$2 ;;
    --json) json=$2 ;;
    --seed) seed=$2 ;;
  esac
  shift
done
case $(cat "$submission") in *NO_CUDA*) cat "$submission" >>"$here/compiled" ;; esac
if [ -n "$until_compiled" ] && ! grep -q NO_CUDA "$submission"; then
  if grep -q COMPILES_LONG "$submission"; then (setsid sh -c 'while :; do :; done' & echo $! >"$here/compiler"; wait); fi
  exit 0
fi
cat "$submission" >>"$here/calls"
case $(cat "$submission") in
  *CRASH*) kill -9 $$ ;;
  *HANG*) sleep 1000 ;;
  *FAULT_ONCE*) if [ ! -e "$here/was_called" ]; then touch "$here/was_called"; echo "grade: the disk is full" >&2; exit 3; fi ;;
  *FAULT*) echo "grade: the disk is full" >&2; exit 3 ;;
  *UNREADABLE*) echo "grade: this cannot be graded" >&2; exit 2 ;;
  *WRONG*) sed "s/4242424242/$seed/" "$here/wrong.json" >"$json"; echo "a wrong one"; exit 1 ;;
esac
sleep 0.02
sed "s/4242424242/$seed/" "$here/right.json" >"$json"
echo "a right one"
)";

// Serves as `grade serve` does, by calling the program above.
constexpr const char* server = R"py(import os, pathlib, socket, subprocess, sys, time
tasks = socket.socket(fileno=3)
here = pathlib.Path(sys.argv[1]).parent

def state(pid):
    return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]

def time_beside_a_compiler():
    compiler = here / "compiler"
    while not (compiler.exists() and compiler.read_text()):
        time.sleep(0.01)
    pid = int(compiler.read_text())
    tasks.send(b"asks for quiet")
    tasks.recv(65536)
    (here / "while_timing").write_text(state(pid))
    tasks.send(b"ends quiet")
    while state(pid) == "T":
        time.sleep(0.01)
    os.kill(pid, 9)

while task := tasks.recv(65536):
    source, json, text, seed, *only = task.decode().split("\0")[:-1]
    if "BESIDE" in pathlib.Path(source).read_text():
        (here / f"gpu-{os.environ['CUDA_VISIBLE_DEVICES']}").touch()
        while len(list(here.glob("gpu-*"))) < 2:
            time.sleep(0.01)
    if "TIMED" in pathlib.Path(source).read_text():
        time_beside_a_compiler()
    with open(text, "w") as out:
        status = subprocess.call([sys.argv[1], "--submission", source, "--json", json, "--seed", seed], stdout=out, stderr=out)
    if status < 0:
        os.kill(os.getpid(), 9)
    tasks.send(str(status).encode())
    if status > 1:
        break
)py";

std::string without_times(const std::string& report) {
  std::istringstream lines(report);
  std::string kept;
  bool is_in_phases = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("  \"phases\"")) is_in_phases = true;
    if (is_in_phases) {
      is_in_phases = !line.starts_with("  }");
      continue;
    }
    if (!line.starts_with("  \"started\"") && !line.starts_with("  \"seconds\"")) kept += line + "\n";
  }
  return kept;
}

fs::path fresh_folder() {
  std::string name = (fs::temp_directory_path() / "classroom-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp failed");
  return name;
}

}  // namespace

bool has_python() {
  process::ChildOptions options;
  options.command = {"python3", "--version"};
  options.environment = process::minimal_environment();
  try {
    return process::run(options, units::Seconds{60}, units::Bytes{1 << 16}).succeeded();
  } catch (const std::system_error&) {
    return false;
  }
}

Classroom::Classroom() : folder_(fresh_folder()) {
  fs::create_directories(submissions());
  fs::create_directories(folder_ / "solutions/lab3_transpose");
  write("solutions/lab3_transpose/transpose.cu", "the reference\n");
  write("right.json", report_of(samples::emulated()));
  write("wrong.json", report_of(samples::starter()));
  write("grade", program);
  fs::permissions(folder_ / "grade", fs::perms(0755));
}

void Classroom::use_gpu() const {
  for (const auto& [file, sample] :
       {std::pair{"right.json", samples::emulated()}, {"wrong.json", samples::starter()}}) {
    grader::GradeResult result = sample;
    result.backend = "cuda";
    result.device = {"NVIDIA H200", "9.0", "13.0", "13.0", std::nullopt};
    write(file, report_of(result));
  }
  write("serve.py", server);
}

Classroom::~Classroom() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void Classroom::write(const fs::path& file, const std::string& text) const { std::ofstream(folder_ / file) << text; }

void Classroom::hand_in(const std::string& student, const std::string& text) const {
  fs::create_directories(submissions() / student);
  write(submissions() / student / "transpose.cu", text);
}

Settings Classroom::settings(const std::string& gradebook) const {
  Settings settings;
  settings.root = folder_;
  settings.course = &tests::loaded_course();
  settings.lab = &tests::lab("lab3");
  settings.gradebook = folder_ / gradebook;
  settings.program = folder_ / "grade";
  settings.jobs = 2;
  settings.seed = 1;
  return settings;
}

int Classroom::calls(const std::string& text) const {
  std::ostringstream all;
  all << std::ifstream(folder_ / "calls").rdbuf();
  const std::string calls = all.str();
  int count = 0;
  for (std::size_t at = calls.find(text); at != std::string::npos; at = calls.find(text, at + 1)) ++count;
  return count;
}

std::vector<std::string> Classroom::rows(const std::string& gradebook) const {
  const Gradebook book(folder_ / gradebook, /*must_exist=*/true);
  std::vector<std::string> rows;
  for (const Grading& g : book.gradings()) {
    for (const PartGrade& p : g.parts) {
      rows.push_back(fmt::format("{} {} {} {} {} {} {} {} {} {} {} {} {} {} {}", g.student, p.part, g.attempt,
                                 name_of(g.status), g.note, g.source_hash, g.origin, g.tries, g.seed, g.walls, g.rules,
                                 p.verdict, p.points.value_or(-1), p.reasons, p.counters));
    }
    rows.push_back(g.student + "\n" + without_times(book.report_json(g.id)) + book.report_text(g.id));
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

void Classroom::expect_same_rows(const std::string& gradebook, const std::string& other) const {
  const std::vector<std::string> ours = rows(gradebook);
  const std::vector<std::string> others = rows(other);
  EXPECT_EQ(ours.size(), others.size());
  for (std::size_t i = 0; i < std::min(ours.size(), others.size()); ++i) EXPECT_EQ(ours[i], others[i]);
}

}  // namespace batch::testing_support
