// Holds the throughput estimate against what was published for the GTX 280 (Ruetsch, Micikevicius: Optimizing Matrix
// Transpose in CUDA, NVIDIA 2009; repeated on the same chip by Conrad 2010): six kernels, as their address streams.
#include "simt/memory/estimate.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <functional>
#include <map>
#include <string>

#include "simt/devices.hpp"

namespace simt::memory {
namespace {

Device gtx280() { return load_device(COURSE_ROOT "/autograder/simt/devices", "gtx280"); }

constexpr int word = 4;

/// Square tiles of `tile` elements a side, moved by blocks of tile × rows threads.
struct Shape {
  int tile = 0;
  int rows = 0;
};
constexpr Shape nvidia{32, 8};   // as the figures were published
constexpr Shape conrad{16, 16};  // S3.4

/// Where a thread block goes and what each of its threads touches.
struct Kernel {
  const char* name;
  double published;  // GiB/s at 2048²
  bool transposes = true;
  int tile_pitch = 0;  // elements a row of the tile in shared memory has beyond the tile's own; -1: no tile there
  bool is_diagonal = false;
};

const std::vector<Kernel> kernels{
    {"copy", 96.9, false, -1}, {"shared copy", 80.9, false, 0}, {"diagonal", 69.5, true, 1, true},
    {"padded", 16.6, true, 1}, {"tiled", 16.5, true, 0},        {"naive", 2.2, true, -1},
};

/// One matrix width, and the matrices one after the other in memory.
class Launch {
 public:
  Launch(const Kernel& kernel, Shape shape, int width, const Device& device)
      : kernel_(kernel), shape_(shape), width_(width), out_(std::uint64_t{word} * width * width), estimate_(device) {
    const bool has_tile = kernel.tile_pitch >= 0;
    const int shared_bytes = has_tile ? word * shape.tile * (shape.tile + kernel.tile_pitch) : 0;
    estimate_.begin_launch({shape.tile * shape.rows, shared_bytes});
    const int grid = width / shape.tile;
    for (int y = 0; y < grid; ++y) {
      for (int x = 0; x < grid; ++x) {
        estimate_.begin_block();
        kernel.is_diagonal ? run_block((x + y) % grid, x) : run_block(x, y);
      }
    }
  }

  /// 1 GiB/s is 2³⁰ bytes a second, as in the publications.
  double gib_per_second() { return 2.0 * word * width_ * width_ / estimate_.seconds() / static_cast<double>(1 << 30); }

 private:
  using Address = std::function<std::uint64_t(int x, int y)>;

  void run_block(int block_x, int block_y) {
    const int x0 = block_x * shape_.tile;
    const int y0 = block_y * shape_.tile;
    const auto at = [&](int x, int y) { return word * (static_cast<std::uint64_t>(y) * width_ + x); };
    const bool has_tile = kernel_.tile_pitch >= 0;
    const int pitch = shape_.tile + kernel_.tile_pitch;
    for_each_warp([&](int x, int y) { return at(x0 + x, y0 + y); }, false);
    if (has_tile) for_each_warp([&](int x, int y) { return word * (static_cast<std::uint64_t>(y) * pitch + x); }, true);
    const bool by_columns = has_tile && kernel_.transposes;
    if (has_tile) {
      for_each_warp(
          [&](int x, int y) { return word * static_cast<std::uint64_t>(by_columns ? x * pitch + y : y * pitch + x); },
          true);
    }
    for_each_warp(
        [&](int x, int y) {
          if (!kernel_.transposes) return out_ + at(x0 + x, y0 + y);
          return out_ + (has_tile ? at(y0 + x, x0 + y) : at(y0 + y, x0 + x));
        },
        false);
  }

  // Every element of the tile once; threads of a warp are neighbours in x first.
  void for_each_warp(const Address& address, bool is_shared) {
    Request request;
    request.active = ~std::uint32_t{0};
    request.bytes = word;
    for (int first = 0; first < shape_.tile * shape_.tile; first += warp_lanes) {
      for (int lane = 0; lane < warp_lanes; ++lane) {
        request.address[lane] = address((first + lane) % shape_.tile, (first + lane) / shape_.tile);
      }
      is_shared ? estimate_.shared(request) : estimate_.global(request);
    }
  }

