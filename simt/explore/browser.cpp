// The one function of the WebAssembly module that pages load.
#include <string>

#include "simt/explore/explorers.hpp"

/// The text stays valid until the next call.
extern "C" __attribute__((used)) const char* explore(const char* question) {
  static std::string answer;
  answer = simt::explore::answer(question);
  return answer.c_str();
}
