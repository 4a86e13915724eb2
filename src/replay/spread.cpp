// SPDX-License-Identifier: BSD-3-Clause
#include "replay/spread.h"

#include <algorithm>
#include <numeric>

namespace tarry::replay {
namespace {

__extension__ using Wide = unsigned __int128;

std::uint64_t sum(std::span<const std::uint64_t> values) {
  return std::accumulate(values.begin(), values.end(), std::uint64_t{0});
}

}  // namespace

Spread spread(std::span<const std::uint64_t> sent, std::span<const std::uint64_t> received,
              std::size_t member) {
  const std::size_t members = sent.size();
  Spread result{std::vector<std::uint64_t>(members), std::vector<std::uint64_t>(members)};
  const std::uint64_t total = std::max(sum(sent), sum(received));
  if (total == 0) return result;
  const auto share = [&](std::size_t row, std::size_t column) {
    return static_cast<std::uint64_t>(Wide{sent[row]} * received[column] / total);
  };
  std::vector<std::uint64_t> rows(sent.begin(), sent.end());
  std::vector<std::uint64_t> columns(received.begin(), received.end());
  for (std::size_t row = 0; row < members; ++row)
    for (std::size_t column = 0; column < members; ++column) {
      const std::uint64_t bytes = share(row, column);
      rows[row] -= bytes;
      columns[column] -= bytes;
    }
  for (std::size_t other = 0; other < members; ++other) {
    result.to[other] = share(member, other);
    result.from[other] = share(other, member);
  }
  for (std::size_t row = 0, column = 0; row < members && column < members;) {
    const std::uint64_t bytes = std::min(rows[row], columns[column]);
    if (row == member) result.to[column] += bytes;
    if (column == member) result.from[row] += bytes;
    rows[row] -= bytes;
    columns[column] -= bytes;
    if (rows[row] == 0)
      ++row;
    else
      ++column;
  }
  return result;
}

}  // namespace tarry::replay
