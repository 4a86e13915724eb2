// SPDX-License-Identifier: BSD-3-Clause
#include "model/metric.h"

#include <deque>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

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
    {"mpi_rma_wait_at_create", "MPI Wait at Window Create", "mpi_mgmt_win", S,
     "Waiting in the creation of a window for the last process to enter it"},
    {"mpi_rma_wait_at_free", "MPI Wait at Window Free", "mpi_mgmt_win", S,
     "Waiting in the end of a window for the last process to enter it"},
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
    {"mpi_rma_sync_late_post", "MPI Late Post (Synchronization)", "mpi_rma_sync_active", S,
     "Waiting in start or complete until the last target has posted its window"},
    {"mpi_rma_early_wait", "MPI Early Wait", "mpi_rma_sync_active", S,
     "A target waits until the last process that accesses it completes"},
    {"mpi_rma_late_complete", "MPI Late Complete", "mpi_rma_early_wait", S,
     "The part of Early Wait after the last access"},
    {"mpi_rma_wait_at_fence", "MPI Wait at Fence", "mpi_rma_sync_active", S,
     "Waiting in a fence for the last process to enter it"},
    {"mpi_rma_early_fence", "MPI Early Fence", "mpi_rma_wait_at_fence", S,
     "The part of Wait at Fence in which others still access the process"},
    {"mpi_rma_sync_passive", "MPI One-sided Passive Target Synchronization",
     "mpi_rma_synchronization", S, "Time in lock, unlock and flush calls"},
    {"mpi_rma_sync_lock_competition", "MPI Lock Contention (Synchronization)",
     "mpi_rma_sync_passive", S,
     "Waiting in lock, unlock or flush for a lock that another process holds"},
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
    {"mpi_rma_comm_late_post", "MPI Late Post (Communication)", "mpi_rma_communication", S,
     "Waiting in a one-sided operation until the last target has posted its window"},
    {"mpi_rma_comm_lock_competition", "MPI Lock Contention (Communication)",
     "mpi_rma_communication", S,
     "Waiting in a one-sided operation for a lock that another process holds"},
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
    {"omp_taskwait_wait", "OMP Wait at Taskwait", "omp_taskwait", S,
     "Waiting for the last task that another thread executes"},
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
    {"bytes_rma", "MPI one-sided bytes transferred", "bytes", B, "Bytes of one-sided operations"},
    {"bytes_put", "MPI one-sided bytes sent", "bytes_rma", B, "Bytes put and accumulated"},
    {"bytes_get", "MPI one-sided bytes received", "bytes_rma", B, "Bytes got and fetched"},
    {"mpi_rma_pairsync_count", "MPI pair-wise one-sided synchronizations", "", N,
     "Pairs of processes that synchronised in fence, complete and wait"},
    {"mpi_rma_pairsync_unneeded_count", "MPI unneeded pair-wise one-sided synchronizations",
     "mpi_rma_pairsync_count", N, "Of them, pairs between which no data moved"},
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

