// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/delay/wait_metric.h"

#include <algorithm>

#include "model/wait_states.h"

namespace tarry::analysis {

namespace {

std::string_view rma_metric(DelayChannel channel, const model::RegionKind& region) {
  const bool moves_data = region.region_class == model::RegionClass::MpiRmaCommunication;
  if (channel == DelayChannel::RmaEarlyWait) return "mpi_rma_early_wait";
  if (channel == DelayChannel::RmaLatePost)
    return moves_data ? "mpi_rma_comm_late_post" : "mpi_rma_sync_late_post";
  if (channel == DelayChannel::RmaLock)
    return moves_data ? "mpi_rma_comm_lock_competition" : "mpi_rma_sync_lock_competition";
  if (region.region_class == model::RegionClass::MpiRmaSyncActive) return "mpi_rma_wait_at_fence";
  return region.call == model::MpiCall::WinFree ? "mpi_rma_wait_at_free" : "mpi_rma_wait_at_create";
}

}  // namespace

std::string_view wait_metric(DelayChannel channel, const model::RegionKind& region) {
  using model::RegionClass;
  switch (channel) {
    case DelayChannel::LateSender:
      return "mpi_latesender";
    case DelayChannel::LateReceiver:
      return "mpi_latereceiver";
    case DelayChannel::Barrier:
      return "mpi_barrier_wait";
    case DelayChannel::NxN:
      return "mpi_wait_nxn";
    case DelayChannel::OneToN:
      return "mpi_latebroadcast";
    case DelayChannel::NToOne:
      return "mpi_earlyreduce";
    case DelayChannel::OmpBarrier:
      return region.region_class == RegionClass::OmpImplicitBarrier ? "omp_ibarrier_wait"
                                                                    : "omp_ebarrier_wait";
    case DelayChannel::OmpLock:
      return region.region_class == RegionClass::OmpCritical ? "omp_lock_contention_critical"
                                                             : "omp_lock_contention_api";
    case DelayChannel::OmpTaskwait:
      return "omp_taskwait_wait";
    case DelayChannel::PthreadLock:
      return region.region_class == RegionClass::PthreadConditional
                 ? "pthread_lock_contention_conditional"
                 : "pthread_lock_contention_mutex_lock";
    case DelayChannel::LateProgress:
      if (region.region_class == RegionClass::MpiRmaSyncPassive)
        return "mpi_rma_sync_wait_for_progress";
      if (region.region_class == RegionClass::MpiRmaCommunication)
        return "mpi_rma_comm_wait_for_progress";
      return "mpi_late_progress";
    case DelayChannel::InnerCollective:
      return "mpi_inner_wait";
    case DelayChannel::OmpIdle:
      return "omp_idle_threads";
    case DelayChannel::RmaCollective:
    case DelayChannel::RmaLatePost:
    case DelayChannel::RmaEarlyWait:
    case DelayChannel::RmaLock:
      return rma_metric(channel, region);
  }
  return "";
}

LeftOutWaits::LeftOutWaits(const std::vector<model::MetricId>& metrics, const RegionTable& regions,
                           const model::CallTree& tree)
    : regions_(regions), tree_(tree) {
  for (const model::WaitMetric& wait : model::all_wait_metrics())
    if (std::find(metrics.begin(), metrics.end(), model::metric(wait.id)) != metrics.end())
      metrics_.push_back(wait.id);
}

bool LeftOutWaits::contains(DelayChannel channel, CallPathId callpath) const {
  if (metrics_.empty()) return false;
  const std::string_view metric =
      wait_metric(channel, regions_.kinds[tree_[callpath].region.index()]);
  return std::find(metrics_.begin(), metrics_.end(), metric) != metrics_.end();
}

}  // namespace tarry::analysis
