// What sentences about memory traffic ask of the counters: of one line's row, and of all rows.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "grader/result.hpp"

namespace grader {

/// The row of this space for which `cost` is largest and not 0; null where there is none with a line.
template <class Cost>
const Traffic* costliest(const std::vector<Traffic>& rows, Space space, const Cost& cost) {
  const Traffic* worst = nullptr;
  for (const Traffic& row : rows) {
    if (row.space != space || row.line == 0 || row.requests == 0 || cost(row) <= 0) continue;
    if (worst == nullptr || cost(row) > cost(*worst)) worst = &row;
  }
  return worst;
}

/// `of_all` of the row's requests, per request. The row has some.
double per_request(const Traffic& row, std::int64_t of_all);

/// Whether one request of the line takes a tenth more sectors than its bytes need.
bool is_scattered(const Traffic& row);

/// How many bytes the addresses of neighbouring lanes are apart, if they all are equally far; else 0.
std::int64_t bytes_apart(const LaneAddresses& request);

/// "this line's loads are 32 % of all sectors: 2048 requests of 4.0 sectors, which "
std::string share_of_sectors(const Traffic& row, const std::vector<Traffic>& rows);

/// A finding of the kind "slow-line", at the line of `row`.
Finding slow_line_at(const Traffic& row, std::string text);

/// Makes `slow`, about what stands on its line "here", a finding about `line`; its own line becomes the other one.
void move_to(Finding& slow, int line);

}  // namespace grader