// The same for both cost models; those of the second have this behind their id.
constexpr std::string_view kWaitFirst = "__waitfirst";
constexpr MetricInfo kCostMetrics[] = {
    {"delay", "Delay Costs", "", S, "Waiting time, where what caused it was done"},
    {"delay_mpi", "MPI delay costs", "delay", S, "Costs of waits in MPI"},
    {"delay_p2p", "MPI point-to-point delay costs", "delay_mpi", S, "Costs of waits for messages"},
    {"delay_latesender_aggregate", "MPI Late Sender delay costs", "delay_p2p", S,
     "Costs of Late Sender waits"},
    {"delay_latesender", "MPI short-term Late Sender delay costs", "delay_latesender_aggregate", S,
     "Late Sender waits that it caused itself"},
    {"delay_latesender_longterm", "MPI long-term Late Sender delay costs",
     "delay_latesender_aggregate", S, "Late Sender waits that it caused through other waits"},
    {"delay_latereceiver_aggregate", "MPI Late Receiver delay costs", "delay_p2p", S,
     "Costs of Late Receiver waits"},
    {"delay_latereceiver", "MPI short-term Late Receiver delay costs",
     "delay_latereceiver_aggregate", S, "Late Receiver waits that it caused itself"},
    {"delay_latereceiver_longterm", "MPI long-term Late Receiver delay costs",
     "delay_latereceiver_aggregate", S, "Late Receiver waits that it caused through other waits"},
    {"delay_collective", "MPI collective delay costs", "delay_mpi", S,
     "Costs of waits in collective operations"},
    {"delay_barrier_aggregate", "MPI Wait at Barrier delay costs", "delay_collective", S,
     "Costs of Wait at Barrier waits"},
    {"delay_barrier", "MPI short-term barrier delay costs", "delay_barrier_aggregate", S,
     "Wait at Barrier waits that it caused itself"},
    {"delay_barrier_longterm", "MPI long-term barrier delay costs", "delay_barrier_aggregate", S,
     "Wait at Barrier waits that it caused through other waits"},
    {"delay_n2n_aggregate", "MPI Wait at N x N delay costs", "delay_collective", S,
     "Costs of Wait at N x N waits"},
    {"delay_n2n", "MPI short-term N x N delay costs", "delay_n2n_aggregate", S,
     "Wait at N x N waits that it caused itself"},
    {"delay_n2n_longterm", "MPI long-term N x N delay costs", "delay_n2n_aggregate", S,
     "Wait at N x N waits that it caused through other waits"},
    {"delay_12n_aggregate", "MPI Late Broadcast delay costs", "delay_collective", S,
     "Costs of Late Broadcast waits"},
    {"delay_12n", "MPI short-term 1-to-N delay costs", "delay_12n_aggregate", S,
     "Late Broadcast waits that it caused itself"},
    {"delay_12n_longterm", "MPI long-term 1-to-N delay costs", "delay_12n_aggregate", S,
     "Late Broadcast waits that it caused through other waits"},
    {"delay_n21_aggregate", "MPI Early Reduce delay costs", "delay_collective", S,
     "Costs of Early Reduce waits"},
    {"delay_n21", "MPI short-term N-to-1 delay costs", "delay_n21_aggregate", S,
     "Early Reduce waits that it caused itself"},
    {"delay_n21_longterm", "MPI long-term N-to-1 delay costs", "delay_n21_aggregate", S,
     "Early Reduce waits that it caused through other waits"},
    {"delay_rma", "MPI one-sided delay costs", "delay_mpi", S,
     "Costs of waits in one-sided communication"},
    {"delay_rma_collective_aggregate", "MPI one-sided collective delay costs", "delay_rma", S,
     "Costs of waits in window creation, window free and fence"},
    {"delay_rma_collective", "MPI short-term one-sided collective delay costs",
     "delay_rma_collective_aggregate", S,
     "Waits in window creation, window free and fence that it caused itself"},
    {"delay_rma_collective_longterm", "MPI long-term one-sided collective delay costs",
     "delay_rma_collective_aggregate", S,
     "Waits in window creation, window free and fence that it caused through other waits"},
    {"delay_rma_late_post_aggregate", "MPI one-sided Late Post delay costs", "delay_rma", S,
     "Costs of Late Post waits"},
    {"delay_rma_late_post", "MPI short-term one-sided Late Post delay costs",
     "delay_rma_late_post_aggregate", S, "Late Post waits that it caused itself"},
    {"delay_rma_late_post_longterm", "MPI long-term one-sided Late Post delay costs",
     "delay_rma_late_post_aggregate", S, "Late Post waits that it caused through other waits"},
    {"delay_rma_early_wait_aggregate", "MPI one-sided Early Wait delay costs", "delay_rma", S,
     "Costs of Early Wait waits"},
    {"delay_rma_early_wait", "MPI short-term one-sided Early Wait delay costs",
     "delay_rma_early_wait_aggregate", S, "Early Wait waits that it caused itself"},
    {"delay_rma_early_wait_longterm", "MPI long-term one-sided Early Wait delay costs",
     "delay_rma_early_wait_aggregate", S, "Early Wait waits that it caused through other waits"},
    {"delay_rma_lock_aggregate", "MPI one-sided lock contention delay costs", "delay_rma", S,
     "Costs of waits for locks of windows"},
    {"delay_rma_lock", "MPI short-term one-sided lock contention delay costs",
     "delay_rma_lock_aggregate", S, "Waits for locks of windows that it caused itself"},
    {"delay_rma_lock_longterm", "MPI long-term one-sided lock contention delay costs",
     "delay_rma_lock_aggregate", S,
     "Waits for locks of windows that it caused through other waits"},
    {"delay_omp", "OMP delay costs", "delay", S, "Costs of waits of OpenMP threads"},
    {"delay_ompbarrier_aggregate", "OMP Wait at Barrier delay costs", "delay_omp", S,
     "Costs of waits at OpenMP barriers"},
    {"delay_ompbarrier", "OMP short-term barrier delay costs", "delay_ompbarrier_aggregate", S,
     "Waits at OpenMP barriers that it caused itself"},
    {"delay_ompbarrier_longterm", "OMP long-term barrier delay costs", "delay_ompbarrier_aggregate",
     S, "Waits at OpenMP barriers that it caused through other waits"},
    {"delay_omplock_aggregate", "OMP lock contention delay costs", "delay_omp", S,
     "Costs of waits for OpenMP locks and critical constructs"},
    {"delay_omplock", "OMP short-term lock contention delay costs", "delay_omplock_aggregate", S,
     "Waits for OpenMP locks and critical constructs that it caused itself"},
    {"delay_omplock_longterm", "OMP long-term lock contention delay costs",
     "delay_omplock_aggregate", S,
     "Waits for OpenMP locks and critical constructs that it caused through other waits"},
    {"delay_omptaskwait_aggregate", "OMP taskwait delay costs", "delay_omp", S,
     "Costs of waits for tasks"},
    {"delay_omptaskwait", "OMP short-term taskwait delay costs", "delay_omptaskwait_aggregate", S,
     "Waits for tasks that it caused itself"},
    {"delay_omptaskwait_longterm", "OMP long-term taskwait delay costs",
     "delay_omptaskwait_aggregate", S, "Waits for tasks that it caused through other waits"},
    {"delay_ompidle_aggregate", "OMP idleness delay costs", "delay_omp", S,
     "Costs of idle threads"},
    {"delay_ompidle", "OMP short-term idleness delay costs", "delay_ompidle_aggregate", S,
     "Idle threads while it was done outside of parallel regions"},
    {"delay_ompidle_longterm", "OMP long-term idleness delay costs", "delay_ompidle_aggregate", S,
     "Idle threads while the initial thread waited for it"},
    {"delay_pthread", "Pthread delay costs", "delay", S, "Costs of waits of POSIX threads"},
    {"delay_pthreadlock_aggregate", "Pthread lock contention delay costs", "delay_pthread", S,
     "Costs of waits for mutexes"},
    {"delay_pthreadlock", "Pthread short-term lock contention delay costs",
     "delay_pthreadlock_aggregate", S, "Waits for mutexes that it caused itself"},
    {"delay_pthreadlock_longterm", "Pthread long-term lock contention delay costs",
     "delay_pthreadlock_aggregate", S, "Waits for mutexes that it caused through other waits"},
    {"delay_unattributed", "Unattributed delay costs", "", S,
     "Waiting time that nothing was found to have caused"},
    {"waitstates_direct_vs_indirect", "MPI point-to-point wait states (direct vs. indirect)", "", S,
     "Waits for messages by what caused them: work or other waits"},
    {"mpi_wait_direct", "Direct MPI point-to-point wait states", "waitstates_direct_vs_indirect", S,
     "Waits that work of the partner caused"},
    {"mpi_wait_direct_latesender", "Direct MPI Late Sender wait states", "mpi_wait_direct", S,
     "Late Sender waits that work of the sender caused"},
    {"mpi_wait_direct_latereceiver", "Direct MPI Late Receiver wait states", "mpi_wait_direct", S,
     "Late Receiver waits that work of the receiver caused"},
    {"mpi_wait_indirect", "Indirect MPI point-to-point wait states",
     "waitstates_direct_vs_indirect", S, "Waits that waits of the partner caused"},
    {"mpi_wait_indirect_latesender", "Indirect MPI Late Sender wait states", "mpi_wait_indirect", S,
     "Late Sender waits that waits of the sender caused"},
    {"mpi_wait_indirect_latereceiver", "Indirect MPI Late Receiver wait states",
     "mpi_wait_indirect", S, "Late Receiver waits that waits of the receiver caused"},
    {"waitstates_propagating_vs_terminal",
     "MPI point-to-point wait states (propagating vs. terminal)", "", S,
     "Waits for messages by what came of them: other waits or nothing"},
    {"mpi_wait_propagating", "Propagating MPI point-to-point wait states",
     "waitstates_propagating_vs_terminal", S, "Waits that made others wait"},
    {"mpi_wait_propagating_ls", "Propagating MPI Late Sender wait states", "mpi_wait_propagating",
     S, "Late Sender waits that made others wait"},
    {"mpi_wait_propagating_lr", "Propagating MPI Late Receiver wait states", "mpi_wait_propagating",
     S, "Late Receiver waits that made others wait"},
    {"mpi_wait_terminal", "Terminal MPI point-to-point wait states",
     "waitstates_propagating_vs_terminal", S, "Waits that made nobody wait"},
    {"mpi_wait_terminal_ls", "Terminal MPI Late Sender wait states", "mpi_wait_terminal", S,
     "Late Sender waits that made nobody wait"},
    {"mpi_wait_terminal_lr", "Terminal MPI Late Receiver wait states", "mpi_wait_terminal", S,
     "Late Receiver waits that made nobody wait"},
};

