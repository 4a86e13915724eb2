// SPDX-License-Identifier: BSD-3-Clause
#include "algebra/remap.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "report/quantity.h"
#include "report/query.h"
#include "report/wait_states.h"

namespace tarry::algebra {

using base::Error;
using base::Status;
using model::CallPathId;
using model::MetricId;
using model::SeverityCube;

namespace {

class Remapper {
 public:
  Remapper(const SeverityCube& report, const RemapSpecification& specification)
      : report_(report), specification_(specification) {}

  base::Result<SeverityCube> run() {
    out_.experiment = report_.experiment;
    out_.experiment.attributes.erase(report::kHeadlineKey);
    out_.experiment.attributes.erase(report::kSectionsKey);
    out_.callpaths = report_.callpaths;
    out_.locations = report_.locations;
    out_.topologies = report_.topologies;
    for (const RemapMetric& metric : specification_.metrics) TRY(add(metric));
    // Children come behind their parents, so that sums are complete from the end on.
    for (std::size_t i = specification_.metrics.size(); i-- > 0;)
      if (specification_.metrics[i].is_sum_of_children) TRY(add_children(i));
    TRY(check_units());
    warn_of_less();
    return std::move(out_);
  }

 private:
  Status add(const RemapMetric& metric) {
    MetricId& place = places_.emplace_back();
    const bool is_below_missing = metric.parent && !places_[*metric.parent].valid();
    const MetricId former = report_.find(metric.id);
    const bool is_copy = metric.terms.empty() && !metric.is_sum_of_children;
    if (is_below_missing || (is_copy && !former.valid() && metric.may_be_missing)) return base::kOk;
    if (is_copy && !former.valid()) return missing(metric, metric.id);
    model::CubeMetric made;
    if (former.valid()) made = report_.metrics[former.index()];
    made.id = metric.id;
    if (!metric.name.empty() || !former.valid())
      made.name = metric.name.empty() ? metric.id : metric.name;
    if (!is_copy) made.description = "Computed by tarry remap";
    made.parent = metric.parent ? places_[*metric.parent] : MetricId{};
    place = MetricId{static_cast<std::uint32_t>(out_.metrics.size())};
    out_.metrics.push_back(std::move(made));
    if (is_copy) return copy(former, place);
    return add_terms(metric, place);
  }

  Status copy(MetricId former, MetricId place) {
    for (const CallPathId callpath : report_.callpaths_with_values(former))
      out_.set_row(place, callpath, report_.row(former, callpath));
    return base::kOk;
  }

  Status add_terms(const RemapMetric& metric, MetricId place) {
    bool has_unit = false;
    for (const RemapTerm& term : metric.terms) {
      const MetricId former = report_.find(term.metric);
      if (!former.valid() && term.may_be_missing) continue;
      if (!former.valid()) return missing(metric, term.metric);
      const model::CubeMetric& about = report_.metrics[former.index()];
      if (about.sum != model::CubeMetric::Sum::Total)
        return wrong(metric, "the metric '" + about.id + "' is no sum", "it can only be copied");
      model::CubeMetric& made = out_.metrics[place.index()];
      if (has_unit && made.unit != about.unit)
        return wrong(metric, "metrics of different units are added up",
                     "'" + about.id + "' counts something else");
      made.unit = about.unit;
      made.sum = about.sum;
      made.is_real = made.is_real || about.is_real || term.factor != std::floor(term.factor);
      has_unit = true;
      for (const CallPathId callpath : report_.callpaths_with_values(former))
        if (counts(term, callpath))
          add_row(place, callpath, term.factor, report_.row(former, callpath));
    }
    return base::kOk;
  }

  [[nodiscard]] bool counts(const RemapTerm& term, CallPathId callpath) const {
    const std::string& region = report_.callpaths[callpath.index()].region;
    return term.region.empty() || term.region == region ||
           fnmatch(term.region.c_str(), region.c_str(), 0) == 0;
  }

