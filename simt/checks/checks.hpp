// All checks of a run: a member and a row of each() for every one. They are called by their own types, so that what a
// check does not override costs nothing.
#pragma once

#include "simt/checks/barrier.hpp"
#include "simt/checks/bounds.hpp"
#include "simt/checks/data_path.hpp"
#include "simt/checks/global_race.hpp"
#include "simt/checks/history.hpp"
#include "simt/checks/leak.hpp"
#include "simt/checks/origins.hpp"
#include "simt/checks/shared_race.hpp"
#include "simt/checks/stream_race.hpp"
#include "simt/checks/uninitialized.hpp"

namespace simt::checks {

class Checks {
 public:
  Checks(const Context& context, const core::Allocations& allocations)
      : bounds(context, allocations),
        uninitialized(context),
        shared_race(context, uninitialized, order_),
        global_race(context, shared_race, order_),
        stream_race(context),
        barrier(context),
        data_path(context),
        origins(context),
        leak(context, allocations),
        history(context) {}

  /// Calls `call` with each observer, in an order that they rely on: the clocks of shared_race are global_race's, too,
  /// and global_race keeps the order of both.
  template <class Call>
  [[gnu::always_inline]] void each(const Call& call) {
    call(uninitialized);
    call(shared_race);
    call(global_race);
    call(stream_race);
    call(barrier);
    call(data_path);
    call(origins);
    call(leak);
    call(history);
  }

  /// Sets the site's fields for checks. True when a check wants to see its accesses.
  bool want(core::Site& site, const core::Segment& segment) {
    bool is_wanted = false;
    each([&](auto& check) { is_wanted = check.wants(site, segment) || is_wanted; });
    return is_wanted;
  }

 private:
  memory::Order order_;

 public:
  Bounds bounds;
  Uninitialized uninitialized;
  SharedRace shared_race;
  GlobalRace global_race;
  StreamRace stream_race;
  Barrier barrier;
  DataPath data_path;
  Origins origins;
  Leak leak;
  History history;
};

}  // namespace simt::checks
