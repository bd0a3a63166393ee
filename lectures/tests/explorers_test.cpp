// The explorers: their numbers are the emulator's and the grader's for the same case, and the WebAssembly module gives
// the same answers as the program `explore`, byte for byte.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "support/process/child.hpp"

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using testing::HasSubstr;

constexpr const char* explore_program = COURSE_BUILD "/bin/explore";

process::Completed run(const std::vector<std::string>& command) {
  process::ChildOptions options;
  options.command = command;
  options.directory = COURSE_ROOT;
  options.environment = process::minimal_environment();
  process::set_variable(options.environment, "PATH", std::getenv("PATH"));
  return process::run(options, units::Seconds{2000}, units::Bytes{1 << 26});
}

bool succeeds(const std::string& command) { return std::system((command + " >/dev/null 2>&1").c_str()) == 0; }

std::string contents(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

std::string device_file(const std::string& name) { return contents(COURSE_ROOT "/simt/devices/" + name + ".toml"); }

class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "explorers-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make " + name);
    path_ = name;
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  fs::path write(const std::string& file, const std::string& text) const {
    std::ofstream(path_ / file) << text;
    return path_ / file;
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::string lines_of(const std::vector<Json>& questions) {
  std::string lines;
  for (const Json& question : questions) lines += question.dump() + "\n";
  return lines;
}

/// What `explore` answers.
std::vector<Json> answers(const std::vector<Json>& questions) {
  const Folder folder;
  const fs::path file = folder.write("questions", lines_of(questions));
  const process::Completed explored = run({"sh", "-c", "exec \"$1\" <\"$2\"", "sh", explore_program, file.string()});
  EXPECT_EQ(explored.ending.code, 0) << explored.output;
  std::vector<Json> answers;
  std::istringstream lines(explored.output);
  for (std::string line; std::getline(lines, line);) answers.push_back(Json::parse(line));
  EXPECT_EQ(answers.size(), questions.size());
  answers.resize(questions.size());
  return answers;
}

/// The report of ./emulate about a program. It may have findings.
Json emulated(const std::string& source, const std::string& device, const std::string& schedule = "0") {
  const Folder folder;
  const fs::path file = folder.write("case.cu", source);
  const fs::path report = folder.path() / "report.json";
  const process::Completed done = run({COURSE_BUILD "/bin/emulate", "--root", COURSE_ROOT, "--device", device,
                                       "--schedule", schedule, "--json", report.string(), file.string()});
  EXPECT_LE(done.ending.code, 1) << done.output << source;
  return Json::parse(contents(report));
}

/// The row of the report for loads or stores of one memory in a line that ends with the comment "// @NAME".
Json row_of(const Json& report, const std::string& source, const std::string& mark, const std::string& op) {
  std::istringstream lines(source);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.find("// @" + mark + "@") == std::string::npos) continue;
    for (const Json& row : report["traffic"]) {
      if (row["line"] == number && row["op"] == op && row["memory"] != "constant") return row;
    }
  }
  ADD_FAILURE() << "the report has no row for kernel " << mark;
  return Json::object();
}

const std::map<int, std::string> types = {{1, "char"}, {2, "short"}, {4, "float"}, {8, "double"}, {16, "float4"}};

// ---- coalescing ----

std::vector<Json> coalescing_questions(const std::string& device) {
  const std::vector<std::pair<std::string, std::string>> indices = {{"i", "1"},
                                                                    {"i + 1", "1"},
                                                                    {"2 * i", "1"},
                                                                    {"8 * i", "i < n"},
                                                                    {"i % 4 * 64 + i / 4", "i % 3 != 0"},
                                                                    {"n - 1 - i % 32", "1"},
                                                                    {"i ^ 5", "i % 2 == 0 && i >= 40"},
                                                                    {"(i & 7) << 3 | i >> 3", "!(i == 33)"},
                                                                    {"i > 50 ? 0 : 3 * i", "1"}};
  std::vector<Json> questions;
  for (const auto& [bytes, type] : types) {
    for (const auto& [index, active] : indices) {
      questions.push_back({{"explorer", "coalescing"},
                           {"device", device_file(device)},
                           {"expression", index},
                           {"active", active},
                           {"bytes", bytes},
                           {"warp", 1},
                           {"n", 60}});
    }
  }
  return questions;
}