  Status add_children(std::size_t at) {
    const MetricId place = places_[at];
    if (!place.valid()) return base::kOk;
    bool has_child = false;
    for (std::uint32_t m = 0; m < out_.metrics.size(); ++m) {
      if (out_.metrics[m].parent != place) continue;
      if (!has_child) out_.metrics[place.index()].unit = out_.metrics[m].unit;
      has_child = true;
      for (const CallPathId callpath : out_.callpaths_with_values(MetricId{m}))
        add_row(place, callpath, 1.0, out_.row(MetricId{m}, callpath));
    }
    if (has_child) return base::kOk;
    return wrong(specification_.metrics[at], "the report has no metric to add up below this one",
                 "all of them may be missing");
  }

  // Rows whose values all become 0 take no room.
  void add_row(MetricId place, CallPathId callpath, double factor,
               const std::vector<double>& from) {
    std::vector<double> sum = out_.row(place, callpath);
    sum.resize(out_.locations.size());
    for (std::size_t l = 0; l < from.size(); ++l) {
      const double value = sum[l] + factor * from[l];
      // What remains of equal values that were added up in another order is no value.
      const double size = std::max(std::abs(sum[l]), std::abs(factor * from[l]));
      sum[l] = std::abs(value) <= kRounding * size ? 0.0 : value;
    }
    if (std::all_of(sum.begin(), sum.end(), [](double value) { return value == 0.0; })) sum.clear();
    out_.set_row(place, callpath, std::move(sum));
  }

  [[nodiscard]] Status check_units() const {
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (!places_[i].valid()) continue;
      const model::CubeMetric& metric = out_.metrics[places_[i].index()];
      if (metric.parent.valid() && out_.metrics[metric.parent.index()].unit != metric.unit)
        return wrong(specification_.metrics[i],
                     "'" + metric.id + "' has another unit than the metric around it",
                     "let it begin in the first column");
    }
    return base::kOk;
  }

  // A parent contains its children. Where it does not, the tree is wrong, or it is a difference.
  void warn_of_less() {
    if (report_.experiment.attributes.contains(report::kWholeTimeKey)) return;
    for (std::uint32_t m = 0; m < out_.metrics.size(); ++m) {
      std::map<CallPathId, std::vector<double>> sums;
      for (std::uint32_t child = m + 1; child < out_.metrics.size(); ++child)
        if (out_.metrics[child].parent == MetricId{m})
          for (const CallPathId callpath : out_.callpaths_with_values(MetricId{child})) {
            std::vector<double>& sum = sums[callpath];
            sum.resize(out_.locations.size());
            for (std::size_t l = 0; l < sum.size(); ++l)
              sum[l] += out_.row(MetricId{child}, callpath)[l];
          }
      double less = 0.0;
      for (const auto& [callpath, sum] : sums)
        for (std::uint32_t l = 0; l < sum.size(); ++l) {
          const double value = out_.value(MetricId{m}, callpath, model::LocationIndex{l});
          if (sum[l] - value > kAllowed * std::abs(sum[l])) less += sum[l] - value;
        }
      if (less > 0.0)
        out_.experiment.warnings.push_back(
            fmt::format("the metric '{}' lacks {} of the metrics below it: the specification of "
                        "tarry remap has them at the wrong place, or counts them twice",
                        out_.metrics[m].id, report::quantity(less, out_.metrics[m].unit)));
    }
  }

  [[nodiscard]] Error wrong(const RemapMetric& metric, std::string what, std::string hint) const {
    return {base::ErrorCode::BadInput, std::move(what),
            specification_.file + ':' + std::to_string(metric.line), std::move(hint)};
  }
  [[nodiscard]] Error missing(const RemapMetric& metric, const std::string& id) const {
    return wrong(metric, "the report has no metric '" + id + "'",
                 "'" + id + "?' is left out if it is missing");
  }

  static constexpr double kRounding = 1e-12;  // part of the values
  static constexpr double kAllowed = 1e-9;    // the same, of many values

  const SeverityCube& report_;
  const RemapSpecification& specification_;
  SeverityCube out_;
  std::vector<MetricId> places_;  // by metric of the specification; !valid(): left out
};

}  // namespace

base::Result<SeverityCube> remap(const SeverityCube& report,
                                 const RemapSpecification& specification) {
  return Remapper(report, specification).run();
}

}  // namespace tarry::algebra
