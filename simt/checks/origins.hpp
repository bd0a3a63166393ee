// Where an answer comes from (RunOptions::find_origins): whether each launch takes up what the launch before it has
// stored, whether kernels load past their textures, and what of the outputs in the host's memory host code has written
// by itself. Traffic alone does not show that: launches that only move bytes, and one that computes the answer from the
// inputs by a formula, move as much as launches that hand over what they compute.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "simt/checks/observer.hpp"

namespace simt::checks {

class Origins final : public Observer {
 public:
  explicit Origins(const Context& context) : context_(context) {}

  void mapped(const core::Segment& segment, Content content) override;
  void unmapped(std::uintptr_t base) override { memory_.erase(base); }
  void host_wrote(std::uintptr_t address, std::size_t bytes) override;
  bool wants(core::Site& site, const core::Segment& segment) override;
  void on_access(const core::Site& site, Access access, std::uintptr_t address) override;
  void reached_strong(const core::Site& site, Access access, std::uintptr_t address) override {
    on_access(site, access, address);
  }
  void begin_launch() override;
  void end_run(bool is_device_lost) override;

  /// The running thread is about to load that texel for a texture.
  void on_fetch(std::uintptr_t texel) { texel_ = texel; }
  /// After host_wrote() of the target: the bytes are the ones at `from`.
  void on_copy(std::uintptr_t to, std::uintptr_t from, std::size_t bytes);
  /// Host code, or a copy from host to host, writes these bytes.
  void on_host_store(std::uintptr_t address, std::size_t bytes);

  /// The largest share of what a launch loads, of all but the first, that the launch before it has not stored; the
  /// caller, who takes the outputs, counts as one more launch. 0 with less than two launches.
  double around_launches() const { return around_launches_; }
  /// The share of the bytes loaded from global memory that no texture has fetched; 0 where nothing was loaded.
  double past_textures() const;
  /// Bytes of outputs that host code has written by itself.
  std::int64_t host_written() const { return host_written_; }

 private:
  /// Of four bytes: the launch that has stored them last, and the one that has loaded them last.
  struct Word {
    std::uint32_t stored = 0, loaded = 0;
  };
  static constexpr std::uint32_t never = 0, by_host = 1, first_launch = 2;

  bool is_asked() const { return context_.options.find_origins; }
  /// Calls `call` with each word of these bytes that is watched.
  template <class Call>
  void each_word(std::uintptr_t address, std::size_t bytes, const Call& call);
  void close_launch();
  void look_at_outputs();
  void note_share(std::int64_t taken, std::int64_t all);

  Context context_;
  std::map<std::uintptr_t, std::vector<Word>> memory_;  // by where it begins
  std::uint32_t launch_ = first_launch - 1;             // the last one that has begun
  std::int64_t loaded_ = 0;                             // words that this launch has loaded and not stored before
  std::int64_t taken_over_ = 0;                         // of them, those that the launch before has stored
  double around_launches_ = 0;
  std::uintptr_t texel_ = 0;
  std::int64_t fetched_bytes_ = 0, plain_bytes_ = 0;
  std::int64_t host_written_ = 0;
};

}  // namespace simt::checks
