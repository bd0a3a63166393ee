// S1.10: what guards cost in the kernels of which the source says it, matvec v2 and v3, whose guards are inside the
// loops over tiles; where the size is a multiple of the block and they could be left away. guards.cu has a copy and
// v1.0.
#include <cuda_runtime.h>

#include "matvec.cuh"

using namespace experiment;

namespace {

constexpr const char *without = "without guard", *with = "guarded";
constexpr const char* versions[] = {"v1.0", "v2", "v3"};

std::vector<Claim> judge_times(const Results& results) {
  std::vector<Claim> claims;
  for (const char* version : versions) {
    const Speed guarded = speed(results.of(with, version), results.of(without, version));
    const double loss = 1 - guarded.ratio;
    claims.push_back({"S1.10", std::string(version) + ": guards noticeably cost performance",
                      "with it " + text(guarded) + " × as fast", judged(loss > 0.02, loss > guarded.ci95)});
  }
  return claims;
}

// Where all elements exist, guards move nothing more. What they cost in instructions only a clock can tell.
std::vector<Claim> judge_counts(const Results& results) {
  std::vector<Claim> claims;
  for (const char* version : versions) {
    const Counts &one = results.of(with, version).counts, &other = results.of(without, version).counts;
    claims.push_back({"sectors", std::string(version) + ": guards move the same bytes",
                      text("%lld sectors loaded, and %lld without", static_cast<long long>(one.load_sectors),
                           static_cast<long long>(other.load_sectors)),
                      judged(one.load_sectors == other.load_sectors, false)});
  }
  return claims;
}

template <class Kernel>
Group group(const char* version, int side, Kernel unguarded, Kernel guarded) {
  return {version,
          {std::int64_t{side} * side, side},
          side,
          {matvec::square(without, 0, side, unguarded), matvec::square(with, 1, side, guarded)}};
}

}  // namespace

void describe_experiment(const Machine& machine, Experiment& described) {
  const int side = machine.is_emulated ? 256 : 16000;
  described.groups = {group(versions[0], side, matvec::v1_0<false>, matvec::v1_0<true>),
                      group(versions[1], side, matvec::v2<false>, matvec::v2<true>),
                      group(versions[2], side, matvec::v3<false>, matvec::v3<true>)};
  described.judge = machine.is_emulated ? judge_counts : judge_times;
}
