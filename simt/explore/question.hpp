// The JSON object of a question, read key by key: every value is checked, because it may come from a page's address.
#pragma once

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "simt/explore/expression.hpp"
#include "simt/memory/device.hpp"

namespace simt::explore {

using Json = nlohmann::json;

class Question {
 public:
  explicit Question(const Json& json) : json_(json) {}

  std::string text(const char* key) const {
    if (!json_.contains(key) || !json_[key].is_string()) throw Wrong(fmt::format("{} must be a text", key));
    return json_[key];
  }

  std::int64_t number(const char* key, std::int64_t least, std::int64_t most) const {
    if (!json_.contains(key) || !json_[key].is_number_integer())
      throw Wrong(fmt::format("{} must be a whole number", key));
    const std::int64_t value = json_[key];
    if (value < least || value > most)
      throw Wrong(fmt::format("{} is {}; it must be from {} to {}", key, value, least, most));
    return value;
  }

  /// One of `choices`.
  std::string choice(const char* key, const std::vector<std::string>& choices) const {
    const std::string value = text(key);
    if (std::find(choices.begin(), choices.end(), value) == choices.end()) {
      throw Wrong(fmt::format("{} is \"{}\"; it must be one of {}", key, value, fmt::join(choices, ", ")));
    }
    return value;
  }

  /// 1, 2, 4, 8 or 16.
  std::uint32_t element_bytes() const {
    const std::int64_t bytes = number("bytes", 1, 16);
    if ((bytes & (bytes - 1)) != 0) throw Wrong("bytes must be 1, 2, 4, 8 or 16");
    return static_cast<std::uint32_t>(bytes);
  }

 private:
  const Json& json_;
};

/// `part` of `whole`, each rounded up to whole parts.
constexpr std::int64_t ceil_div(std::int64_t whole, std::int64_t part) { return (whole + part - 1) / part; }

}  // namespace simt::explore
