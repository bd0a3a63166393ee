#include "backends/host_workspace.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <system_error>

#include "backends/placed_workspace.hpp"
#include "course/operations.hpp"
#include "process/descriptor.hpp"

namespace backends {
namespace {

using Judge = Tally (*)(const float* actual, const course::Inputs& inputs, course::Size size, int output,
                        std::int64_t elements);

template <class Operation>
Tally judge_elements(const float* actual, const course::Inputs& inputs, course::Size size, int output,
                     std::int64_t elements) {
  Tally tally;
  for (std::int64_t i = 0; i < elements; ++i) {
    if (bits_of(actual[i]) == course::poison_bits) ++tally.poisoned;
    if (is_right(actual[i], Operation::expected(inputs, size, output, i))) continue;
    ++tally.wrong;
    tally.first_wrong = std::min(tally.first_wrong, static_cast<unsigned long long>(i));
  }
  return tally;
}

template <class... Operations>
constexpr auto judges(std::tuple<Operations...>* /*list*/) {
  return std::array<Judge, sizeof...(Operations)>{judge_elements<Operations>...};
}
constexpr auto judge_of = judges(static_cast<course::Operations*>(nullptr));

class HostWorkspace : public PlacedWorkspace {
 public:
  HostWorkspace(const Problem& problem, runner::Lending lending)
      : PlacedWorkspace(problem, lending), memory_(memfd_create("lent", MFD_CLOEXEC)) {
    void* base = MAP_FAILED;
    if (memory_.get() >= 0 && ftruncate(memory_.get(), region().bytes) == 0) {
      base = mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_SHARED, memory_.get(), 0);
    }
    if (base == MAP_FAILED) {
      throw CannotGrade("cannot get " + std::to_string(bytes() >> 20) +
                        " MiB of shared memory: " + std::generic_category().message(errno));
    }
    base_ = static_cast<char*>(base);
  }
  ~HostWorkspace() override { munmap(base_, bytes()); }
  HostWorkspace(const HostWorkspace&) = delete;
  HostWorkspace& operator=(const HostWorkspace&) = delete;

  int descriptor() const override { return memory_.get(); }

 private:
  std::size_t bytes() { return static_cast<std::size_t>(region().bytes); }
  float* at(std::int64_t offset) const { return reinterpret_cast<float*>(base_ + offset); }

  void fill_input(std::int64_t offset, std::int64_t elements, const course::Inputs& inputs, int buffer) override {
    for (std::int64_t i = 0; i < elements; ++i) at(offset)[i] = inputs(buffer, i);
  }
  bool is_input_unchanged(std::int64_t offset, std::int64_t elements, const course::Inputs& inputs,
                          int buffer) override {
    for (std::int64_t i = 0; i < elements; ++i) {
      if (bits_of(at(offset)[i]) != bits_of(inputs(buffer, i))) return false;
    }
    return true;
  }
  void fill(std::int64_t from, std::int64_t to, std::uint32_t bits) override {
    std::fill(at(from), at(to), std::bit_cast<float>(bits));
  }
  bool still_holds(std::int64_t from, std::int64_t to, std::uint32_t bits) override {
    return std::all_of(at(from), at(to), [=](float value) { return bits_of(value) == bits; });
  }
  Tally judge(std::int64_t offset, std::int64_t elements, const course::Inputs& inputs, int output) override {
    const auto id = static_cast<std::size_t>(problem().operation.id);
    return judge_of[id](at(offset), inputs, problem().size, output, elements);
  }
  float read(std::int64_t offset) override { return *at(offset); }

  process::Descriptor memory_;
  char* base_ = nullptr;
};

}  // namespace

std::unique_ptr<Workspace> make_host_workspace(const Problem& problem, runner::Lending lending) {
  return std::make_unique<HostWorkspace>(problem, lending);
}

}  // namespace backends