// Every wait that has delay costs, by what caused it and by what came of it: the classes, and below
// each the kinds of waits, which are those of the costs.
struct WaitClass {
  std::string_view id;    // "wait_direct"
  std::string_view name;  // "Direct waits"
  std::string_view parent;
  std::string_view meaning;
};
constexpr WaitClass kWaitClasses[] = {
    {"wait_direct", "Direct waits", "waitstates_direct_vs_indirect_all",
     "Waits that work of whoever was waited for caused"},
    {"wait_indirect", "Indirect waits", "waitstates_direct_vs_indirect_all",
     "Waits that waits of whoever was waited for caused"},
    {"wait_propagating", "Propagating waits", "waitstates_propagating_vs_terminal_all",
     "Waits that made others wait"},
    {"wait_terminal", "Terminal waits", "waitstates_propagating_vs_terminal_all",
     "Waits that made nobody wait"},
};
constexpr MetricInfo kWaitClassRoots[] = {
    {"waitstates_direct_vs_indirect_all", "All wait states (direct vs. indirect)", "", S,
     "Waits that have delay costs by what caused them: work or other waits"},
    {"waitstates_propagating_vs_terminal_all", "All wait states (propagating vs. terminal)", "", S,
     "Waits that have delay costs by what came of them: other waits or nothing"},
};
constexpr std::pair<std::string_view, std::string_view> kWaitKinds[] = {
    {"_latesender", ": MPI Late Sender"},
    {"_latereceiver", ": MPI Late Receiver"},
    {"_barrier", ": MPI Wait at Barrier"},
    {"_n2n", ": MPI Wait at N x N"},
    {"_12n", ": MPI Late Broadcast"},
    {"_n21", ": MPI Early Reduce"},
    {"_ompbarrier", ": OMP Wait at Barrier"},
    {"_omplock", ": OMP lock contention"},
    {"_ompidle", ": OMP idleness"},
    {"_pthreadlock", ": Pthread lock contention"},
    {"_omptaskwait", ": OMP Wait at Taskwait"},
    {"_rma_collective", ": MPI one-sided, window creation, fence and free"},
    {"_rma_late_post", ": MPI one-sided, Late Post"},
    {"_rma_early_wait", ": MPI one-sided, Early Wait"},
    {"_rma_lock", ": MPI one-sided, lock contention"},
};

