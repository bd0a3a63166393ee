// Hostile submissions on a GPU.
#include "tests/hostile/grade_hostile.hpp"

namespace hostile {
namespace {

class HostileCuda : public testing::TestWithParam<Row> {};

TEST_P(HostileCuda, GetsWhatItDeservesAndLeavesNothing) { expect_row(GetParam(), "cuda", Rights::as_we_are); }

INSTANTIATE_TEST_SUITE_P(All, HostileCuda, testing::ValuesIn(load_rows("cuda")),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace hostile
