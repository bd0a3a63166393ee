#include "grader/pipeline/known_references.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace grader {
namespace {

using nlohmann::json;

json as_json(const ReferenceTimes& times) {
  const Samples& samples = times.samples;
  json extents = json::array();
  for (const std::int64_t extent : times.size.extent) extents.push_back(extent);
  return {{"extents", extents},       {"launches", times.launches},
          {"bound", times.bound},     {"copy", times.copy ? json(times.copy->value) : json()},
          {"event", samples.event},   {"outside", samples.outside},
          {"excess", samples.excess}, {"delay", samples.delay},
          {"stages", samples.stages}, {"first", samples.first},
          {"taken", samples.taken}};
}

/// Throws json::exception, or std::invalid_argument.
ReferenceTimes times_of(const json& from) {
  ReferenceTimes times;
  std::size_t i = 0;
  for (auto& extent : times.size.extent) extent = from.at("extents").at(i++).get<std::int64_t>();
  times.launches = from.at("launches").get<int>();
  times.bound = from.at("bound").get<double>();
  if (const json& copy = from.at("copy"); !copy.is_null()) times.copy = units::GBps{copy.get<double>()};
  Samples& samples = times.samples;
  from.at("event").get_to(samples.event);
  from.at("outside").get_to(samples.outside);
  from.at("excess").get_to(samples.excess);
  from.at("delay").get_to(samples.delay);
  from.at("stages").get_to(samples.stages);
  from.at("first").get_to(samples.first);
  from.at("taken").get_to(samples.taken);
  for (const std::size_t size :
       {samples.outside.size(), samples.excess.size(), samples.delay.size(), samples.first.size()}) {
    if (size != samples.size()) throw std::invalid_argument("a batch without all of its times");
  }
  return times;
}

}  // namespace

References read_known_references(const std::filesystem::path& file, const std::string& key) {
  std::ifstream in(file);
  const json all = json::parse(in, /*callback=*/nullptr, /*allow_exceptions=*/false);
  References references;
  try {
    if (all.at("key").get<std::string>() != key) return {};
    for (const auto& [part, times] : all.at("parts").items()) references.emplace(part, times_of(times));
  } catch (const json::exception&) {
    return {};
  } catch (const std::invalid_argument&) {
    return {};
  }
  return references;
}

void write_known_references(const std::filesystem::path& file, const std::string& key, const References& references) {
  json parts = json::object();
  for (const auto& [part, times] : references) parts[part] = as_json(times);
  // A name that is no text must not be an error: no verdict depends on this file.
  std::ofstream(file) << json{{"key", key}, {"parts", parts}}.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace grader
