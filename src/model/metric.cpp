// SPDX-License-Identifier: BSD-3-Clause
#include "model/metric.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace tarry::model {
namespace {

constexpr MetricId waits_first_or_none(MetricId parent) {
  return parent.valid() ? waits_first(parent) : MetricId{};
}

constexpr MetricInfo kMetrics[] = {
#define TARRY_METRIC(id, name, parent, unit, meaning) \
  {#id, name, metric::parent, Unit::unit, meaning},
#define TARRY_WAITFIRST_METRIC(id, name, parent, unit, meaning)                         \
  {#id "__waitfirst", name " (wait states first)", waits_first_or_none(metric::parent), \
   Unit::unit, meaning},
#include "model/metrics.def"
};

// The positions in kMetrics, in the order of the ids.
constexpr auto kById = [] {
  std::array<std::uint32_t, std::size(kMetrics)> all{};
  for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
  std::sort(all.begin(), all.end(),
            [](std::uint32_t a, std::uint32_t b) { return kMetrics[a].id < kMetrics[b].id; });
  return all;
}();

}  // namespace

std::string_view unit_name(Unit unit) {
  switch (unit) {
    case Unit::Seconds:
      return "sec";
    case Unit::Occurrences:
      return "occ";
    case Unit::Bytes:
      return "bytes";
  }
  return "";
}

std::span<const MetricInfo> all_metrics() { return kMetrics; }

const MetricInfo& info(MetricId metric) { return kMetrics[metric.index()]; }

MetricId find_metric(std::string_view id) {
  const auto found = std::lower_bound(
      kById.begin(), kById.end(), id,
      [](std::uint32_t metric, std::string_view wanted) { return kMetrics[metric].id < wanted; });
  return found != kById.end() && kMetrics[*found].id == id ? MetricId{*found} : MetricId{};
}

}  // namespace tarry::model
