// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/delay/wait_metric.h"

#include <algorithm>
#include <string_view>

#include "model/wait_states.h"

namespace tarry::analysis {
namespace {

using model::MetricId;
namespace metric = model::metric;

// By DelayChannel.
constexpr std::string_view kKinds[] = {
#define TARRY_WAIT_KIND(channel, kind, ...) #kind,
#include "model/wait_kinds.def"
};

// Returns the metric of a kind that a single wait state has.
MetricId only_wait_of(DelayChannel channel) {
  for (const model::WaitStateInfo& state : model::all_waiting_states())
    if (state.costs == kKinds[static_cast<std::size_t>(channel)]) return state.metric;
  return metric::none;
}

MetricId rma_metric(DelayChannel channel, const model::RegionKind& region) {
  const bool moves_data = region.region_class == model::RegionClass::MpiRmaCommunication;
  if (channel == DelayChannel::RmaEarlyWait) return metric::mpi_rma_early_wait;
  if (channel == DelayChannel::RmaLatePost)
    return moves_data ? metric::mpi_rma_comm_late_post : metric::mpi_rma_sync_late_post;
  if (channel == DelayChannel::RmaLock)
    return moves_data ? metric::mpi_rma_comm_lock_competition
                      : metric::mpi_rma_sync_lock_competition;
  if (region.region_class == model::RegionClass::MpiRmaSyncActive)
    return metric::mpi_rma_wait_at_fence;
  return region.call == model::MpiCall::WinFree ? metric::mpi_rma_wait_at_free
                                                : metric::mpi_rma_wait_at_create;
}

}  // namespace

model::MetricId wait_metric(DelayChannel channel, const model::RegionKind& region) {
  using model::RegionClass;
  switch (channel) {
    case DelayChannel::OmpBarrier:
      return region.region_class == RegionClass::OmpImplicitBarrier ? metric::omp_ibarrier_wait
                                                                    : metric::omp_ebarrier_wait;
    case DelayChannel::OmpLock:
      return region.region_class == RegionClass::OmpCritical ? metric::omp_lock_contention_critical
                                                             : metric::omp_lock_contention_api;
    case DelayChannel::PthreadLock:
      return region.region_class == RegionClass::PthreadConditional
                 ? metric::pthread_lock_contention_conditional
                 : metric::pthread_lock_contention_mutex_lock;
    case DelayChannel::LateProgress:
      if (region.region_class == RegionClass::MpiRmaSyncPassive)
        return metric::mpi_rma_sync_wait_for_progress;
      if (region.region_class == RegionClass::MpiRmaCommunication)
        return metric::mpi_rma_comm_wait_for_progress;
      return metric::mpi_late_progress;
    case DelayChannel::OmpIdle:
      return metric::omp_idle_threads;
    case DelayChannel::File:
      return region.region_class == RegionClass::MpiMgmtFile ? metric::mpi_mgmt_file_wait
                                                             : metric::mpi_io_collective_wait;
    case DelayChannel::RmaCollective:
    case DelayChannel::RmaLatePost:
    case DelayChannel::RmaEarlyWait:
    case DelayChannel::RmaLock:
      return rma_metric(channel, region);
    default:
      return only_wait_of(channel);
  }
}

LeftOutWaits::LeftOutWaits(const std::vector<model::MetricId>& metrics, const RegionTable& regions,
                           const model::CallTree& tree)
    : regions_(regions), tree_(tree) {
  for (const model::WaitStateInfo& wait : model::all_waiting_states())
    if (std::find(metrics.begin(), metrics.end(), wait.metric) != metrics.end())
      metrics_.push_back(wait.metric);
}

bool LeftOutWaits::contains(DelayChannel channel, CallPathId callpath) const {
  if (metrics_.empty()) return false;
  const model::MetricId metric =
      wait_metric(channel, regions_.kinds[tree_[callpath].region.index()]);
  return std::find(metrics_.begin(), metrics_.end(), metric) != metrics_.end();
}

}  // namespace tarry::analysis