std::string coalescing_program(const std::vector<Json>& questions) {
  std::string kernels, launches;
  for (std::size_t k = 0; k < questions.size(); ++k) {
    const Json& question = questions[k];
    kernels += fmt::format(
        "__global__ void k{0}(const {1}* in, {1}* out, int n) {{\n"
        "  const int i = threadIdx.x + 32 * {2};\n"
        "  if ({3}) {{\n"
        "    const {1} value = in[{4}];  // @{0}@\n"
        "    out[i] = value;\n"
        "  }}\n}}\n",
        k, types.at(question["bytes"]), question["warp"].get<int>(), question["active"].get<std::string>(),
        question["expression"].get<std::string>());
    launches += fmt::format("  k{}<<<1, 32>>>(({}*)in, ({}*)out, {});\n", k, types.at(question["bytes"]),
                            types.at(question["bytes"]), question["n"].get<int>());
  }
  return "#include <cuda_runtime.h>\n" + kernels +
         "int main() {\n  void *in, *out;\n  cudaMalloc(&in, 1 << 16);\n  cudaMalloc(&out, 1 << 16);\n"
         "  cudaMemset(in, 0, 1 << 16);\n" +
         launches + "  cudaDeviceSynchronize();\n  cudaFree(in);\n  cudaFree(out);\n}\n";
}

class OnDevice : public testing::TestWithParam<std::string> {};

using CoalescingExplorer = OnDevice;

