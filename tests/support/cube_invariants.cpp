// SPDX-License-Identifier: BSD-3-Clause
#include "support/cube_invariants.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "model/wait_states.h"

namespace tarry::testing {
namespace {

using model::CallPathId;
using model::LocationIndex;
using model::MetricId;
namespace metric = model::metric;

// The kinds of waits that have delay costs.
constexpr std::string_view kWaitKinds[] = {
#define TARRY_WAIT_KIND(channel, kind, ...) #kind,
#include "model/wait_kinds.def"
};

// Idle threads wait in no call, so no wait state has this kind. No single location is to blame for
// the second metric, which is a part of the first.
constexpr std::string_view kIdleness = "ompidle";
constexpr std::string_view kIdleThreads = "omp_idle_threads";
constexpr std::string_view kNotCharged = "omp_limited_parallelism";

// A metric that is exactly the sum of its children.
constexpr std::string_view kSums[] = {"mpi_management",
                                      "mpi_synchronization",
                                      "mpi_rma_synchronization",
                                      "mpi_communication",
                                      "mpi_io",
                                      "mpi_latesender_wo",
                                      "omp_time",
                                      "omp_synchronization",
                                      "omp_barrier",
                                      "pthread_time",
                                      "pthread_synchronization",
                                      "syncs",
                                      "syncs_p2p",
                                      "syncs_rma",
                                      "comms",
                                      "comms_p2p",
                                      "comms_coll",
                                      "comms_rma",
                                      "bytes",
                                      "bytes_p2p",
                                      "bytes_coll",
                                      "bytes_rma",
                                      "execution",
                                      "mpi_file_ops"};

// The parents of these metrics are at the sending call, they themselves at the completing one, so
// only totals can be compared.
bool only_totals_compare(std::string_view id) {
  return id == "mpi_slr_count" || id == "mpi_clr_count";
}

class CubeChecker {
 public:
  CubeChecker(const model::SeverityCube& cube, const std::vector<std::string>& paths,
              Violations& found)
      : cube_(cube), paths_(paths), found_(found) {}

  void run() {
    check_tree();
    check_own_time();
    check_costs();
    for (const model::WaitStatistics& waits : cube_.wait_statistics) check_single_waits(waits);
    for (const model::Finding& finding : cube_.findings) check_finding(finding);
  }

 private:
  void report(std::string sentence) { found_.report(std::move(sentence)); }
  [[nodiscard]] std::string place(CallPathId path, LocationIndex location) const {
    return " at " + paths_[path.index()] + ", location " + std::to_string(location.value);
  }

  // A finding costs as much as its call path in the model it names, except for the effect of lost
  // cores and of threads that start late, and its waits are not more. It is not longer than its
  // computation.
  void check_finding(const model::Finding& finding) {
    const std::string suffix = finding.model == "waitfirst" ? "__waitfirst" : "";
    const double all = cube_.total(cube_.find("delay" + suffix), finding.callpath);
    const double cost = all -
                        cube_.total(cube_.find("delay_lost_cores" + suffix), finding.callpath) -
                        cube_.total(cube_.find("delay_fork_and_join" + suffix), finding.callpath);
    double waits = 0.0;
    for (const model::Victims& victims : finding.victims) waits += victims.wait_s;
    const std::string& path = paths_[finding.callpath.index()];
    if (std::abs(finding.cost_s - cost) > 1e-9 * all)
      report("the finding " + path + " costs something else than its call path");
    if (waits > finding.cost_s * (1 + 1e-9))
      report("the finding " + path + " has more waits than it costs");
    if (finding.delay_s < 0.0 ||
        finding.delay_s > cube_.total(cube_.find("time"), finding.callpath) -
                              cube_.total(cube_.find("omp_management"), finding.callpath) + 1e-9)
      report("the finding " + path + " is longer than its call path");
    if (finding.gain_s > cube_.experiment.duration_s)
      report("the finding " + path + " would gain more than the run time");
  }

