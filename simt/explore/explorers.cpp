#include "simt/explore/explorers.hpp"

#include <map>

#include "simt/devices.hpp"
#include "support/config/table.hpp"

namespace simt::explore {
namespace {

Json answer_to(const Json& json) {
  using Explorer = Json (*)(const Question&, const memory::Device&);
  static const std::map<std::string, Explorer, std::less<>> explorers = {{"coalescing", coalescing},
                                                                         {"banks", banks},
                                                                         {"transpose", transpose},
                                                                         {"streams", streams},
                                                                         {"barrier", barrier}};
  const Question question(json);
  const auto explorer = explorers.find(question.text("explorer"));
  if (explorer == explorers.end()) throw Wrong(fmt::format("there is no explorer {}", question.text("explorer")));
  return explorer->second(question, parse_device(question.text("device"), "device"));
}

}  // namespace

std::string answer(std::string_view question) {
  const auto error = [](const std::string& what) {
    return Json{{"error", what}}.dump(-1, ' ', false, Json::error_handler_t::replace);
  };
  try {
    return answer_to(Json::parse(question)).dump();
  } catch (const Wrong& wrong) {
    return error(wrong.what());
  } catch (const config::Error& wrong) {
    return error(wrong.what());
  } catch (const Json::exception& wrong) {
    return error(std::string("the question is not as it should be: ") + wrong.what());
  } catch (const std::exception& bug) {
    return error(std::string("this is a bug in the explorer: ") + bug.what());
  }
}

}  // namespace simt::explore