constexpr MetricInfo kPathMetrics[] = {
    {"critical_path", "Critical path profile", "", S,
     "Time on the longest chain of activities without waiting"},
    {"critical_path_imbalance", "Imbalance", "critical_path", S,
     "What the critical path has more than the average location"},
    {"performance_impact", "Performance impact", "", S,
     "Time that could be used, by what the critical path makes of it"},
    {"performance_impact_criticalpath", "Critical-path activities", "performance_impact", S,
     "Impact of what is on the critical path"},
    {"critical_path_activities", "Activity impact", "performance_impact_criticalpath", S,
     "Time of call paths that are on the critical path, as far as they are"},
    {"critical_imbalance_impact", "Critical-path imbalance impact",
     "performance_impact_criticalpath", S, "Time lost because the critical path has more of it"},
    {"intra_partition_imbalance", "Intra-partition imbalance", "critical_imbalance_impact", S,
     "Of it, between locations that do the same"},
    {"inter_partition_imbalance", "Inter-partition imbalance", "critical_imbalance_impact", S,
     "Of it, between locations that do different things"},
    {"non_critical_path_activities", "Non-critical-path activities", "performance_impact", S,
     "Time of call paths beyond what is on the critical path"},
    {"imbalance", "Computational load imbalance", "", S,
     "Computation that is more or less than the average of the locations"},
    {"imbalance_above", "Overload", "imbalance", S, "Computation above the average"},
    {"imbalance_above_single", "Single participant", "imbalance_above", S,
     "Computation that a single location does"},
    {"imbalance_below", "Underload", "imbalance", S, "Computation below the average"},
    {"imbalance_below_bypass", "Non-participation", "imbalance_below", S,
     "What locations that do not take part have below the average"},
    {"imbalance_below_singularity", "Singularity", "imbalance_below_bypass", S,
     "Of it, where a single location takes part"},
};

