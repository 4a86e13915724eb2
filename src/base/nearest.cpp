// SPDX-License-Identifier: BSD-3-Clause
#include "base/nearest.h"

#include <algorithm>

namespace tarry::base {
namespace {

// Returns the Levenshtein distance.
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string nearest(const std::string& word, const std::vector<std::string>& candidates) {
  if (word.empty()) return {};
  constexpr std::size_t kFar = 3, kShortest = 3;
  std::string best, containing;
  std::size_t best_distance = kFar;
  for (const std::string& candidate : candidates) {
    const std::size_t d = distance(word, candidate);
    if (d < best_distance) {
      best_distance = d;
      best = candidate;
    }
    if (word.size() >= kShortest && candidate.find(word) != std::string::npos &&
        (containing.empty() || candidate.size() < containing.size()))
      containing = candidate;
  }
  return best.empty() ? containing : best;
}

}  // namespace tarry::base
