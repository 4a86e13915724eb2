// SPDX-License-Identifier: BSD-3-Clause
#include "model/metric.h"

#include <deque>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/check.h"
#include "model/metric_tables.h"

namespace tarry::model {
namespace {

// Behind the ids of the second cost model.
constexpr std::string_view kWaitFirst = "__waitfirst";

// All of them, with what the second model's are called.
class Catalogue {
 public:
  Catalogue() {
    append(all_, measured_metrics());
    std::vector<MetricInfo> of_both;
    append(of_both, cost_metrics());
    add_wait_classes(of_both);
    append(all_, of_both);
    append(all_, path_metrics());
    for (const MetricInfo& metric : of_both) {
      MetricInfo second = metric;
      second.id = keep(metric.id, kWaitFirst);
      if (!metric.parent.empty()) second.parent = keep(metric.parent, kWaitFirst);
      second.name = keep(metric.name, " (wait states first)");
      all_.push_back(second);
    }
    for (std::uint32_t i = 0; i < all_.size(); ++i) index_.emplace(all_[i].id, i);
  }
  [[nodiscard]] std::span<const MetricInfo> all() const { return all_; }
  [[nodiscard]] MetricId find(std::string_view id) const {
    const auto found = index_.find(id);
    return found == index_.end() ? MetricId{} : found->second;
  }

 private:
  static void append(std::vector<MetricInfo>& to, std::span<const MetricInfo> metrics) {
    to.insert(to.end(), metrics.begin(), metrics.end());
  }

  void add_wait_classes(std::vector<MetricInfo>& to) {
    for (const MetricInfo& root : wait_class_roots()) {
      to.push_back(root);
      for (const WaitClass& each : wait_classes()) {
        if (each.parent != root.id) continue;
        to.push_back({each.id, each.name, each.parent, root.unit, each.meaning});
        for (const auto& [id, name] : wait_kinds())
          to.push_back(
              {keep(each.id, id), keep(each.name, name), each.id, root.unit, each.meaning});
      }
    }
  }

  std::string_view keep(std::string_view text, std::string_view behind) {
    return texts_.emplace_back(std::string(text) += behind);
  }

  std::vector<MetricInfo> all_;
  std::deque<std::string> texts_;
  std::unordered_map<std::string_view, MetricId> index_;
};

const Catalogue& catalogue() {
  static const Catalogue kCatalogue;
  return kCatalogue;
}

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

std::span<const MetricInfo> all_metrics() { return catalogue().all(); }

MetricId first_cost_metric() {
  return MetricId{static_cast<std::uint32_t>(measured_metrics().size())};
}

MetricId metric_end() { return MetricId{static_cast<std::uint32_t>(all_metrics().size())}; }

MetricId find_metric(std::string_view id) { return catalogue().find(id); }

MetricId metric(std::string_view id) {
  const MetricId found = find_metric(id);
  CHECK(found.valid(), "the catalogue has this metric");
  return found;
}

}  // namespace tarry::model
