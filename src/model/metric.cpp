// SPDX-License-Identifier: BSD-3-Clause
#include "model/metric.h"

#include <unordered_map>

#include "base/check.h"

namespace tarry::model {
namespace {

constexpr auto S = Unit::Seconds;
constexpr auto N = Unit::Occurrences;
constexpr auto B = Unit::Bytes;

// Ids, names and the tree are those of the Cube tools; exact formulas are in docs/patterns/.
constexpr MetricInfo kMetrics[] = {
    {"time", "Time", "", S, "All time of the locations"},
    {"execution", "Execution", "time", S, "Time without idle threads and measurement overhead"},
    {"comp", "Computation", "execution", S, "Time outside of any parallel programming interface"},
    {"mpi", "MPI", "execution", S, "Time in MPI calls"},
    {"mpi_management", "MPI Management", "mpi", S, "Time in calls that manage MPI objects"},
    {"mpi_init_exit", "MPI Init/Finalize", "mpi_management", S,
     "Time in initialisation and finalisation"},
    {"mpi_init_completion", "MPI Initialization Completion", "mpi_init_exit", S,
     "Time in MPI_Init after the first process left it"},
    {"mpi_finalize_wait", "MPI Wait at Finalize", "mpi_init_exit", S,
     "Waiting in MPI_Finalize for the last process to enter it"},
    {"mpi_mgmt_comm", "MPI Communicator Management", "mpi_management", S,
     "Time in calls that create, free or query communicators and topologies"},
    {"mpi_mgmt_file", "MPI File Management", "mpi_management", S,
     "Time in calls that open, close or set up files"},
    {"mpi_mgmt_win", "MPI Window Management", "mpi_management", S,
     "Time in calls that create, free or query windows"},
    {"mpi_synchronization", "MPI Synchronization", "mpi", S,
     "Time in barriers and one-sided synchronisation"},
    {"mpi_sync_collective", "MPI Collective Synchronization", "mpi_synchronization", S,
     "Time in barriers"},
    {"mpi_barrier_wait", "MPI Wait at Barrier", "mpi_sync_collective", S,
     "Waiting in a barrier for the last process to enter it"},
    {"mpi_barrier_completion", "MPI Barrier Completion", "mpi_sync_collective", S,
     "Time in a barrier after the first process left it"},
    {"mpi_rma_synchronization", "MPI One-sided Synchronization", "mpi_synchronization", S,
     "Time in one-sided synchronisation calls"},
    {"mpi_rma_sync_active", "MPI Active Target Synchronization", "mpi_rma_synchronization", S,
     "Time in fence, post, start, complete, wait and test"},
    {"mpi_rma_sync_passive", "MPI One-sided Passive Target Synchronization",
     "mpi_rma_synchronization", S, "Time in lock, unlock and flush calls"},
    {"mpi_communication", "MPI Communication", "mpi", S, "Time in calls that move data"},
    {"mpi_point2point", "MPI point-to-point communication", "mpi_communication", S,
     "Time in point-to-point calls"},
    {"mpi_latesender", "MPI Late Sender", "mpi_point2point", S,
     "A receiver waits because the message is sent later than it is expected"},
    {"mpi_latesender_wo", "MPI Late Sender, wrong order", "mpi_latesender", S,
     "Late Sender waiting while messages sent earlier are still to be received"},
    {"mpi_lswo_different", "MPI Late Sender, wrong order (different source)", "mpi_latesender_wo",
     S, "The message sent earlier comes from another process"},
    {"mpi_lswo_same", "MPI Late Sender, wrong order (same source)", "mpi_latesender_wo", S,
     "The message sent earlier comes from the same process"},
    {"mpi_latereceiver", "MPI Late Receiver", "mpi_point2point", S,
     "A sender waits because the receive is posted later than the send"},
    {"mpi_collective", "MPI collective communication", "mpi_communication", S,
     "Time in collective communication calls"},
    {"mpi_earlyreduce", "MPI Early Reduce", "mpi_collective", S,
     "The root of an n-to-1 operation waits for the last sender"},
    {"mpi_earlyscan", "MPI Early Scan", "mpi_collective", S,
     "A process in a prefix operation waits for a lower rank"},
    {"mpi_latebroadcast", "MPI Late Broadcast", "mpi_collective", S,
     "A receiver of a 1-to-n operation waits for the root"},
    {"mpi_wait_nxn", "MPI Wait at N x N", "mpi_collective", S,
     "Waiting in an n-to-n operation for the last process to enter it"},
    {"mpi_nxn_completion", "MPI N x N Completion", "mpi_collective", S,
     "Time in an n-to-n operation after the first process left it"},
    {"mpi_rma_communication", "MPI one-sided communication", "mpi_communication", S,
     "Time in one-sided data transfer calls"},
    {"mpi_io", "MPI File I/O", "mpi", S, "Time in calls that read or write files"},
    {"mpi_io_individual", "MPI Individual File I/O", "mpi_io", S,
     "Time in individual file operations"},
    {"mpi_io_collective", "MPI Collective File I/O", "mpi_io", S,
     "Time in collective file operations"},
    {"omp_time", "OpenMP", "execution", S, "Time in OpenMP management, synchronisation and flush"},
    {"omp_management", "OMP Management", "omp_time", S,
     "Time from fork to parallel region and from there to join"},
    {"omp_fork", "OMP Fork", "omp_management", S, "Time from fork to parallel region"},
    {"omp_synchronization", "OMP Synchronization", "omp_time", S, "Time in OpenMP synchronisation"},
    {"omp_barrier", "OMP Barrier", "omp_synchronization", S, "Time in OpenMP barriers"},
    {"omp_ebarrier", "OMP Explicit Barrier", "omp_barrier", S,
     "Time in barriers the program asks for"},
    {"omp_ebarrier_wait", "OMP Wait at Explicit Barrier", "omp_ebarrier", S,
     "Waiting in a barrier for the last thread to enter it"},
    {"omp_ibarrier", "OMP Implicit Barrier", "omp_barrier", S,
     "Time in barriers that constructs imply"},
    {"omp_ibarrier_wait", "OMP Wait at Implicit Barrier", "omp_ibarrier", S,
     "Waiting at the end of a construct for the last thread to get there"},
    {"omp_critical", "OMP Critical", "omp_synchronization", S,
     "Time at critical and atomic constructs"},
    {"omp_lock_contention_critical", "OMP Critical Contention", "omp_critical", S,
     "Waiting for a critical construct that another thread is in"},
    {"omp_lock_api", "OMP Lock API", "omp_synchronization", S, "Time in lock routines"},
    {"omp_lock_contention_api", "OMP Lock API Contention", "omp_lock_api", S,
     "Waiting for a lock that another thread holds"},
    {"omp_ordered", "OMP Ordered", "omp_synchronization", S, "Time at ordered constructs"},
    {"omp_taskwait", "OMP Taskwait", "omp_synchronization", S, "Time in taskwait"},
    {"omp_flush", "OMP Flush", "omp_time", S, "Time in flush"},
    {"pthread_time", "POSIX threads", "execution", S, "Time in POSIX thread routines"},
    {"pthread_management", "Pthread Management", "pthread_time", S,
     "Time in routines that create and end threads"},
    {"pthread_synchronization", "Pthread Synchronization", "pthread_time", S,
     "Time in mutex and condition routines"},
    {"pthread_lock_api", "Pthread Mutex", "pthread_synchronization", S, "Time in mutex routines"},
    {"pthread_lock_contention_mutex_lock", "Pthread Mutex Lock Contention", "pthread_lock_api", S,
     "Waiting for a mutex that another thread holds"},
    {"pthread_conditional", "Pthread Condition", "pthread_synchronization", S,
     "Time in condition variable routines"},
    {"pthread_lock_contention_conditional", "Pthread Condition Lock Contention",
     "pthread_conditional", S,
     "Waiting in a condition wait for a mutex that another thread holds, the signal included"},
    {"omp_idle_threads", "OMP Idle Threads", "time", S,
     "Time of threads that are in no team, by what the initial thread does"},
    {"omp_limited_parallelism", "OMP Limited parallelism", "omp_idle_threads", S,
     "Time of threads that a parallel region leaves out"},
    {"overhead", "Overhead", "time", S,
     "Time the measurement itself took, such as writing its buffers"},
    {"visits", "Visits", "", N, "How often a call path was entered"},
    {"syncs", "MPI synchronizations", "", N, "Operations without payload"},
    {"syncs_p2p", "MPI P2P synchronizations", "syncs", N, "Zero-byte messages sent and received"},
    {"syncs_send", "MPI P2P send synchronizations", "syncs_p2p", N, "Zero-byte messages sent"},
    {"mpi_slr_count", "MPI Late Receiver Instances (Synchronizations)", "syncs_send", N,
     "Late Receiver waits at zero-byte messages"},
    {"syncs_recv", "MPI P2P recv synchronizations", "syncs_p2p", N, "Zero-byte messages received"},
    {"mpi_sls_count", "MPI Late Sender Instances (Synchronizations)", "syncs_recv", N,
     "Late Sender waits at zero-byte messages"},
    {"mpi_slswo_count", "MPI Late Sender, Wrong Order Instances (Synchronizations)",
     "mpi_sls_count", N, "Late Sender waits in wrong order at zero-byte messages"},
    {"syncs_coll", "MPI collective synchronizations", "syncs", N,
     "Collective operations without payload, barriers included"},
    {"syncs_rma", "MPI one-sided synchronizations", "syncs", N, "One-sided synchronisation calls"},
    {"syncs_rma_active", "MPI one-sided active target synchronizations", "syncs_rma", N,
     "Active target synchronisation calls"},
    {"syncs_rma_passive", "MPI one-sided passive target synchronizations", "syncs_rma", N,
     "Passive target synchronisation calls"},
    {"comms", "MPI communications", "", N, "Operations with payload"},
    {"comms_p2p", "MPI P2P communications", "comms", N, "Messages sent and received"},
    {"comms_send", "MPI P2P send communications", "comms_p2p", N, "Messages sent"},
    {"mpi_clr_count", "MPI Late Receiver Instances (Communications)", "comms_send", N,
     "Late Receiver waits"},
    {"comms_recv", "MPI P2P recv communications", "comms_p2p", N, "Messages received"},
    {"mpi_cls_count", "MPI Late Sender Instances (Communications)", "comms_recv", N,
     "Late Sender waits"},
    {"mpi_clswo_count", "MPI Late Sender, Wrong Order Instances (Communications)", "mpi_cls_count",
     N, "Late Sender waits in wrong order"},
    {"comms_coll", "MPI collective communications", "comms", N,
     "Collective operations with payload"},
    {"comms_cxch", "MPI collective exchange communications", "comms_coll", N,
     "Collective operations in which the process sends and receives"},
    {"comms_csrc", "MPI collective communications as source", "comms_coll", N,
     "Collective operations in which the process only sends"},
    {"comms_cdst", "MPI collective communications as destination", "comms_coll", N,
     "Collective operations in which the process only receives"},
    {"comms_rma", "MPI one-sided communications", "comms", N, "One-sided data transfers"},
    {"comms_rma_puts", "MPI one-sided put communications", "comms_rma", N, "Put operations"},
    {"comms_rma_gets", "MPI one-sided get communications", "comms_rma", N, "Get operations"},
    {"comms_rma_atomics", "MPI one-sided atomic communications", "comms_rma", N,
     "Accumulate and fetch operations"},
    {"bytes", "MPI bytes transferred", "", B, "Bytes sent and received"},
    {"bytes_p2p", "MPI P2P bytes transferred", "bytes", B, "Bytes of messages"},
    {"bytes_sent", "MPI P2P bytes sent", "bytes_p2p", B, "Bytes of messages sent"},
    {"bytes_rcvd", "MPI P2P bytes received", "bytes_p2p", B, "Bytes of messages received"},
    {"bytes_coll", "MPI Collective bytes transferred", "bytes", B,
     "Bytes of collective operations"},
    {"bytes_cout", "MPI collective bytes outgoing", "bytes_coll", B,
     "Bytes sent in collective operations"},
    {"bytes_cin", "MPI collective bytes incoming", "bytes_coll", B,
     "Bytes received in collective operations"},
    {"mpi_file_ops", "MPI file operations", "", N, "Calls that work on files"},
    {"mpi_file_iops", "MPI Individual File Operations", "mpi_file_ops", N,
     "Individual file operations"},
    {"mpi_file_irops", "MPI Individual File Read Operations", "mpi_file_iops", N,
     "Individual reads"},
    {"mpi_file_iwops", "MPI Individual File Write Operations", "mpi_file_iops", N,
     "Individual writes"},
    {"mpi_file_cops", "MPI Collective File Operations", "mpi_file_ops", N,
     "Collective file operations"},
    {"mpi_file_crops", "MPI Collective File Read Operations", "mpi_file_cops", N,
     "Collective reads"},
    {"mpi_file_cwops", "MPI Collective File Write Operations", "mpi_file_cops", N,
     "Collective writes"},
};

}  // namespace

std::string_view unit_name(Unit unit) {
  switch (unit) {
    case Unit::Seconds:
      return "sec";
    case Unit::Occurrences:
      return "occ";
    case Unit::Bytes:
      return "bytes";
  }
  return "";
}

std::span<const MetricInfo> all_metrics() { return kMetrics; }

MetricId find_metric(std::string_view id) {
  static const auto index = [] {
    std::unordered_map<std::string_view, MetricId> made;
    for (std::uint32_t i = 0; i < std::size(kMetrics); ++i) made.emplace(kMetrics[i].id, i);
    return made;
  }();
  const auto found = index.find(id);
  return found == index.end() ? MetricId{} : found->second;
}

MetricId metric(std::string_view id) {
  const MetricId found = find_metric(id);
  CHECK(found.valid(), "the catalogue has this metric");
  return found;
}

}  // namespace tarry::model