// All of them, with what the second model's are called.
class Catalogue {
 public:
  Catalogue() : all_(std::begin(kMetrics), std::end(kMetrics)) {
    std::vector<MetricInfo> of_both(std::begin(kCostMetrics), std::end(kCostMetrics));
    add_wait_classes(of_both);
    all_.insert(all_.end(), of_both.begin(), of_both.end());
    all_.insert(all_.end(), std::begin(kPathMetrics), std::end(kPathMetrics));
    for (const MetricInfo& metric : of_both) {
      MetricInfo second = metric;
      second.id = keep(metric.id, kWaitFirst);
      if (!metric.parent.empty()) second.parent = keep(metric.parent, kWaitFirst);
      second.name = keep(metric.name, " (wait states first)");
      all_.push_back(second);
    }
    for (std::uint32_t i = 0; i < all_.size(); ++i) index_.emplace(all_[i].id, i);
  }
  [[nodiscard]] std::span<const MetricInfo> all() const { return all_; }
  [[nodiscard]] MetricId find(std::string_view id) const {
    const auto found = index_.find(id);
    return found == index_.end() ? MetricId{} : found->second;
  }

 private:
  void add_wait_classes(std::vector<MetricInfo>& to) {
    for (const MetricInfo& root : kWaitClassRoots) {
      to.push_back(root);
      for (const WaitClass& each : kWaitClasses) {
        if (each.parent != root.id) continue;
        to.push_back({each.id, each.name, each.parent, S, each.meaning});
        for (const auto& [id, name] : kWaitKinds)
          to.push_back({keep(each.id, id), keep(each.name, name), each.id, S, each.meaning});
      }
    }
  }

  std::string_view keep(std::string_view text, std::string_view behind) {
    return texts_.emplace_back(std::string(text) += behind);
  }

  std::vector<MetricInfo> all_;
  std::deque<std::string> texts_;
  std::unordered_map<std::string_view, MetricId> index_;
};

const Catalogue& catalogue() {
  static const Catalogue kCatalogue;
  return kCatalogue;
}

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

std::span<const MetricInfo> all_metrics() { return catalogue().all(); }

MetricId first_cost_metric() { return MetricId{static_cast<std::uint32_t>(std::size(kMetrics))}; }

MetricId metric_end() { return MetricId{static_cast<std::uint32_t>(all_metrics().size())}; }

MetricId find_metric(std::string_view id) { return catalogue().find(id); }

MetricId metric(std::string_view id) {
  const MetricId found = find_metric(id);
  CHECK(found.valid(), "the catalogue has this metric");
  return found;
}

}  // namespace tarry::model