TEST_P(CoalescingExplorer, CountsWhatTheEmulatorCounts) {
  const std::vector<Json> questions = coalescing_questions(GetParam());
  const std::vector<Json> found = answers(questions);
  const std::string source = coalescing_program(questions);
  const Json report = emulated(source, GetParam());
  for (std::size_t k = 0; k < questions.size(); ++k) {
    const Json row = row_of(report, source, std::to_string(k), "load");
    for (const std::string key : {"requests", "sectors", "ideal_sectors"}) {
      EXPECT_EQ(row[key], found[k][key]) << key << " of " << questions[k]["expression"] << questions[k]["bytes"];
    }
    if (GetParam() == "gtx280") {
      EXPECT_EQ(row["transactions"], found[k]["parts"].size()) << questions[k];
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, CoalescingExplorer, testing::Values("h200", "t4", "gtx280"),
                         [](const auto& info) { return info.param; });

// ---- banks ----

std::vector<Json> bank_questions(const std::string& device) {
  std::vector<Json> questions;
  for (const auto& [bytes, type] : types) {
    for (const int padding : {0, 1, 2}) {
      for (const std::string index :
           {"row * pitch + lane", "lane * pitch + row", "lane / 2 * 3", "0", "lane % 4 * pitch"}) {
        for (const std::string use : {"load", "store"}) {
          questions.push_back({{"explorer", "banks"},
                               {"device", device_file(device)},
                               {"width", 16},
                               {"padding", padding},
                               {"bytes", bytes},
                               {"expression", index},
                               {"row", 3},
                               {"use", use}});
        }
      }
    }
  }
  return questions;
}

std::string bank_program(const std::vector<Json>& questions) {
  std::string kernels, launches;
  for (std::size_t k = 0; k < questions.size(); ++k) {
    const Json& question = questions[k];
    const std::string& type = types.at(question["bytes"]);
    const bool is_load = question["use"] == "load";
    const std::string element = "tile[" + question["expression"].get<std::string>() + "]";
    kernels += fmt::format(
        "__global__ void k{0}({1}* data) {{\n"
        "  __shared__ __align__(128) {1} tile[800];\n"
        "  const int lane = threadIdx.x, row = {2}, pitch = {3};\n"
        "  for (int j = lane; j < 800; j += 32) tile[j] = data[j];\n"
        "  __syncthreads();\n"
        "  {4};  // @{0}@\n"
        "  __syncthreads();\n"
        "  data[1024 + lane] = tile[(lane * 25 + row) % 800];\n"
        "}}\n",
        k, type, question["row"].get<int>(), question["width"].get<int>() + question["padding"].get<int>(),
        is_load ? "data[lane] = " + element : element + " = data[lane]");
    launches += fmt::format("  k{}<<<1, 32>>>(({}*)data);\n", k, type);
  }
  return "#include <cuda_runtime.h>\n" + kernels +
         "int main() {\n  void* data;\n  cudaMalloc(&data, 1 << 16);\n  cudaMemset(data, 0, 1 << 16);\n" + launches +
         "  cudaDeviceSynchronize();\n  cudaFree(data);\n}\n";
}

using BanksExplorer = OnDevice;

TEST_P(BanksExplorer, CountsWhatTheEmulatorCounts) {
  const std::vector<Json> questions = bank_questions(GetParam());
  const std::vector<Json> found = answers(questions);
  const std::string source = bank_program(questions);
  const Json report = emulated(source, GetParam());
  for (std::size_t k = 0; k < questions.size(); ++k) {
    Json shared = report;
    std::erase_if(shared["traffic"].get_ref<Json::array_t&>(),
                  [](const Json& row) { return row["memory"] != "shared"; });
    const Json row = row_of(shared, source, std::to_string(k), questions[k]["use"]);
    for (const std::string key : {"requests", "wavefronts", "conflicts"}) {
      EXPECT_EQ(row[key], found[k][key]) << key << " of " << questions[k]["expression"] << questions[k]["bytes"]
                                         << questions[k]["padding"] << questions[k]["use"];
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, BanksExplorer, testing::Values("h200", "gtx280"),
                         [](const auto& info) { return info.param; });

// ---- transpose ----

Json transpose_question(const std::string& device, const std::string& kernel, const std::string& order) {
  return {{"explorer", "transpose"}, {"device", device_file(device)}, {"n", 512}, {"tile", 32}, {"order", order},
          {"kernel", kernel}};
}

// The metric "camping" of the solution's kernels of lab 3, which take their tiles in these orders.
TEST(TransposeExplorer, CampsAsTheGraderSays) {
  const Folder folder;
  for (const std::string device : {"h200", "gtx280"}) {
    const fs::path report = folder.path() / (device + ".json");
    const process::Completed graded =
        run({COURSE_BUILD "/bin/grade", "--root", COURSE_ROOT, "lab3", "--submission", "solutions/lab3_transpose",
             "--backend", "simt", "--device", device, "--json", report.string()});
    ASSERT_LE(graded.ending.code, 1) << graded.output;
    const std::vector<std::array<std::string, 3>> cases = {
        {"3.1", "naive", "rows"}, {"3.2", "tiled", "rows"}, {"3.3", "tiled", "rows"}, {"3.4", "tiled", "diagonal"}};
    const Json parts = Json::parse(contents(report))["parts"];
    for (const auto& [id, kernel, order] : cases) {
      const Json answer = answers({transpose_question(device, kernel, order)})[0];
      const auto part =
          std::find_if(parts.begin(), parts.end(), [&, id = id](const Json& one) { return one["id"] == id; });
      ASSERT_NE(part, parts.end());
      EXPECT_DOUBLE_EQ((*part).at("traffic_summary").at("partition_camping"), answer["camping"])
          << id << " on " << device;
    }
  }
}

// ---- streams ----

Json stream_question(const std::string& device, int chunks, int streams, const std::string& order,
                     const std::string& memory) {
  return {{"explorer", "streams"}, {"device", device_file(device)},
          {"mebibytes", 1},        {"passes", 3},
          {"chunks", chunks},      {"streams", streams},
          {"order", order},        {"memory", memory},
          {"engines", 0}};
}

std::string stream_program(const Json& question) {
  const bool is_pinned = question["memory"] == "pinned";
  const std::string copy_in =
      "cudaMemcpyAsync(device + first, host + first, 4 * count, cudaMemcpyHostToDevice, stream);";
  const std::string kernel = "work<<<(count + 255) / 256, 256, 0, stream>>>(device + first, count);";
  const std::string copy_out =
      "cudaMemcpyAsync(host + first, device + first, 4 * count, cudaMemcpyDeviceToHost, stream);";
  const auto loop = [](const std::string& body) {
    return "  for (long chunk = 0; chunk < CHUNKS; ++chunk) {\n    const long first = N * chunk / CHUNKS, count = N * "
           "(chunk + 1) / CHUNKS - first;\n    cudaStream_t stream = streams[chunk % STREAMS];\n" +
           body + "  }\n";
  };
  const std::string work =
      question["order"] == "depth" ? loop(copy_in + kernel + copy_out) : loop(copy_in) + loop(kernel) + loop(copy_out);
  return fmt::format(
      "#include <cuda_runtime.h>\n#include <cstdlib>\n"
      "constexpr long N = {}L << 18, CHUNKS = {}, STREAMS = {};\n"
      "__global__ void work(volatile float* data, int n) {{\n"
      "  const int i = blockIdx.x * 256 + threadIdx.x;\n"
      "  if (i < n)\n    for (int pass = 0; pass < {}; ++pass) data[i] = data[i];\n}}\n"
      "int main() {{\n  float *host, *device;\n  {};\n  for (long i = 0; i < N; ++i) host[i] = 0;\n"
      "  cudaMalloc(&device, 4 * N);\n  cudaStream_t streams[STREAMS];\n"
      "  for (cudaStream_t& stream : streams) cudaStreamCreate(&stream);\n{}"
      "  cudaDeviceSynchronize();\n  for (cudaStream_t stream : streams) cudaStreamDestroy(stream);\n"
      "  cudaFree(device);\n  {};\n}}\n",
      question["mebibytes"].get<int>(), question["chunks"].get<int>(), question["streams"].get<int>(),
      question["passes"].get<int>(), is_pinned ? "cudaMallocHost(&host, 4 * N)" : "host = (float*)std::malloc(4 * N)",
      work, is_pinned ? "cudaFreeHost(host)" : "std::free(host)");
}

TEST(StreamsExplorer, HasTheEmulatorsTimeline) {
  const std::vector<std::pair<std::string, Json>> cases = {
      {"h200", stream_question("h200", 1, 1, "depth", "pinned")},
      {"h200", stream_question("h200", 4, 2, "depth", "pinned")},
      {"h200", stream_question("h200", 4, 4, "breadth", "pageable")},
      {"t4", stream_question("t4", 8, 3, "breadth", "pinned")},
      {"gtx280", stream_question("gtx280", 4, 2, "depth", "pinned")},
      {"gtx280", stream_question("gtx280", 4, 4, "breadth", "pinned")}};
  for (const auto& [device, question] : cases) {
    const Json found = answers({question})[0]["operations"];
    const Json timeline = emulated(stream_program(question), device)["timeline"];
    ASSERT_EQ(found.size(), timeline.size()) << question << timeline.dump(1);
    // What the program prepares takes the host's time; the explorer begins behind that.
    const double before = timeline[0]["start"].get<double>() - found[0]["start"].get<double>();
    for (std::size_t i = 0; i < found.size(); ++i) {
      const auto now = [&](const char* key) { return timeline[i][key].get<double>() - before; };
      EXPECT_NEAR(found[i]["start"], now("start"), 1e-12) << i << " on " << device << question["order"];
      EXPECT_NEAR(found[i]["end"], now("end"), 1e-12) << i << " on " << device << question["order"];
      EXPECT_EQ(found[i]["stream"], timeline[i]["stream"]);
    }
  }
}

// ---- barrier ----

struct Barrier {
  std::string name, between;  // what stands between the store and the load of a stage
  std::string missing;        // in the explorer's words
  std::string said;           // in the emulator's
};

void PrintTo(const Barrier& barrier, std::ostream* out) { *out << barrier.name; }

class BarrierExplorer : public testing::TestWithParam<Barrier> {};

Json barrier_question(const std::string& program, const std::string& steps) {
  return {{"explorer", "barrier"}, {"device", device_file("h200")},
          {"program", program},    {"blocks", 2},
          {"steps", steps},        {"search", "yes"}};
}

std::string barrier_program(const std::string& between) {
  std::string stages;
  for (int stage = 0; stage < 2; ++stage) {
    stages += fmt::format("  value[{0}][b] = {1};\n", stage, stage + 1);
    std::string body = between;
    for (std::size_t at; (at = body.find("ALL")) != std::string::npos;)
      body.replace(at, 3, std::to_string(2 * stage + 2));
    stages += body + fmt::format("  sum += value[{}][(b + 1) % 2];\n", stage);
  }
  return "#include <cuda_runtime.h>\n__device__ int value[2][2];\n__device__ unsigned count;\n"
         "__global__ void two_stages(int* out) {\n  const int b = blockIdx.x;\n  int sum = 0;\n" +
         stages +
         "  out[b] = sum;\n}\nint main() {\n  int* out;\n  cudaMalloc(&out, 8);\n  two_stages<<<2, 1>>>(out);\n"
         "  cudaDeviceSynchronize();\n  cudaFree(out);\n}\n";
}

TEST_P(BarrierExplorer, FindsTheRaceThatTheEmulatorFinds) {
  const auto& [name, between, missing, said] = GetParam();
  const Json answer = answers({barrier_question(name, "")})[0];
  std::string texts;
  for (const std::string schedule : {"0", "1", "2", "3"}) {
    const Json report = emulated(barrier_program(between), "h200", schedule);
    for (const Json& finding : report["findings"]) {
      if (finding["kind"] == "global-race" || finding["kind"] == "missing-fence")
        texts += finding["text"].get<std::string>() + "\n";
    }
  }
  if (said.empty()) {
    EXPECT_EQ(texts, "");
    EXPECT_TRUE(answer["race_after"].is_null()) << answer["race_after"];
    return;
  }
  EXPECT_THAT(texts, HasSubstr(said));
  ASSERT_FALSE(answer["race_after"].is_null());
  const Json races = answers({barrier_question(name, answer["race_after"])})[0]["races"];
  ASSERT_FALSE(races.empty());
  EXPECT_EQ(races[0]["missing"], missing);
}

const std::string fence = "  __threadfence();\n";
const std::string wrap = "  atomicInc(&count, 1);\n  while (*(volatile unsigned*)&count != 0) {}\n";
const std::string grow = "  atomicAdd(&count, 1u);\n  while (*(volatile unsigned*)&count < ALL) {}\n";

INSTANTIATE_TEST_SUITE_P(
    All, BarrierExplorer,
    testing::Values(Barrier{"none", "", "order", "nothing orders the two accesses"},
                    Barrier{"printed", fence + wrap, "acquire fence", "with no __threadfence() after that"},
                    Barrier{"resets", fence + wrap + fence, "", ""},
                    Barrier{"no_release", grow + fence, "release fence", "with no __threadfence() in between"},
                    Barrier{"no_acquire", fence + grow, "acquire fence", "with no __threadfence() after that"},
                    Barrier{"growing", fence + grow + fence, "", ""}),
    [](const auto& info) { return info.param.name; });

// The reset race of lecture 4, and that a counter that only grows does not have it.
TEST(BarrierSteps, OnlyACounterThatIsResetCanHang) {
  for (const std::string program : {"none", "no_release", "no_acquire", "growing"}) {
    EXPECT_TRUE(answers({barrier_question(program, "")})[0]["hangs"].is_null()) << program;
  }
  for (const std::string program : {"printed", "resets"}) {
    const Json steps = answers({barrier_question(program, "")})[0]["hangs"];
    ASSERT_TRUE(steps.is_string()) << program;
    EXPECT_FALSE(answers({barrier_question(program, steps.get<std::string>().substr(1))})[0]["deadlock"]);
    EXPECT_TRUE(answers({barrier_question(program, steps)})[0]["deadlock"]) << program << steps;
  }
}

// The search goes one way to each state, and another way may order less. So orders are drawn at random, too.
TEST(BarrierSteps, NoOrderRacesWhereTheSearchFindsNone) {
  std::mt19937 random(1);
  const auto races = [&](const std::string& program) {
    std::vector<Json> questions;
    for (int i = 0; i < 100; ++i) {
      std::string steps;
      for (int step = 0; step < 40; ++step) steps += random() % 2 == 0 ? 'A' : 'B';
      questions.push_back(barrier_question(program, steps));
      questions.back()["search"] = "no";
    }
    int count = 0;
    for (const Json& answer : answers(questions)) count += answer["races"].empty() ? 0 : 1;
    return count;
  };
  EXPECT_EQ(races("growing"), 0);
  EXPECT_EQ(races("resets"), 0);
  EXPECT_GT(races("no_acquire"), 0) << "are they seen at all?";
}

// ---- wrong questions ----

struct WrongQuestion {
  std::string name;
  Json change;
  std::string said;
};

void PrintTo(const WrongQuestion& question, std::ostream* out) { *out << question.name; }

class WrongQuestions : public testing::TestWithParam<WrongQuestion> {};

TEST_P(WrongQuestions, AreAnsweredWithASentence) {
  Json question = coalescing_questions("h200")[0];
  question.update(GetParam().change);
  EXPECT_THAT(answers({question})[0].value("error", ""), HasSubstr(GetParam().said));
}

INSTANTIATE_TEST_SUITE_P(
    All, WrongQuestions,
    testing::Values(
        WrongQuestion{"end", {{"expression", "i +"}}, "at character 4 of \"i +\": a number or a name is missing"},
        WrongQuestion{"empty", {{"expression", ""}}, "is missing at the end"},
        WrongQuestion{"name", {{"expression", "j"}}, "there is no \"j\" here; the names are i, n"},
        WrongQuestion{"call", {{"expression", "f(i)"}}, "there is no \"f\""},
        WrongQuestion{"assignment", {{"expression", "i = 3"}}, "\"=\" was not expected"},
        WrongQuestion{"bracket", {{"expression", "(i"}}, "\")\" is missing"},
        WrongQuestion{"colon", {{"expression", "i ? 1"}}, "\":\" is missing"},
        WrongQuestion{"zero", {{"expression", "i / (i - i)"}}, "divides by zero"},
        WrongQuestion{"shift", {{"expression", "i << 80"}}, "a shift by 80 bits"},
        WrongQuestion{"large", {{"expression", "99999999999999999999"}}, "the number is too large"},
        WrongQuestion{"product", {{"expression", "i * 9007199254740992 * 4096 * 4096"}}, "larger than 2^53"},
        WrongQuestion{"far", {{"expression", "i * 9007199254740"}}, "is too far away"},
        WrongQuestion{"deep", {{"expression", std::string(100, '(')}}, "in each other"},
        WrongQuestion{"signs", {{"expression", std::string(100, '-') + "i"}}, "in a row"},
        WrongQuestion{"long", {{"expression", std::string(500, '1')}}, "at most 400 characters"},
        WrongQuestion{"bytes", {{"bytes", 3}}, "bytes must be 1, 2, 4, 8 or 16"},
        WrongQuestion{"warp", {{"warp", -1}}, "warp is -1; it must be from 0"},
        WrongQuestion{"text", {{"warp", "one"}}, "warp must be a whole number"},
        WrongQuestion{"explorer", {{"explorer", "other"}}, "there is no explorer other"},
        WrongQuestion{"device", {{"device", "name = 3"}}, "device:1: name"},
        WrongQuestion{"binary", {{"device", std::string("\x01\x02")}}, "device:1"}),
    [](const auto& info) { return info.param.name; });

// ---- the WebAssembly module ----

TEST(WebAssembly, AnswersAsTheProgramDoes) {
  if (!succeeds("command -v emcc") || !succeeds("command -v node")) GTEST_SKIP() << "no emcc, or no node";
  const std::string folder = COURSE_BUILD "/explorers";
  const process::Completed built = run({"lectures/widgets/build.sh", folder});
  ASSERT_EQ(built.ending.code, 0) << built.output;
  std::vector<Json> questions;
  const auto add = [&](const std::vector<Json>& more) { questions.insert(questions.end(), more.begin(), more.end()); };
  for (const std::string device : {"h200", "t4", "gtx280"}) {
    add(coalescing_questions(device));
    add(bank_questions(device));
    for (const std::string kernel : {"naive", "tiled"}) {
      for (const std::string order : {"rows", "columns", "diagonal"}) add({transpose_question(device, kernel, order)});
    }
    for (const int chunks : {1, 3, 16}) {
      for (const std::string order : {"depth", "breadth"}) {
        add({stream_question(device, chunks, 3, order, "pinned"),
             stream_question(device, chunks, 3, order, "pageable")});
      }
    }
  }
  for (const std::string program : {"none", "printed", "resets", "no_release", "no_acquire", "growing"}) {
    add({barrier_question(program, "ABABAABBAABBABABAABBABABAA")});
  }
  add({{{"explorer", "none"}, {"device", ""}}, {{"explorer", "coalescing"}, {"device", "name = 3"}}});
  const Folder questions_folder;
  const std::string file = questions_folder.write("questions", lines_of(questions)).string();
  const process::Completed native = run({"sh", "-c", "exec \"$1\" <\"$2\"", "sh", explore_program, file});
  const process::Completed module = run({"sh", "-c", "exec node lectures/widgets/node_answers.js \"$1\" <\"$2\"", "sh",
                                         folder + "/explorers-model.js", file});
  EXPECT_EQ(module.ending.code, 0) << module.output.substr(0, 2000);
  std::istringstream expected(native.output), given(module.output);
  std::size_t count = 0;
  for (std::string one, other; std::getline(expected, one); ++count) {
    std::getline(given, other);
    ASSERT_EQ(one, other) << questions[count];
  }
  EXPECT_EQ(count, questions.size());
}

}  // namespace
