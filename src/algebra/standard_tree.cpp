// SPDX-License-Identifier: BSD-3-Clause
#include "algebra/standard_tree.h"

#include <algorithm>
#include <utility>

#include "model/region_class.h"
#include "report/callpath_class.h"
#include "report/query.h"

namespace tarry::algebra {

using base::Error;
using model::CallPathId;
using model::MetricId;
using model::SeverityCube;

namespace {

class StandardTree {
 public:
  explicit StandardTree(const SeverityCube& report) : report_(report) {}

  SeverityCube run() {
    out_.experiment = report_.experiment;
    out_.callpaths = report_.callpaths;
    out_.locations = report_.locations;
    out_.topologies = report_.topologies;
    out_.findings = report_.findings;
    out_.add_catalogue();
    is_needed_.resize(out_.metrics.size());
    take_over();
    find_classes();
    divide_time();
    add_up_the_others();
    leave_out_the_rest();
    out_.wait_statistics = report_.wait_statistics;
    return std::move(out_);
  }

 private:
  // Copies all metrics of the report; all but times of the catalogue keep their names and parents.
  void take_over() {
    std::vector<MetricId> places;
    for (std::uint32_t m = 0; m < report_.metrics.size(); ++m) {
      model::CubeMetric metric = report_.metrics[m];
      MetricId place = model::find_metric(metric.id);
      // Counts of other tools may count other things under the same id.
      if (metric.unit != model::Unit::Seconds) place = {};
      if (!place.valid()) {
        place = MetricId{static_cast<std::uint32_t>(out_.metrics.size())};
        if (metric.parent.valid()) metric.parent = places[metric.parent.index()];
        out_.metrics.push_back(std::move(metric));
        is_needed_.push_back(true);
      }
      places.push_back(place);
      need(place);
      for (const CallPathId callpath : report_.callpaths_with_values(MetricId{m}))
        out_.set_row(place, callpath, report_.row(MetricId{m}, callpath));
    }
  }

  // Adds the time of each call path to the metric of its class and to all metrics around it that
  // the report lacks.
  void divide_time() {
    const MetricId time = report_.find(model::metric::time);
    const MetricId idle = report_.find(model::metric::omp_idle_threads);
    for (const CallPathId callpath : report_.callpaths_with_values(time)) {
      std::vector<double> active = report_.row(time, callpath);
      if (idle.valid() && !report_.row(idle, callpath).empty())
        for (std::size_t l = 0; l < active.size(); ++l) active[l] -= report_.row(idle, callpath)[l];
      MetricId metric = model::class_metric(report::class_of(report_.callpaths[callpath.index()]));
      for (; metric.valid(); metric = out_.metrics[metric.index()].parent) {
        if (report_.find(metric).valid()) continue;
        need(metric);
        for (std::uint32_t l = 0; l < active.size(); ++l)
          out_.add(metric, callpath, model::LocationIndex{l}, active[l]);
      }
    }
  }

  // A metric that neither the report has nor a class of time gives contains what is below it.
  void add_up_the_others() {
    for (std::uint32_t m = static_cast<std::uint32_t>(out_.metrics.size()); m-- > 0;) {
      const MetricId parent = out_.metrics[m].parent;
      if (!is_needed_[m] || !parent.valid() || is_class_[parent.index()] ||
          report_.find(out_.metrics[parent.index()].id).valid())
        continue;
      for (const CallPathId callpath : out_.callpaths_with_values(MetricId{m})) {
        const std::vector<double> row = out_.row(MetricId{m}, callpath);
        for (std::uint32_t l = 0; l < row.size(); ++l)
          out_.add(parent, callpath, model::LocationIndex{l}, row[l]);
      }
    }
  }

  // Notes the metrics that are classes of time, with those around them.
  void find_classes() {
    is_class_.resize(out_.metrics.size());
    for (std::size_t c = 0; c < model::kRegionClasses; ++c)
      for (MetricId metric = model::class_metric(static_cast<model::RegionClass>(c));
           metric.valid(); metric = out_.metrics[metric.index()].parent)
        is_class_[metric.index()] = true;
  }

  void need(MetricId metric) {
    for (; metric.valid(); metric = out_.metrics[metric.index()].parent)
      is_needed_[metric.index()] = true;
  }

  void leave_out_the_rest() {
    std::vector<MetricId> unwanted;
    for (std::uint32_t m = 0; m < out_.metrics.size(); ++m)
      if (!is_needed_[m]) unwanted.emplace_back(m);
    out_.leave_out(unwanted);
  }

  const SeverityCube& report_;
  SeverityCube out_;
  std::vector<bool> is_needed_, is_class_;  // by metric of out_
};

}  // namespace

base::Result<SeverityCube> with_standard_tree(const SeverityCube& report) {
  if (report.experiment.attributes.contains(report::kWholeTimeKey))
    return Error{base::ErrorCode::BadInput, "a difference of reports has no time to divide", "",
                 "remap the reports first"};
  if (!report.find(model::metric::time).valid())
    return Error{base::ErrorCode::BadInput, "the report has no metric 'time'", "",
                 "name the tree that you want with --spec FILE"};
  return StandardTree(report).run();
}

}  // namespace tarry::algebra
