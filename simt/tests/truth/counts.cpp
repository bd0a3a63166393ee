#include "counts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

namespace simt::test {

Counts counts_of(const std::vector<SiteTraffic>& traffic) {
  Counts counts;
  for (const char* space : {"global", "shared"}) {
    for (const char* access : {"load", "store"}) {
      const std::string name = std::string(space) + "_" + access + "_";
      if (*space == 'g') counts[name + "requests"] = 0;
      for (const char* what : *space == 'g' ? std::vector{"sectors"} : std::vector{"wavefronts", "conflicts"})
        counts[name + what] = 0;
    }
  }
  for (const SiteTraffic& site : traffic) {
    // Constant memory and atomic updates have counters of their own, which are not in the record.
    if (site.space == Space::constant || site.access == Access::atomic) continue;
    const std::string name = std::string(site.space == Space::global ? "global_" : "shared_") +
                             (site.access == Access::load ? "load_" : "store_");
    if (site.space == Space::global) {
      counts[name + "requests"] += site.requests;
      counts[name + "sectors"] += site.sectors;
    } else {
      counts[name + "wavefronts"] += site.wavefronts;
      counts[name + "conflicts"] += site.conflicts;
    }
  }
  return counts;
}

nlohmann::json read_measurement(const std::string& name) {
  return nlohmann::json::parse(std::ifstream(COURSE_ROOT "/measurements/data/" + name));
}

void expect_as_recorded(const std::vector<LabelledCounts>& emulated, const nlohmann::json& recorded,
                        const nlohmann::json& exceptions) {
  EXPECT_EQ(emulated.size(), recorded.size());
  for (const auto& [label, counts] : emulated) {
    ASSERT_TRUE(recorded.contains(label)) << "not recorded: " << label << "; record again";
    for (const auto& [name, count] : counts) {
      const std::int64_t truth = recorded[label][name];
      const bool excepted = exceptions.contains(label) && exceptions[label].contains(name);
      if (excepted) {
        EXPECT_NE(count, truth) << label << ", " << name << ": equal now; remove the exception";
        EXPECT_LE(std::abs(count - truth), exceptions[label][name]["at_most"].get<std::int64_t>())
            << label << ", " << name;
      } else {
        EXPECT_EQ(count, truth) << label << ", " << name;
      }
    }
  }
}

}  // namespace simt::test
