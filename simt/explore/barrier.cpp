#include <array>
#include <deque>
#include <map>
#include <set>
#include <tuple>

#include "simt/explore/explorers.hpp"
#include "simt/memory/global_races.hpp"

namespace simt::explore {
namespace {

enum class Step : std::uint8_t { store, load, fence, count_and_wrap, count_up, look_for_zero, look_for_all };

struct Statement {
  Step step = Step::store;
  int stage = 0;
  std::string text;
};

constexpr int stages = 2;
constexpr std::uint64_t counter_address = 0;
constexpr std::uint64_t values_address = 128;  // value[stage][block]; another sector
constexpr std::size_t watched_bytes = 256;
constexpr std::size_t most_steps = 400;
constexpr int most_blocks = 3;

// What stands between the two fences' places, and whether the fences are there.
struct Program {
  bool has_barrier = true, wraps = false, has_release = true, has_acquire = true;
};

const std::map<std::string, Program, std::less<>> barrier_programs = {
    {"none", {false}},                           // no barrier at all
    {"printed", {true, true, true, false}},      // as old texts print it, with a volatile counter
    {"resets", {true, true, true, true}},        // the same, with both fences
    {"no_release", {true, false, false, true}},  // the counter only grows, no fence before it
    {"no_acquire", {true, false, true, false}},  // the same, no fence after it
    {"growing", {true, false, true, true}}};

std::vector<Statement> statements_of(const Program& program, int blocks) {
  std::vector<Statement> all;
  for (int stage = 0; stage < stages; ++stage) {
    all.push_back({Step::store, stage, fmt::format("value[{}][b] = {};", stage, stage + 1)});
    if (program.has_barrier) {
      if (program.has_release) all.push_back({Step::fence, stage, "__threadfence();"});
      if (program.wraps) {
        all.push_back({Step::count_and_wrap, stage, fmt::format("atomicInc(&count, {});", blocks - 1)});
        all.push_back({Step::look_for_zero, stage, "while (count != 0) {}"});
      } else {
        all.push_back({Step::count_up, stage, "atomicAdd(&count, 1);"});
        all.push_back({Step::look_for_all, stage, fmt::format("while (count < {}) {{}}", (stage + 1) * blocks)});
      }
      if (program.has_acquire) all.push_back({Step::fence, stage, "__threadfence();"});
    }
    all.push_back({Step::load, stage, fmt::format("sum += value[{}][(b + 1) % {}];", stage, blocks)});
  }
  return all;
}

// Everything that decides which steps are possible from here on.
struct State {
  std::array<int, most_blocks> at{};
  int counter = 0;
  bool operator<(const State& other) const { return std::tie(at, counter) < std::tie(other.at, other.counter); }
};

class Machine {
 public:
  Machine(const std::vector<Statement>& statements, int blocks) : statements_(statements), blocks_(blocks) {}

  bool has_ended(const State& state, int block) const {
    return state.at[block] == static_cast<int>(statements_.size());
  }
  /// The block's next statement is a look at the counter that does not let it go on.
  bool waits(const State& state, int block) const {
    if (has_ended(state, block)) return false;
    const Statement& next = statements_[state.at[block]];
    if (next.step == Step::look_for_zero) return state.counter != 0;
    return next.step == Step::look_for_all && state.counter < (next.stage + 1) * blocks_;
  }
  bool is_deadlock(const State& state) const {
    bool has_waiting = false;
    for (int block = 0; block < blocks_; ++block) {
      if (waits(state, block)) {
        has_waiting = true;
      } else if (!has_ended(state, block)) {
        return false;
      }
    }
    return has_waiting;
  }
  /// After the next statement of a block that has not ended.
  State after(State state, int block) const {
    if (waits(state, block)) return state;
    const Step step = statements_[state.at[block]++].step;
    if (step == Step::count_up) ++state.counter;
    if (step == Step::count_and_wrap) state.counter = state.counter == blocks_ - 1 ? 0 : state.counter + 1;
    return state;
  }
  const std::vector<Statement>& statements() const { return statements_; }
  int blocks() const { return blocks_; }

 private:
  const std::vector<Statement>& statements_;
  int blocks_;
};

struct Race {
  std::size_t step = 0;
  int block = 0, statement = 0, other_block = 0, other_statement = 0;
  memory::Missing missing = memory::Missing::order;
};

// One path, with the emulator's check for races. Each block has one thread.
class Path {
 public:
  Path(const Machine& machine, const std::string& steps) : machine_(machine), races_(order_) {
    races_.begin_launch();
    races_.watch(counter_address, watched_bytes);
    for (int block = 0; block < machine.blocks(); ++block) {
      clocks_.emplace_back(memory::warp_lanes);
      orders_.emplace_back(static_cast<std::uint32_t>(block), order_.begin_block());
    }
    for (const char one : steps) step(one - 'A');
  }
  Path(const Path&) = delete;
  Path& operator=(const Path&) = delete;

  const State& state() const { return state_; }
  const std::vector<Race>& races() const { return found_; }
  const Json& log() const { return log_; }
  int sum(int block) const { return sums_[block]; }

