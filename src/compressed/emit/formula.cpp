// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/emit/formula.h"

#include <algorithm>

namespace tarry::emit {
namespace {

using Numbers = std::vector<std::int64_t>;

// Returns the length of the shortest piece whose repetitions are the values.
std::size_t period(const Numbers& values) {
  // Length of the longest border of each prefix, as in the algorithm of Knuth, Morris and Pratt.
  std::vector<std::size_t> border(values.size() + 1, 0);
  for (std::size_t i = 1, k = 0; i < values.size(); ++i) {
    while (k > 0 && values[i] != values[k]) k = border[k];
    if (values[i] == values[k]) ++k;
    border[i + 1] = k;
  }
  const std::size_t shortest = values.size() - border[values.size()];
  return values.size() % shortest == 0 ? shortest : values.size();
}

// Returns whether the values depend on nothing but the passes of some neighboring loops, which have
// `span` passes together and of which one pass takes `stride` values.
bool depends_on(const Numbers& values, std::uint64_t span, std::uint64_t stride) {
  for (std::uint64_t i = 0; i < values.size(); ++i)
    if (values[i] != values[i / stride % span * stride]) return false;
  return true;
}

}  // namespace

Formula find_formula(const Numbers& values, const Nest& nest) {
  if (std::equal(values.begin() + 1, values.end(), values.begin()))
    return {{values[0]}, {}, false, false};
  std::uint64_t all = 1;
  for (const Formula::Index& each : nest) all *= each.extent;
  if (all == values.size()) {
    for (std::size_t depth = 1; depth <= nest.size(); ++depth) {
      for (std::size_t first = nest.size() - depth + 1; first-- > 0;) {
        std::uint64_t span = 1, stride = 1;
        for (std::size_t i = first; i < nest.size(); ++i)
          (i < first + depth ? span : stride) *= nest[i].extent;
        if (!depends_on(values, span, stride)) continue;
        Formula found;
        for (std::uint64_t i = 0; i < span; ++i) found.values.push_back(values[i * stride]);
        for (std::size_t i = first; i < first + depth; ++i)
          if (nest[i].extent != 1) found.loops.push_back(nest[i]);
        const std::size_t part = period(found.values);
        if (found.loops.size() == 1 && part < found.values.size()) {
          found.values.resize(part);
          found.repeats = true;
        }
        return found;
      }
    }
  }
  return {{values.begin(), values.begin() + static_cast<std::ptrdiff_t>(period(values))},
          {},
          true,
          false};
}

}  // namespace tarry::emit