  void check_tree() {
    for (std::uint32_t m = 0; m < cube_.metrics.size(); ++m) {
      const MetricId metric{m};
      std::vector<MetricId> children, compared;
      for (std::uint32_t child = 0; child < cube_.metrics.size(); ++child) {
        if (cube_.metrics[child].parent != metric) continue;
        children.emplace_back(child);
        if (!only_totals_compare(cube_.metrics[child].id)) compared.emplace_back(child);
      }
      const bool is_sum =
          std::find(std::begin(kSums), std::end(kSums), cube_.metrics[m].id) != std::end(kSums);
      for (std::uint32_t c = 0; c < cube_.callpaths.size(); ++c)
        check_row(metric, compared, is_sum, CallPathId{c});
      for (const MetricId child : children)
        if (cube_.total(child) > cube_.total(metric) &&
            !equal(cube_.total(child), cube_.total(metric)))
          report("the total of " + cube_.metrics[child.index()].id + " exceeds that of " +
                 cube_.metrics[m].id);
    }
  }

  // Nothing that a region does or suffers takes longer than the region by itself. Metrics below
  // time are parts of it anyway.
  void check_own_time() {
    const MetricId time = cube_.find(metric::time);
    std::vector<MetricId> parts;
    for (const model::WaitStateInfo& state : model::all_wait_states())
      parts.push_back(cube_.find(state.metric));
    for (const MetricId part :
         {metric::critical_path, metric::lost_cores_comp, metric::sampled, metric::mpi_unexplained})
      parts.push_back(cube_.find(part));
    if (!time.valid()) return;
    for (const MetricId part : parts) {
      if (!part.valid()) continue;
      for (const CallPathId path : cube_.callpaths_with_values(part))
        for (std::uint32_t l = 0; l < cube_.locations.size(); ++l) {
          const double value = cube_.value(part, path, LocationIndex{l});
          const double most = cube_.value(time, path, LocationIndex{l});
          if (value > most && !equal(value, most))
            report(cube_.metrics[part.index()].id + " is " + std::to_string(value) + " of " +
                   std::to_string(most) + place(path, LocationIndex{l}));
        }
    }
  }

  // Single waits are no longer than their calls, and together they are the waiting.
  void check_single_waits(const model::WaitStatistics& waits) {
    const double all = total(waits.metric);
    if (std::abs(waits.total_s - all) > 1e-9 * (1.0 + all))
      report("single waits of " + waits.metric + " add up to " + std::to_string(waits.total_s) +
             ", not to " + std::to_string(all));
    check_longest(waits, waits.metric);
    std::uint64_t count = 0;
    double most = 0.0;
    for (const model::CallPathWaits& at : waits.by_callpath) {
      count += at.count;
      most = std::max(most, at.most_s);
      check_longest(at, waits.metric);
      check_waits_at(at, waits.metric);
    }
    if (waits.by_callpath.empty()) return;
    if (count != waits.count || most != waits.most_s)
      report("single waits of " + waits.metric + " by call path are not all of them");
  }

  void check_longest(const model::WaitFigures& waits, const std::string& metric) {
    for (const model::LongWait& wait : waits.longest)
      if (wait.wait_s > waits.most_s || wait.wait_s > wait.exit_s - wait.enter_s + 1e-9)
        report("a wait of " + metric + " is longer than its call at " +
               paths_[wait.callpath.index()]);
    if (!waits.longest.empty() && waits.longest.front().wait_s != waits.most_s)
      report("the longest wait of " + metric + " is not listed");
  }

  void check_waits_at(const model::CallPathWaits& at, const std::string& metric) {
    double all = 0.0;
    for (std::uint32_t l = 0; l < cube_.locations.size(); ++l)
      all += cube_.value(cube_.find(metric), at.callpath, LocationIndex{l});
    if (std::abs(at.total_s - all) > 1e-9 * (1.0 + all))
      report("single waits of " + metric + " at " + paths_[at.callpath.index()] + " add up to " +
             std::to_string(at.total_s) + ", not to " + std::to_string(all));
  }

  double total(std::string_view id) const {
    const MetricId metric = cube_.find(id);
    return metric.valid() ? cube_.total(metric) : 0.0;
  }

  // The metrics of a kind's waits in the cube, in which those that were left out are not valid.
  std::vector<MetricId> waits_of(std::string_view kind) const {
    if (kind == kIdleness) return {cube_.find(kIdleThreads)};
    std::vector<MetricId> waits;
    for (const model::WaitStateInfo& state : model::all_wait_states())
      if (state.costs == kind) waits.push_back(cube_.find(info(state.metric).id));
    return waits;
  }

