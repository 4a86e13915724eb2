// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/queries/trace_cube.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include "base/counted.h"
#include "compressed/queries/event_summary.h"
#include "compressed/queries/trace_call_tree.h"
#include "compressed/queries/wait_estimate.h"

namespace tarry::compressed {
namespace {

using model::CallPathId;
using model::LocationIndex;
using model::MetricId;
using model::MpiCall;
using model::RegionClass;
namespace metric = model::metric;
using Row = std::vector<double>;  // by rank

constexpr double kNanosecond = 1e-9;

// What a compressed trace can tell; all others of the catalogue are left out.
constexpr MetricId kKnown[] = {metric::time,
                               metric::visits,
                               metric::execution,
                               metric::overhead,
                               metric::comp,
                               metric::mpi,
                               metric::mpi_management,
                               metric::mpi_init_exit,
                               metric::mpi_mgmt_comm,
                               metric::mpi_mgmt_file,
                               metric::mpi_mgmt_win,
                               metric::mpi_synchronization,
                               metric::mpi_sync_collective,
                               metric::mpi_communication,
                               metric::mpi_point2point,
                               metric::mpi_collective,
                               metric::mpi_io,
                               metric::mpi_io_individual,
                               metric::mpi_io_collective,
                               metric::mpi_rma_synchronization,
                               metric::mpi_rma_sync_active,
                               metric::mpi_rma_sync_passive,
                               metric::mpi_rma_communication,
                               metric::syncs,
                               metric::syncs_p2p,
                               metric::syncs_send,
                               metric::syncs_recv,
                               metric::syncs_coll,
                               metric::syncs_rma,
                               metric::syncs_rma_active,
                               metric::syncs_rma_passive,
                               metric::comms,
                               metric::comms_p2p,
                               metric::comms_send,
                               metric::comms_recv,
                               metric::comms_coll,
                               metric::comms_cxch,
                               metric::comms_csrc,
                               metric::comms_cdst,
                               metric::comms_rma,
                               metric::comms_rma_puts,
                               metric::comms_rma_gets,
                               metric::comms_rma_atomics,
                               metric::bytes,
                               metric::bytes_p2p,
                               metric::bytes_sent,
                               metric::bytes_rcvd,
                               metric::bytes_coll,
                               metric::bytes_cout,
                               metric::bytes_cin,
                               metric::mpi_file_ops,
                               metric::mpi_file_iops,
                               metric::mpi_file_irops,
                               metric::mpi_file_iwops,
                               metric::mpi_file_cops,
                               metric::mpi_file_crops,
                               metric::mpi_file_cwops};

struct BoundMetric {
  std::string_view id, name, parent, meaning;
};

constexpr BoundMetric kBounds[] = {
    {"mpi_wait_lower", "MPI Wait, lower bound", "",
     "Waiting at barriers and n-to-n operations that come straight from such an operation: at "
     "least "
     "this, if the one before ended for all at once"},
    {"mpi_barrier_wait_lower", "MPI Wait at Barrier, lower bound", "mpi_wait_lower",
     "The part at barriers"},
    {"mpi_wait_nxn_lower", "MPI Wait at N x N, lower bound", "mpi_wait_lower",
     "The part at n-to-n operations"},
    {"mpi_wait_upper", "MPI Wait, upper bound", "",
     "Waiting at barriers and n-to-n operations that come straight from such an operation: at most "
     "this, if the one before ended for all at once"},
    {"mpi_barrier_wait_upper", "MPI Wait at Barrier, upper bound", "mpi_wait_upper",
     "The part at barriers"},
    {"mpi_wait_nxn_upper", "MPI Wait at N x N, upper bound", "mpi_wait_upper",
     "The part at n-to-n operations"},
};

// The metric that counts visits of a call, or none.
MetricId counting_metric(model::RegionKind kind) {
  switch (kind.call) {
    case MpiCall::Put:
      return metric::comms_rma_puts;
    case MpiCall::Get:
      return metric::comms_rma_gets;
    case MpiCall::Atomic:
      return metric::comms_rma_atomics;
    case MpiCall::FileIndividual:
      return metric::mpi_file_iops;
    case MpiCall::FileIndividualRead:
      return metric::mpi_file_irops;
    case MpiCall::FileIndividualWrite:
      return metric::mpi_file_iwops;
    case MpiCall::FileCollective:
      return metric::mpi_file_cops;
    case MpiCall::FileCollectiveRead:
      return metric::mpi_file_crops;
    case MpiCall::FileCollectiveWrite:
      return metric::mpi_file_cwops;
    default:
      break;
  }
  if (kind.region_class == RegionClass::MpiRmaSyncActive) return metric::syncs_rma_active;
  if (kind.region_class == RegionClass::MpiRmaSyncPassive) return metric::syncs_rma_passive;
  return metric::none;
}

class CubeBuilder {
 public:
  explicit CubeBuilder(const Trace& trace)
      : trace_(trace), summary_(summarise(trace)), tree_(trace_call_tree(trace)) {}

