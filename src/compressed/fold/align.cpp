// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/fold/align.h"

#include <algorithm>

namespace tarry::compressed {
namespace {

using Numbers = std::span<const std::uint32_t>;

constexpr std::size_t kSmall = 1u << 20;  // cells of a table that is kept as a whole

// Returns the lengths of the longest common subsequences of `a` with all prefixes of `b`.
std::vector<std::uint32_t> lengths(Numbers a, Numbers b, bool backwards) {
  std::vector<std::uint32_t> row(b.size() + 1, 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::uint32_t value = backwards ? a[a.size() - 1 - i] : a[i];
    std::uint32_t diagonal = 0;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::uint32_t above = row[j];
      const std::uint32_t other = backwards ? b[b.size() - j] : b[j - 1];
      row[j] = value == other ? diagonal + 1 : std::max(row[j], row[j - 1]);
      diagonal = above;
    }
  }
  return row;
}

void align_small(Numbers a, Numbers b, std::uint32_t at_a, std::uint32_t at_b, Pairs& out) {
  const std::size_t width = b.size() + 1;
  std::vector<std::uint32_t> table((a.size() + 1) * width, 0);  // a row for each suffix
  for (std::size_t i = a.size(); i-- > 0;)
    for (std::size_t j = b.size(); j-- > 0;)
      table[i * width + j] = a[i] == b[j]
                                 ? table[(i + 1) * width + j + 1] + 1
                                 : std::max(table[(i + 1) * width + j], table[i * width + j + 1]);
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) {
      out.emplace_back(at_a + static_cast<std::uint32_t>(i++),
                       at_b + static_cast<std::uint32_t>(j++));
    } else if (table[(i + 1) * width + j] >= table[i * width + j + 1]) {
      ++i;
    } else {
      ++j;
    }
  }
}

// Hirschberg's method: the middle of `a` splits `b` where the two halves have most in common.
void align_between(Numbers a, Numbers b, std::uint32_t at_a, std::uint32_t at_b, Pairs& out) {
  if (a.empty() || b.empty()) return;
  if (a.size() == 1 || (a.size() + 1) * (b.size() + 1) <= kSmall)
    return align_small(a, b, at_a, at_b, out);
  const std::size_t half = a.size() / 2;
  const auto forwards = lengths(a.first(half), b, false);
  const auto backwards = lengths(a.subspan(half), b, true);
  std::size_t split = 0;
  for (std::size_t j = 1; j <= b.size(); ++j)
    if (forwards[j] + backwards[b.size() - j] > forwards[split] + backwards[b.size() - split])
      split = j;
  align_between(a.first(half), b.first(split), at_a, at_b, out);
  align_between(a.subspan(half), b.subspan(split), at_a + static_cast<std::uint32_t>(half),
                at_b + static_cast<std::uint32_t>(split), out);
}

// The lengths of the common prefix and suffix.
struct CommonEnds {
  std::size_t prefix = 0;
  std::size_t suffix = 0;
};

CommonEnds common_ends(Numbers a, Numbers b) {
  CommonEnds ends;
  const std::size_t shorter = std::min(a.size(), b.size());
  while (ends.prefix < shorter && a[ends.prefix] == b[ends.prefix]) ++ends.prefix;
  while (ends.suffix < shorter - ends.prefix &&
         a[a.size() - 1 - ends.suffix] == b[b.size() - 1 - ends.suffix])
    ++ends.suffix;
  return ends;
}

}  // namespace

std::uint64_t cells_to_align(Numbers a, Numbers b) {
  const auto [prefix, suffix] = common_ends(a, b);
  return std::uint64_t{a.size() - prefix - suffix} * (b.size() - prefix - suffix);
}

Pairs align(Numbers a, Numbers b) {
  Pairs out;
  const auto [prefix, suffix] = common_ends(a, b);
  for (std::uint32_t i = 0; i < prefix; ++i) out.emplace_back(i, i);
  const auto at = static_cast<std::uint32_t>(prefix);
  align_between(a.subspan(prefix, a.size() - prefix - suffix),
                b.subspan(prefix, b.size() - prefix - suffix), at, at, out);
  for (std::size_t i = suffix; i > 0; --i)
    out.emplace_back(static_cast<std::uint32_t>(a.size() - i),
                     static_cast<std::uint32_t>(b.size() - i));
  return out;
}

std::size_t most_common(Numbers a, Numbers b) {
  std::vector<std::uint32_t> x(a.begin(), a.end());
  std::vector<std::uint32_t> y(b.begin(), b.end());
  std::sort(x.begin(), x.end());
  std::sort(y.begin(), y.end());
  std::size_t common = 0;
  for (std::size_t i = 0, j = 0; i < x.size() && j < y.size();) {
    if (x[i] == y[j]) {
      ++common;
      ++i;
      ++j;
    } else if (x[i] < y[j]) {
      ++i;
    } else {
      ++j;
    }
  }
  return common;
}

}  // namespace tarry::compressed