  // In either model all costs add up to all waits; every wait is direct or indirect, and
  // propagating or terminal.
  void check_costs() {
    double waits = -total(kNotCharged);
    for (const std::string_view kind : kWaitKinds)
      for (const MetricId wait : waits_of(kind)) {
        if (!wait.valid()) return;  // left out
        waits += cube_.total(wait);
      }
    const double messages = total("mpi_latesender") + total("mpi_latereceiver");
    for (const std::string suffix : {"", "__waitfirst"}) {
      const auto check = [&](std::string_view id, double found, double expected) {
        if (std::abs(found - expected) > 1e-9 * expected)
          report(std::string(id) + suffix + " adds up to " + std::to_string(found) + ", not to " +
                 std::to_string(expected));
      };
      check("delay", total("delay" + suffix) + total("delay_unattributed" + suffix), waits);
      check("waitstates_direct_vs_indirect", total("waitstates_direct_vs_indirect" + suffix),
            messages);
      check("waitstates_propagating_vs_terminal",
            total("waitstates_propagating_vs_terminal" + suffix), messages);
      check("waitstates_direct_vs_indirect_all",
            total("waitstates_direct_vs_indirect_all" + suffix), waits);
      for (const std::string_view kind : kWaitKinds) {
        check_classes(kind, "direct", "indirect", suffix);
        check_classes(kind, "propagating", "terminal", suffix);
      }
    }
  }

  // At every cell, both classes of a kind add up to its waits.
  void check_classes(std::string_view kind, std::string_view one, std::string_view other,
                     std::string_view suffix) {
    const auto class_id = [&](std::string_view which) {
      std::string id = "wait_";
      return id.append(which).append("_").append(kind).append(suffix);
    };
    const std::string first = class_id(one), second = class_id(other);
    const std::array classes{cube_.find(first), cube_.find(second)};
    const std::vector<MetricId> waits = waits_of(kind);
    const MetricId without = kind == kIdleness ? cube_.find(kNotCharged) : metric::none;
    for (std::uint32_t c = 0; c < cube_.callpaths.size(); ++c)
      for (std::uint32_t l = 0; l < cube_.locations.size(); ++l) {
        const auto value = [&](MetricId metric) {
          return metric.valid() ? cube_.value(metric, CallPathId{c}, LocationIndex{l}) : 0.0;
        };
        double expected = -value(without);
        for (const MetricId wait : waits) expected += value(wait);
        const double found = value(classes[0]) + value(classes[1]);
        if (std::abs(found - expected) > 1e-9 * (1.0 + expected))
          report(first + " and " + second + " add up to " + std::to_string(found) + ", not to " +
                 std::to_string(expected) + place(CallPathId{c}, LocationIndex{l}));
      }
  }

  void check_row(MetricId metric, const std::vector<MetricId>& children, bool is_sum,
                 CallPathId path) {
    const std::vector<double>& values = cube_.row(metric, path);
    std::vector<const std::vector<double>*> parts;
    for (const MetricId child : children)
      if (const std::vector<double>& row = cube_.row(child, path); !row.empty())
        parts.push_back(&row);
    if (values.empty() && parts.empty()) return;
    const std::string& id = cube_.metrics[metric.index()].id;
    for (std::uint32_t l = 0; l < cube_.locations.size(); ++l) {
      const double value = values.empty() ? 0.0 : values[l];
      double sum = 0.0;
      for (const std::vector<double>* part : parts) sum += (*part)[l];
      if (!std::isfinite(value) || value < 0.0)
        report(id + " is negative or no number" + place(path, LocationIndex{l}));
      if (sum > value && !equal(sum, value))
        report("the children of " + id + " add up to " + std::to_string(sum) + " of " +
               std::to_string(value) + place(path, LocationIndex{l}));
      if (is_sum && !equal(sum, value))
        report(id + " is " + std::to_string(value) + " but its children add up to " +
               std::to_string(sum) + place(path, LocationIndex{l}));
    }
  }

  const model::SeverityCube& cube_;
  const std::vector<std::string>& paths_;
  Violations& found_;
};

}  // namespace

void check_cube(const model::SeverityCube& cube, const std::vector<std::string>& paths,
                Violations& found) {
  CubeChecker(cube, paths, found).run();
}

}  // namespace tarry::testing
