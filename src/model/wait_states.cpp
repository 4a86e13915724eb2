// SPDX-License-Identifier: BSD-3-Clause
#include "model/wait_states.h"

namespace tarry::model {
namespace {

constexpr WaitMetric kWaitMetrics[] = {
    {"mpi_latesender", Paradigm::Mpi, true},
    {"mpi_latereceiver", Paradigm::Mpi, true},
    {"mpi_late_progress", Paradigm::Mpi, true},
    {"mpi_barrier_wait", Paradigm::Mpi, true},
    {"mpi_wait_nxn", Paradigm::Mpi, true},
    {"mpi_latebroadcast", Paradigm::Mpi, true},
    {"mpi_earlyreduce", Paradigm::Mpi, true},
    {"mpi_earlyscan", Paradigm::Mpi, false},
    {"mpi_inner_wait", Paradigm::Mpi, true},
    {"mpi_finalize_wait", Paradigm::Mpi, true},
    {"mpi_rma_wait_at_create", Paradigm::Mpi, true},
    {"mpi_rma_wait_at_free", Paradigm::Mpi, true},
    {"mpi_rma_sync_late_post", Paradigm::Mpi, true},
    {"mpi_rma_early_wait", Paradigm::Mpi, true},
    {"mpi_rma_wait_at_fence", Paradigm::Mpi, true},
    {"mpi_rma_sync_lock_competition", Paradigm::Mpi, true},
    {"mpi_rma_sync_wait_for_progress", Paradigm::Mpi, true},
    {"mpi_rma_comm_late_post", Paradigm::Mpi, true},
    {"mpi_rma_comm_lock_competition", Paradigm::Mpi, true},
    {"mpi_rma_comm_wait_for_progress", Paradigm::Mpi, true},
    {"omp_ebarrier_wait", Paradigm::OpenMp, true},
    {"omp_ibarrier_wait", Paradigm::OpenMp, true},
    {"omp_lock_contention_critical", Paradigm::OpenMp, true},
    {"omp_lock_contention_api", Paradigm::OpenMp, true},
    {"omp_taskwait_wait", Paradigm::OpenMp, true},
    {"pthread_lock_contention_mutex_lock", Paradigm::Pthread, true},
    {"pthread_lock_contention_conditional", Paradigm::Pthread, true},
};

}  // namespace

std::span<const WaitMetric> all_wait_metrics() { return kWaitMetrics; }

}  // namespace tarry::model
