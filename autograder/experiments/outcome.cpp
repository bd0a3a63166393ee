#include "experiments/outcome.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace experiments {
namespace {

using Json = nlohmann::ordered_json;
using experiment::Claim;
using experiment::Counts;
using experiment::Holds;
using experiment::Result;

constexpr std::array<std::string_view, 4> holds_words{"yes", "partly", "no", "unknown"};

struct CountField {
  const char* name;
  std::int64_t Counts::*count;
};
constexpr CountField count_fields[] = {
    {"load_requests", &Counts::load_requests},     {"load_sectors", &Counts::load_sectors},
    {"store_requests", &Counts::store_requests},   {"store_sectors", &Counts::store_sectors},
    {"atomic_requests", &Counts::atomic_requests}, {"atomic_sectors", &Counts::atomic_sectors},
    {"wavefronts", &Counts::wavefronts},           {"conflicts", &Counts::conflicts}};

Holds holds_of(const std::string& word) {
  for (std::size_t i = 0; i < holds_words.size(); ++i) {
    if (holds_words[i] == word) return static_cast<Holds>(i);
  }
  throw std::runtime_error("no claim holds '" + word + "'");
}

Result result_of(const Json& json) {
  Result result;
  json.at("group").get_to(result.group);
  json.at("label").get_to(result.label);
  json.at("x").get_to(result.x);
  json.at("bytes").get_to(result.bytes);
  result.steps = json.value("steps", 0);
  if (json.contains("counts")) {
    for (const CountField& field : count_fields) json.at("counts").at(field.name).get_to(result.counts.*field.count);
    if (json.contains("predicted")) {
      json.at("predicted").at("seconds").get_to(result.predicted_seconds);
      json.at("predicted").at("bound").get_to(result.bound);
    }
  } else {
    json.at("launches").get_to(result.launches);
    json.at("seconds").get_to(result.seconds);
  }
  return result;
}

Json json_of(const Result& result) {
  Json json{{"group", result.group}, {"label", result.label}, {"x", result.x}, {"bytes", result.bytes}};
  if (result.steps != 0) json["steps"] = result.steps;
  if (result.seconds.empty()) {
    for (const CountField& field : count_fields) json["counts"][field.name] = result.counts.*field.count;
    if (result.predicted_seconds != 0) {
      json["predicted"] = {{"seconds", result.predicted_seconds}, {"bound", result.bound}};
    }
  } else {
    json["gbps"] = result.gbps();
    if (result.steps != 0) json["us_a_step"] = result.microseconds_a_step();
    json["ci95"] = result.ci95();
    json["launches"] = result.launches;
    json["seconds"] = result.seconds;
  }
  return json;
}

Json json_of(const Claim& claim) {
  return {
      {"source", claim.source}, {"claimed", claim.claimed}, {"measured", claim.measured}, {"holds", word(claim.holds)}};
}

template <class Element>
Json array_of(const std::vector<Element>& elements) {
  Json array = Json::array();
  for (const Element& element : elements) array.push_back(json_of(element));
  return array;
}

void read_results(const Json& json, Outcome& outcome) {
  json.at("axis").get_to(outcome.axis);
  for (const Json& each : json.at("cases")) outcome.cases.push_back(result_of(each));
  for (const Json& each : json.at("claims")) {
    outcome.claims.push_back({each.at("source"), each.at("claimed"), each.at("measured"), holds_of(each.at("holds"))});
  }
  for (const Json& note : json.at("notes")) outcome.notes.push_back(note);
}

}  // namespace

std::string_view word(Holds holds) { return holds_words[static_cast<std::size_t>(holds)]; }

void read_driver_output(std::string_view text, Outcome& outcome) {
  try {
    const Json json = Json::parse(text);
    read_results(json, outcome);
    // The toolkit that compiled the experiment may be older than the installed one.
    if (const std::string toolkit = json.at("toolkit"); !toolkit.empty()) outcome.provenance.device.toolkit = toolkit;
  } catch (const Json::exception& error) {
    throw std::runtime_error(std::string("the output of the experiment's program cannot be read: ") + error.what());
  }
}

Outcome read_data_file(std::string_view text) {
  try {
    const Json json = Json::parse(text);
    Outcome outcome;
    json.at("experiment").get_to(outcome.name);
    json.at("backend").get_to(outcome.backend);
    const std::string what = json.at("what");
    outcome.title = what.substr(std::min(what.size(), outcome.name.size() + 2));
    const Json& device = json.at("device");
    Provenance& provenance = outcome.provenance;
    device.at("name").get_to(provenance.device.name);
    device.at("sm").get_to(provenance.device.sm);
    device.at("driver").get_to(provenance.device.driver);
    device.at("toolkit").get_to(provenance.device.toolkit);
    device.at("driver_release").get_to(provenance.driver_release);
    json.at("date").get_to(provenance.date);
    json.at("commit").get_to(provenance.commit);
    json.at("command").get_to(provenance.command);
    provenance.judged_commit = json.value("judged_commit", "");
    read_results(json, outcome);
    outcome.is_timed = std::any_of(outcome.cases.begin(), outcome.cases.end(),
                                   [](const Result& each) { return !each.seconds.empty(); });
    return outcome;
  } catch (const Json::exception& error) {
    throw std::runtime_error(std::string("this is no data file of an experiment: ") + error.what());
  }
}

std::string data_file(const Outcome& outcome) {
  const Provenance& provenance = outcome.provenance;
  Json json{{"what", outcome.name + ": " + outcome.title},
            {"experiment", outcome.name},
            {"backend", outcome.backend},
            {"device",
             {{"name", provenance.device.name},
              {"sm", provenance.device.sm},
              {"driver", provenance.device.driver},
              {"toolkit", provenance.device.toolkit},
              {"driver_release", provenance.driver_release}}},
            {"date", provenance.date},
            {"commit", provenance.commit},
            {"command", provenance.command}};
  if (!provenance.judged_commit.empty()) json["judged_commit"] = provenance.judged_commit;
  json["axis"] = outcome.axis;
  json["cases"] = array_of(outcome.cases);
  json["claims"] = array_of(outcome.claims);
  json["notes"] = outcome.notes;
  return json.dump(1) + "\n";
}

}  // namespace experiments