  model::SeverityCube build() {
    add_metrics();
    cube_.callpaths = tree_.callpaths;
    for (std::uint32_t rank = 0; rank < trace_.ranks; ++rank) {
      model::CubeLocation location;
      location.rank = model::Rank{rank};
      cube_.locations.push_back(std::move(location));
    }
    cube_.experiment.program = trace_.program;
    cube_.experiment.ranks = trace_.ranks;
    cube_.experiment.threads = 1;
    for (std::uint32_t i = 0; i < trace_.events.size(); ++i) {
      add_counts(i);
      add_times(i);
    }
    add_waiting();
    cube_.experiment.duration_s = longest();
    add_warnings();
    return std::move(cube_);
  }

 private:
  void add_metrics() {
    std::vector<MetricId> left_out;
    for (MetricId id{0}; id != model::metric_end(); ++id.value)
      if (std::find(std::begin(kKnown), std::end(kKnown), id) == std::end(kKnown))
        left_out.push_back(id);
    cube_.add_catalogue();
    cube_.leave_out(left_out);
    for (const BoundMetric& bound : kBounds) {
      model::CubeMetric metric;
      metric.id = bound.id;
      metric.name = bound.name;
      metric.parent = cube_.find(bound.parent);
      metric.unit = model::Unit::Seconds;
      metric.description = bound.meaning;
      cube_.metrics.push_back(std::move(metric));
    }
  }

  // To the metric and all above it.
  void add(MetricId metric, CallPathId at, const Row& values) { add(info(metric).id, at, values); }
  void add(std::string_view metric, CallPathId at, const Row& values) {
    if (std::all_of(values.begin(), values.end(), [](double value) { return value == 0; })) return;
    for (MetricId id = cube_.find(metric); id.valid(); id = cube_.metrics[id.index()].parent) {
      Row sum = cube_.row(id, at);
      sum.resize(trace_.ranks, 0.0);
      for (std::size_t rank = 0; rank < sum.size(); ++rank) sum[rank] += values[rank];
      cube_.set_row(id, at, std::move(sum));
    }
  }

  // Adds one value for all ranks of each class.
  template <class Value>
  void add_of_classes(MetricId metric, std::uint32_t event, const Value& value) {
    Row row(trace_.ranks, 0.0);
    for (const ClassSummary& of_class : summary_.events[event].classes) {
      const auto of_each = static_cast<double>(value(of_class));
      if (of_each == 0) continue;
      for (const std::uint32_t rank : of_class.ranks.ranks())
        if (rank < row.size()) row[rank] = of_each;
    }
    add(metric, tree_.call_of_site[trace_.events[event].site.index()], row);
  }

  void add_counts(std::uint32_t event) {
    const auto calls = [](const ClassSummary& c) { return c.calls; };
    add_of_classes(metric::visits, event, calls);
    const MetricId counting =
        counting_metric(tree_.kind_of_site[trace_.events[event].site.index()]);
    if (counting.valid()) add_of_classes(counting, event, calls);
    add_of_classes(metric::syncs_send, event, [](const auto& c) { return c.sent.empty; });
    add_of_classes(metric::comms_send, event,
                   [](const auto& c) { return c.sent.messages - c.sent.empty; });
    add_of_classes(metric::bytes_sent, event, [](const auto& c) { return c.sent.bytes; });
    add_of_classes(metric::syncs_recv, event, [](const auto& c) { return c.received.empty; });
    add_of_classes(metric::comms_recv, event,
                   [](const auto& c) { return c.received.messages - c.received.empty; });
    add_of_classes(metric::bytes_rcvd, event, [](const auto& c) { return c.received.bytes; });
    add_of_classes(metric::syncs_coll, event, [](const auto& c) { return c.collectives.neither; });
    add_of_classes(metric::comms_cxch, event, [](const auto& c) { return c.collectives.both; });
    add_of_classes(metric::comms_csrc, event, [](const auto& c) { return c.collectives.sent; });
    add_of_classes(metric::comms_cdst, event, [](const auto& c) { return c.collectives.received; });
    add_of_classes(metric::bytes_cout, event,
                   [](const auto& c) { return c.collectives.bytes_sent; });
    add_of_classes(metric::bytes_cin, event,
                   [](const auto& c) { return c.collectives.bytes_received; });
  }

