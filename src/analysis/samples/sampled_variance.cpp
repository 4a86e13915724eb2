// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/samples/sampled_variance.h"

#include <algorithm>
#include <utility>

#include "analysis/samples/division.h"

namespace tarry::analysis {

void SampledVariance::add(model::CallPathId callpath, const PartUncertainty& part) {
  if (variances_.size() <= callpath.index()) variances_.resize(callpath.index() + 1);
  variances_[callpath.index()] += part.variance;
  time_by_usual_[std::uint64_t{callpath.value} << 32 | part.usual] += part.time_by_usual;
}

// The order does not depend on the numbers of call paths, which differ between workers.
std::vector<double> SampledVariance::by_callpath(const Division& division) const {
  std::vector<double> out = variances_;
  std::vector<std::pair<std::uint64_t, double>> parts(time_by_usual_.begin(), time_by_usual_.end());
  std::sort(parts.begin(), parts.end());
  for (const auto& [place, time] : parts)
    out[place >> 32] += time * time * division.variance_of_usual(static_cast<std::uint32_t>(place));
  return out;
}

}  // namespace tarry::analysis
