// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/delay/wait_metric.h"

namespace tarry::analysis {

std::string_view wait_metric(DelayChannel channel, model::RegionClass region_class) {
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
      return region_class == RegionClass::OmpImplicitBarrier ? "omp_ibarrier_wait"
                                                             : "omp_ebarrier_wait";
    case DelayChannel::OmpLock:
      return region_class == RegionClass::OmpCritical ? "omp_lock_contention_critical"
                                                      : "omp_lock_contention_api";
    case DelayChannel::OmpTaskwait:
      return "omp_taskwait_wait";
    case DelayChannel::PthreadLock:
      return region_class == RegionClass::PthreadConditional ? "pthread_lock_contention_conditional"
                                                             : "pthread_lock_contention_mutex_lock";
    case DelayChannel::OmpIdle:
      return "omp_idle_threads";
  }
  return "";
}

}  // namespace tarry::analysis