  // Each rank gets a part of the times it shares with other ranks, in proportion to its number of
  // calls.
  void add_times(std::uint32_t index) {
    const Event& event = trace_.events[index];
    Row calls(trace_.ranks, 0.0);
    for (const ClassSummary& of_class : summary_.events[index].classes)
      for (const std::uint32_t rank : of_class.ranks.ranks())
        if (rank < calls.size()) calls[rank] = static_cast<double>(of_class.calls);
    Row before(trace_.ranks, 0.0);
    Row inside(trace_.ranks, 0.0);
    for (const EventTimes& times : event.times) {
      const std::vector<std::uint32_t> ranks = times.ranks.ranks();
      double all = 0;
      for (const std::uint32_t rank : ranks) all += rank < calls.size() ? calls[rank] : 0;
      if (all == 0) continue;
      if (ranks.size() > 1) has_averages_ = true;
      for (const std::uint32_t rank : ranks) {
        if (rank >= calls.size()) continue;
        const double part = calls[rank] / all * kNanosecond;
        before[rank] += static_cast<double>(times.before.sum()) * part;
        inside[rank] += static_cast<double>(times.duration.sum()) * part;
      }
    }
    const std::size_t site = event.site.index();
    add(metric::comp, tree_.around_of_site[site], before);
    add(model::class_metric(tree_.kind_of_site[site].region_class), tree_.call_of_site[site],
        inside);
  }

  void add_waiting() {
    waiting_ = estimate_waiting(trace_, summary_);
    for (const WaitBounds& bounds : waiting_.bounds) {
      Row lower(trace_.ranks, 0.0);
      Row upper(trace_.ranks, 0.0);
      for (const std::uint32_t rank : bounds.ranks.ranks()) {
        lower[rank] = bounds.lower_ns * kNanosecond;
        upper[rank] = bounds.upper_ns * kNanosecond;
      }
      const CallPathId at = tree_.call_of_site[trace_.events[bounds.event].site.index()];
      const bool is_barrier = bounds.op == model::CollectiveOp::Barrier;
      add(is_barrier ? "mpi_barrier_wait_lower" : "mpi_wait_nxn_lower", at, lower);
      add(is_barrier ? "mpi_barrier_wait_upper" : "mpi_wait_nxn_upper", at, upper);
    }
  }

  [[nodiscard]] double longest() const {
    Row sum(trace_.ranks, 0.0);
    const MetricId time = cube_.find(metric::time);
    for (const CallPathId at : cube_.callpaths_with_values(time)) {
      const Row& row = cube_.row(time, at);
      for (std::size_t rank = 0; rank < sum.size(); ++rank) sum[rank] += row[rank];
    }
    return sum.empty() ? 0.0 : *std::max_element(sum.begin(), sum.end());
  }

  void add_warnings() {
    std::vector<std::string>& warnings = cube_.experiment.warnings;
    std::uint64_t not_estimated = 0;
    for (const std::uint64_t calls : waiting_.not_estimated) not_estimated += calls;
    warnings.push_back(
        "a compressed trace has no wait states, only bounds of waiting for " +
        base::counted(waiting_.estimated, "call") + " of barriers and n-to-n operations; for " +
        base::counted(not_estimated, "other") + " and for point-to-point messages nothing is said");
    warnings.emplace_back(
        "computation stands where the MPI call after it is made from; what follows the last call "
        "of a process is not known");
    if (has_averages_)
      warnings.emplace_back(
          "times of ranks that are alike are averages over them; their sums are exact");
    if (summary_.has_drawn_values)
      warnings.emplace_back(
          "the trace is probabilistic: peers and sizes of which only histograms are kept are drawn "
          "from "
          "them");
    for (const std::string& fault : summary_.faults)
      warnings.push_back("actions left out because their values contradict each other: " + fault);
    for (const std::string& note : trace_.notes) warnings.push_back(note);
  }

  const Trace& trace_;
  const TraceSummary summary_;
  const TraceCallTree tree_;
  WaitEstimate waiting_;
  model::SeverityCube cube_;
  bool has_averages_ = false;
};

}  // namespace

model::SeverityCube trace_cube(const Trace& trace) { return CubeBuilder(trace).build(); }

}  // namespace tarry::compressed
