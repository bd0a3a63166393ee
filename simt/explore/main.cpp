// The program `explore`: answers one question of an explorer in each line of its input, with one line. It is what tests
// compare the WebAssembly module with.
#include <iostream>
#include <string>

#include "simt/explore/explorers.hpp"

int main() {
  for (std::string question; std::getline(std::cin, question);) {
    std::cout << simt::explore::answer(question) << '\n';
  }
  return std::cin.bad() || !std::cout.flush() ? 1 : 0;
}