  const Kernel& kernel_;
  Shape shape_;
  int width_;
  std::uint64_t out_;
  Estimate estimate_;
};

double estimate(const Kernel& kernel, Shape shape, int width, const Device& device = gtx280()) {
  return Launch(kernel, shape, width, device).gib_per_second();
}

const Kernel& kernel(const std::string& name) {
  return *std::find_if(kernels.begin(), kernels.end(), [&](const Kernel& one) { return one.name == name; });
}

TEST(Estimate, KeepsThePublishedOrderAndIsWithinAFactorOfTwo) {
  std::map<std::string, double> of;
  std::printf("GTX 280, 2048 x 2048 floats, GiB/s\n%-12s %9s %13s %6s %15s\n", "kernel", "published", "32x32 by 32x8",
              "ratio", "16x16 by 16x16");
  for (const Kernel& one : kernels) {
    of[one.name] = estimate(one, nvidia, 2048);
    const double ratio = of[one.name] / one.published;
    std::printf("%-12s %9.1f %13.1f %6.2f %15.1f\n", one.name, one.published, of[one.name], ratio,
                estimate(one, conrad, 2048));
    EXPECT_GT(ratio, 0.5) << one.name;
    EXPECT_LT(ratio, 2.0) << one.name;
  }
  EXPECT_GT(of["copy"], of["shared copy"]);
  EXPECT_GT(of["shared copy"], of["diagonal"]);
  EXPECT_GT(of["diagonal"], 2 * of["padded"]);
  EXPECT_GE(of["padded"], of["tiled"]);
  EXPECT_LT(of["padded"], 1.25 * of["tiled"]);
  EXPECT_GT(of["tiled"], 4 * of["naive"]);
}

// S3.6 and S3.7.
TEST(Estimate, CollapsesAtMultiplesOf512AndNotBetween) {
  std::printf("%5s %8s %8s\n", "width", "padded", "diagonal");
  for (int width = 1024; width <= 2048; width += 64) {
    const double padded = estimate(kernel("padded"), nvidia, width);
    const double diagonal = estimate(kernel("diagonal"), nvidia, width);
    std::printf("%5d %8.1f %8.1f\n", width, padded, diagonal);
    EXPECT_GT(diagonal, 60) << width;
    if (width % 512 == 0) {
      EXPECT_LT(padded, 35) << width;
    } else {
      EXPECT_GT(padded, 45) << width;
    }
  }
}

// The CUDA C Best Practices Guide 4.2 gives offsetCopy on this chip 120 GB/s where a half-warp takes one transaction
// and 70 where it takes two. The first is the bandwidth the estimate starts from; the second must follow from it.
TEST(Estimate, AnOffsetCopySlowsDownAsPublished) {
  const Device device = gtx280();
  const auto gbps = [&](std::uint64_t offset) {
    constexpr int warps = 1 << 14;
    Estimate copy(device);
    copy.begin_launch({256, 0});
    for (std::uint64_t warp = 0; warp < warps; ++warp) {
      if (warp % 8 == 0) copy.begin_block();
      for (const std::uint64_t array : {std::uint64_t{0}, std::uint64_t{1} << 24}) {
        Request request;
        for (int lane = 0; lane < warp_lanes; ++lane) {
          request.address[lane] = array + word * (warp * warp_lanes + lane + offset);
        }
        request.active = ~std::uint32_t{0};
        request.bytes = word;
        copy.global(request);
      }
    }
    return 2.0 * word * warps * warp_lanes / copy.seconds() * 1e-9;
  };
  EXPECT_NEAR(gbps(0), 120, 12);
  EXPECT_NEAR(gbps(16), 120, 12);
  EXPECT_NEAR(gbps(1), 70, 7);
}

TEST(Estimate, WithoutPartitionsThereIsNoCamping) {
  Device hashed = gtx280();
  hashed.has_hashed_partitions = true;
  EXPECT_GT(estimate(kernel("padded"), nvidia, 2048, hashed),
            0.98 * estimate(kernel("shared copy"), nvidia, 2048, hashed));
}

TEST(Estimate, TimeIsThatOfTheBusiestPartition) {
  const Device device = gtx280();
  Estimate spread(device), camped(device);
  for (Estimate* one : {&spread, &camped}) {
    one->begin_launch({256, 0});
    one->begin_block();
  }
  for (std::uint64_t i = 0; i < 8; ++i) {
    spread.transfer(256 * i, 128);
    camped.transfer(2048 * i, 128);
  }
  EXPECT_EQ(spread.dram_bytes(), 1024);
  EXPECT_DOUBLE_EQ(spread.seconds(), 1024 / device.copy_bytes_per_second);
  EXPECT_DOUBLE_EQ(camped.seconds(), 8 * spread.seconds());
}

TEST(Estimate, SharedMemoryHidesBehindTheBlocksBesideIt) {
  const Device device = gtx280();
  const auto seconds = [&](int shared_bytes) {
    Estimate one(device);
    one.begin_launch({64, shared_bytes});
    one.begin_block();
    for (std::uint64_t i = 0; i < 8; ++i) one.transfer(256 * i, 128);
    Request request;
    for (int lane = 0; lane < warp_lanes; ++lane) request.address[lane] = 4 * lane;
    request.active = ~std::uint32_t{0};
    request.bytes = 4;
    one.shared(request);
    return one.seconds();
  };
  const double dram = 1024 / device.copy_bytes_per_second;
  const double shared = 2 * 2 / device.clock_hz;  // two half-warps, two cycles each
  EXPECT_DOUBLE_EQ(seconds(16 << 10), dram + shared);
  EXPECT_DOUBLE_EQ(seconds(4 << 10), dram + shared / 4);
}

TEST(Estimate, ResidencyIsLimitedByThreadsBlocksOrSharedMemory) {
  const Device device = gtx280();
  EXPECT_EQ(resident_blocks({512, 0}, device), 2);
  EXPECT_EQ(resident_blocks({32, 0}, device), 8);
  EXPECT_EQ(resident_blocks({256, 4224}, device), 3);
  EXPECT_EQ(resident_blocks({256, 1 << 20}, device), 1);
}

}  // namespace
}  // namespace simt::memory
