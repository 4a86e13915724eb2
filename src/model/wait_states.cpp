// SPDX-License-Identifier: BSD-3-Clause
#include "model/wait_states.h"

namespace tarry::model {
namespace {

constexpr WaitMetric kWaitMetrics[] = {
    {metric::mpi_latesender, Paradigm::Mpi, true},
    {metric::mpi_latereceiver, Paradigm::Mpi, true},
    {metric::mpi_late_progress, Paradigm::Mpi, true},
    {metric::mpi_barrier_wait, Paradigm::Mpi, true},
    {metric::mpi_wait_nxn, Paradigm::Mpi, true},
    {metric::mpi_latebroadcast, Paradigm::Mpi, true},
    {metric::mpi_earlyreduce, Paradigm::Mpi, true},
    {metric::mpi_earlyscan, Paradigm::Mpi, false},
    {metric::mpi_inner_wait, Paradigm::Mpi, true},
    {metric::mpi_finalize_wait, Paradigm::Mpi, true},
    {metric::mpi_rma_wait_at_create, Paradigm::Mpi, true},
    {metric::mpi_rma_wait_at_free, Paradigm::Mpi, true},
    {metric::mpi_rma_sync_late_post, Paradigm::Mpi, true},
    {metric::mpi_rma_early_wait, Paradigm::Mpi, true},
    {metric::mpi_rma_wait_at_fence, Paradigm::Mpi, true},
    {metric::mpi_rma_sync_lock_competition, Paradigm::Mpi, true},
    {metric::mpi_rma_sync_wait_for_progress, Paradigm::Mpi, true},
    {metric::mpi_rma_comm_late_post, Paradigm::Mpi, true},
    {metric::mpi_rma_comm_lock_competition, Paradigm::Mpi, true},
    {metric::mpi_rma_comm_wait_for_progress, Paradigm::Mpi, true},
    {metric::omp_ebarrier_wait, Paradigm::OpenMp, true},
    {metric::omp_ibarrier_wait, Paradigm::OpenMp, true},
    {metric::omp_lock_contention_critical, Paradigm::OpenMp, true},
    {metric::omp_lock_contention_api, Paradigm::OpenMp, true},
    {metric::omp_taskwait_wait, Paradigm::OpenMp, true},
    {metric::pthread_lock_contention_mutex_lock, Paradigm::Pthread, true},
    {metric::pthread_lock_contention_conditional, Paradigm::Pthread, true},
};

}  // namespace

std::span<const WaitMetric> all_wait_metrics() { return kWaitMetrics; }

}  // namespace tarry::model
