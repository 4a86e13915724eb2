// SPDX-License-Identifier: BSD-3-Clause
// The metrics of wait states and their counts, as defined: those that a trace with known numbers
// does not mention must be zero.
#pragma once

#include <string_view>

namespace tarry::testing {

inline constexpr std::string_view kWaitStates[] = {"mpi_init_completion",
                                                   "mpi_finalize_wait",
                                                   "mpi_barrier_wait",
                                                   "mpi_barrier_completion",
                                                   "mpi_latesender",
                                                   "mpi_latesender_wo",
                                                   "mpi_lswo_different",
                                                   "mpi_lswo_same",
                                                   "mpi_latereceiver",
                                                   "mpi_late_progress",
                                                   "mpi_inner_wait",
                                                   "mpi_rma_sync_wait_for_progress",
                                                   "mpi_rma_comm_wait_for_progress",
                                                   "mpi_earlyreduce",
                                                   "mpi_earlyscan",
                                                   "mpi_latebroadcast",
                                                   "mpi_wait_nxn",
                                                   "mpi_nxn_completion",
                                                   "mpi_slr_count",
                                                   "mpi_clr_count",
                                                   "mpi_sls_count",
                                                   "mpi_cls_count",
                                                   "mpi_slswo_count",
                                                   "mpi_clswo_count",
                                                   "mpi_rma_wait_at_create",
                                                   "mpi_rma_wait_at_free",
                                                   "mpi_rma_wait_at_fence",
                                                   "mpi_rma_early_fence",
                                                   "mpi_rma_sync_late_post",
                                                   "mpi_rma_comm_late_post",
                                                   "mpi_rma_early_wait",
                                                   "mpi_rma_late_complete",
                                                   "mpi_rma_sync_lock_competition",
                                                   "mpi_rma_comm_lock_competition",
                                                   "omp_ebarrier_wait",
                                                   "omp_ibarrier_wait",
                                                   "omp_lock_contention_critical",
                                                   "omp_lock_contention_api",
                                                   "omp_taskwait_wait",
                                                   "pthread_lock_contention_mutex_lock",
                                                   "pthread_lock_contention_conditional"};

}  // namespace tarry::testing
