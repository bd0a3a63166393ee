// Right programs may use the C++ library's containers, streams, texts, exceptions and numbers beside their kernels.
#include "transpose.cuh"

#include <algorithm>
#include <any>
#include <atomic>
#include <bitset>
#include <charconv>
#include <chrono>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <forward_list>
#include <functional>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <sstream>
#include <stack>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <typeinfo>
#include <unordered_map>
#include <unordered_set>
#include <valarray>
#include <vector>

namespace {

struct Launcher {
  virtual ~Launcher() = default;
  virtual int side() const = 0;
};
struct Tiles : Launcher {
  int side() const override { return 32; }
};

thread_local int calls = 0;
thread_local std::vector<int> sizes;

void expect(bool is_right, const char* what) {
  if (!is_right) throw std::logic_error(what);
}

void ordered(int n) {
  std::map<int, std::string> names;
  for (int i = 0; i < 100; ++i) names[i * 37 % 101] = std::to_string(i);
  for (int i = 0; i < 50; ++i) names.erase(i);
  names.emplace(1000, "last");
  expect(names.size() == 51 && names.rbegin()->second == "last" && names.find(60) != names.end(), "map");
  std::multimap<std::string, int> all{{"b", 1}, {"a", 2}, {"b", 3}};
  expect(all.count("b") == 2 && all.begin()->second == 2, "multimap");
  std::set<int> numbers{3, 1, 2, n};
  int sum = 0;
  for (const int number : numbers) sum += number;
  expect(numbers.lower_bound(2) != numbers.end() && sum >= 6, "set");
}

void lists() {
  std::list<int> numbers{5, 3, 9, 1};
  numbers.sort();
  numbers.reverse();
  numbers.push_front(7);
  std::list<int> others{11, 12};
  numbers.splice(numbers.end(), others);
  numbers.remove(9);
  numbers.unique();
  expect(numbers.size() == 6 && numbers.front() == 7 && numbers.back() == 12, "list");
  std::forward_list<int> forward{1, 2};
  forward.push_front(3);
  std::stack<int> stack;
  stack.push(forward.front());
  expect(stack.top() == 3, "stack");
}

void hashed(int n) {
  std::unordered_map<std::string, int> counts;
  for (int i = 0; i < 300; ++i) ++counts["a long name of a counter " + std::to_string(i % 7)];
  counts.erase("none");
  counts.reserve(100);
  std::unordered_set<int> seen{1, 2, n};
  expect(counts.size() == 7 && seen.count(n) == 1, "unordered");
}

void streams(int n) {
  std::stringstream both;
  both << n << ' ' << 2.5 << " word " << 255;
  int number = 0;
  double half = 0;
  std::string word;
  both >> number >> half >> word;
  expect(number == n && half == 2.5 && word == "word", "stringstream");
  std::ostringstream out;
  out << "size " << n << 'x' << 1.5f << true << 3l << 4ul << std::string(100, '-');
  expect(out.str().find("size ") == 0 && out.str().size() > 100, "ostringstream");
  std::istringstream in("first line\nsecond line\n17");
  std::string line;
  std::getline(in, line);
  expect(line == "first line", "getline");
  std::getline(in, line, ' ');
  in >> word >> number;
  expect(line == "second" && word == "line" && number == 17 && !(in >> number), "istringstream");
  std::cout << out.str() << std::boolalpha << true << std::scientific << 3.5 << std::endl;
  std::cerr << "a message\n";
  std::clog << 'c' << std::flush;
}

void texts() {
  expect(std::stoi("12") + std::atoi("3") + std::strtol("4", nullptr, 10) == 19, "stoi");
  expect(std::stod("1.5") + std::strtod("0.5", nullptr) + std::stof("2") == 4, "stod");
  char text[40], copy[40];
  std::strcpy(text, "abc");
  std::strcat(text, "def");
  std::strncpy(copy, text, sizeof copy);
  expect(std::strncmp(text, copy, 5) == 0 && std::strchr(text, 'd') != nullptr && std::strstr(copy, "cd") != nullptr,
         "C");
  const auto end = std::to_chars(text, text + sizeof text, 123);
  int number = 0;
  std::from_chars(text, end.ptr, number);
  std::string upper = "abc";
  std::transform(upper.begin(), upper.end(), upper.begin(), [](unsigned char c) { return std::toupper(c); });
  expect(number == 123 && upper == "ABC", "characters");
}

void exceptions(const Launcher& launcher) {
  expect(dynamic_cast<const Tiles*>(&launcher) != nullptr, typeid(launcher).name());
  for (int i = 0; i < 4; ++i) {
    try {
      if (i == 0) throw std::system_error(std::make_error_code(std::errc::invalid_argument));
      if (i == 1) throw std::bad_alloc();
      if (i == 2) static_cast<void>(std::any_cast<float>(std::any(3)));
      std::stoi("no number");
    } catch (const std::system_error& error) {
      std::cout << error.what() << error.code() << '\n';
    } catch (const std::exception& error) {
      std::cout << error.what() << '\n';
    }
  }
  std::exception_ptr kept;
  try {
    throw 3;
  } catch (...) {
    kept = std::current_exception();
  }
  try {
    std::rethrow_exception(kept);
  } catch (int number) {
    expect(number == 3, "exception_ptr");
  }
}

void numbers() {
  std::mt19937_64 generator(3);
  std::default_random_engine small(5);
  std::uniform_int_distribution<int> die(1, 6);
  std::bernoulli_distribution coin;
  std::poisson_distribution<int> rare;
  std::vector<int> cards{1, 2, 3};
  std::shuffle(cards.begin(), cards.end(), small);
  const int sum = die(generator) + coin(generator) + rare(generator);
  std::complex<double> z(1, 2);
  z = std::exp(z) * std::sqrt(z) / std::complex<double>(3, 4);
  std::valarray<float> values{1, 2, 3};
  std::cout << sum << std::abs(z) << z << values.sum() << std::bitset<8>(5) << '\n';
  int sorted[] = {3, 1, 2};
  std::qsort(sorted, 3, sizeof(int),
             [](const void* a, const void* b) { return *static_cast<const int*>(a) - *static_cast<const int*>(b); });
  expect(sorted[0] == 1 && sorted[2] == 3, "qsort");
  std::atomic<int> counter{0};
  counter.fetch_add(2);
  std::this_thread::sleep_for(std::chrono::microseconds(1));
  expect(counter.load() == 2, "atomic");
}

template <class Work>
void twice(Work&& work) {
  for (int i = 0; i < 2; ++i) work(i);
}

__global__ void strided(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x < width && y < height) out[static_cast<size_t>(x) * height + y] = in[static_cast<size_t>(y) * width + x];
}

}  // namespace

void transpose_naive(float* out, const float* in, int width, int height) {
  ++calls;
  sizes.push_back(width);
  const std::unique_ptr<Launcher> launcher = std::make_unique<Tiles>();
  const int side = launcher->side();
  ordered(width);
  lists();
  hashed(width);
  streams(width);
  texts();
  exceptions(*launcher);
  numbers();
  std::function<void(dim3, dim3)> launch = [=](dim3 blocks, dim3 threads) {
    strided<<<blocks, threads>>>(out, in, width, height);
  };
  launch(dim3((width + side - 1) / side, (height + 7) / 8), dim3(side, 8));
  int done = 0;
  twice([&](int i) { done += i; });
  expect(done == 1 && calls > 0 && sizes.back() == width, "thread_local");
}