 private:
  void step(int block) {
    if (machine_.has_ended(state_, block)) return;
    const int at = state_.at[block];
    const Statement& statement = machine_.statements()[at];
    order_.begin_turn(orders_[block], clocks_[block]);
    order_.set_thread(0);
    std::string what;
    const auto value_at = [&](int of) {
      return values_address + sizeof(int) * static_cast<std::uint64_t>(statement.stage * machine_.blocks() + of);
    };
    switch (statement.step) {
      case Step::store:
        access(block, at, value_at(block), true, false, false);
        values_[statement.stage][block] = statement.stage + 1;
        what = fmt::format("value[{}][{}] is {}", statement.stage, block, statement.stage + 1);
        break;
      case Step::load: {
        const int other = (block + 1) % machine_.blocks();
        access(block, at, value_at(other), false, false, false);
        sums_[block] += values_[statement.stage][other];
        what = fmt::format("reads {}", values_[statement.stage][other]);
        break;
      }
      case Step::fence:
        order_.fence(memory::Scope::device);
        what = "fence";
        break;
      case Step::count_and_wrap:
      case Step::count_up:
        access(block, at, counter_address, true, true, false);
        order_.strong_load({counter_address / 4, 0}, true);
        order_.strong_store({counter_address / 4, 0}, true);
        what = fmt::format("count is {}", machine_.after(state_, block).counter);
        break;
      case Step::look_for_zero:
      case Step::look_for_all:
        access(block, at, counter_address, false, true, true);
        order_.strong_load({counter_address / 4, 0}, false);
        what = fmt::format("sees count {}, {}", state_.counter, machine_.waits(state_, block) ? "waits" : "goes on");
        break;
    }
    state_ = machine_.after(state_, block);
    log_.push_back({{"block", block}, {"statement", at}, {"text", what}});
  }

  void access(int block, int statement, std::uint64_t address, bool is_store, bool is_strong, bool is_volatile) {
    const memory::GlobalAccess one{static_cast<std::uint32_t>(statement),
                                   address,
                                   sizeof(int),
                                   is_store,
                                   is_strong,
                                   is_volatile,
                                   memory::Scope::device};
    const memory::GlobalRace* const race = races_.access(races_.words(counter_address), counter_address, one);
    if (race == nullptr) return;
    found_.push_back({log_.size(), block, statement, static_cast<int>(race->other.block),
                      static_cast<int>(race->other_site), race->missing});
  }

  const Machine& machine_;
  memory::Order order_;
  memory::GlobalRaces races_;
  std::deque<memory::WarpClocks> clocks_;
  std::deque<memory::BlockOrder> orders_;
  State state_;
  std::array<std::array<int, most_blocks>, stages> values_{};
  std::array<int, most_blocks> sums_{};
  std::vector<Race> found_;
  Json log_ = Json::array();
};

std::string missing_in_words(memory::Missing missing) {
  switch (missing) {
    case memory::Missing::release_fence:
      return "release fence";
    case memory::Missing::acquire_fence:
      return "acquire fence";
    default:
      return "order";
  }
}

// Breadth first over all states: the first path to a deadlock is a shortest one.
void search(const Machine& machine, Json& answer) {
  std::set<State> known = {State{}};
  std::deque<std::pair<State, std::string>> waiting = {{State{}, ""}};
  answer["hangs"] = nullptr;
  answer["race_after"] = nullptr;
  answer["states"] = 0;
  for (; !waiting.empty(); waiting.pop_front()) {
    const auto& [state, steps] = waiting.front();
    if (answer["hangs"].is_null() && machine.is_deadlock(state)) answer["hangs"] = steps;
    for (int block = 0; block < machine.blocks(); ++block) {
      if (machine.has_ended(state, block)) continue;
      const State next = machine.after(state, block);
      const std::string further = steps + static_cast<char>('A' + block);
      // Two paths to one state may differ in what is ordered: the race check sees each step, not only new states.
      if (answer["race_after"].is_null() && !Path(machine, further).races().empty()) answer["race_after"] = further;
      if (known.insert(next).second) waiting.emplace_back(next, further);
    }
  }
  answer["states"] = known.size();
}

}  // namespace

Json barrier(const Question& question, const memory::Device&) {
  std::vector<std::string> names;
  for (const auto& [name, program] : barrier_programs) names.push_back(name);
  const std::string name = question.choice("program", names);
  const int blocks = static_cast<int>(question.number("blocks", 2, most_blocks));
  const std::string steps = question.text("steps");
  if (steps.size() > most_steps) throw Wrong(fmt::format("there are more than {} steps", most_steps));
  for (const char one : steps) {
    if (one < 'A' || one >= 'A' + blocks) throw Wrong(fmt::format("there is no block {}", std::string(1, one)));
  }

  const std::vector<Statement> statements = statements_of(barrier_programs.find(name)->second, blocks);
  const Machine machine(statements, blocks);
  const Path path(machine, steps);
  Json answer = {
      {"counter", path.state().counter}, {"log", path.log()},       {"deadlock", machine.is_deadlock(path.state())},
      {"statements", Json::array()},     {"blocks", Json::array()}, {"races", Json::array()}};
  for (const Statement& one : statements) answer["statements"].push_back(one.text);
  for (int block = 0; block < blocks; ++block) {
    answer["blocks"].push_back({{"statement", path.state().at[block]},
                                {"waits", machine.waits(path.state(), block)},
                                {"ended", machine.has_ended(path.state(), block)},
                                {"sum", path.sum(block)}});
  }
  for (const Race& race : path.races()) {
    answer["races"].push_back({{"step", race.step},
                               {"block", race.block},
                               {"statement", race.statement},
                               {"other_block", race.other_block},
                               {"other_statement", race.other_statement},
                               {"missing", missing_in_words(race.missing)}});
  }
  if (question.choice("search", {"no", "yes"}) == "yes") search(machine, answer);
  return answer;
}

}  // namespace simt::explore
