// SPDX-License-Identifier: BSD-3-Clause
#include "model/region_class.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <string>

namespace tarry::model {
namespace {

using Names = std::span<const std::string_view>;

// Lower case, without the prefix `mpi_`. Definition: docs/definitions.md, "Time classes".
constexpr std::string_view kInitExit[] = {"init",
                                          "init_thread",
                                          "initialized",
                                          "finalize",
                                          "finalized",
                                          "session_init",
                                          "session_finalize",
                                          "session_get_info",
                                          "session_get_nth_pset",
                                          "session_get_num_psets",
                                          "session_get_pset_info"};
constexpr std::string_view kMgmtComm[] = {"cart_coords",
                                          "cart_create",
                                          "cart_get",
                                          "cart_map",
                                          "cart_rank",
                                          "cart_shift",
                                          "cart_sub",
                                          "cartdim_get",
                                          "comm_accept",
                                          "comm_compare",
                                          "comm_connect",
                                          "comm_create",
                                          "comm_create_group",
                                          "comm_create_keyval",
                                          "comm_delete_attr",
                                          "comm_disconnect",
                                          "comm_dup",
                                          "comm_dup_with_info",
                                          "comm_free",
                                          "comm_free_keyval",
                                          "comm_get_attr",
                                          "comm_get_info",
                                          "comm_get_name",
                                          "comm_get_parent",
                                          "comm_group",
                                          "comm_idup",
                                          "comm_join",
                                          "comm_rank",
                                          "comm_remote_group",
                                          "comm_remote_size",
                                          "comm_set_attr",
                                          "comm_set_info",
                                          "comm_set_name",
                                          "comm_size",
                                          "comm_spawn",
                                          "comm_spawn_multiple",
                                          "comm_split",
                                          "comm_split_type",
                                          "comm_test_inter",
                                          "dims_create",
                                          "dist_graph_create",
                                          "dist_graph_create_adjacent",
                                          "dist_graph_neighbors",
                                          "dist_graph_neighbors_count",
                                          "graph_create",
                                          "graph_get",
                                          "graph_map",
                                          "graph_neighbors",
                                          "graph_neighbors_count",
                                          "graphdims_get",
                                          "intercomm_create",
                                          "intercomm_merge",
                                          "topo_test",
                                          "open_port",
                                          "close_port",
                                          "lookup_name",
                                          "publish_name",
                                          "unpublish_name",
                                          "comm_create_from_group",
                                          "comm_idup_with_info",
                                          "intercomm_create_from_groups"};
constexpr std::string_view kMgmtFile[] = {"file_close",         "file_delete",
                                          "file_open",          "file_preallocate",
                                          "file_seek",          "file_seek_shared",
                                          "file_sync",          "file_get_amode",
                                          "file_get_atomicity", "file_get_byte_offset",
                                          "file_get_group",     "file_get_info",
                                          "file_get_position",  "file_get_position_shared",
                                          "file_get_size",      "file_get_type_extent",
                                          "file_get_view",      "file_set_atomicity",
                                          "file_set_info",      "file_set_size",
                                          "file_set_view",      "register_datarep"};
constexpr std::string_view kMgmtWin[] = {
    "win_allocate",       "win_allocate_shared", "win_attach",      "win_create",
    "win_create_dynamic", "win_create_keyval",   "win_delete_attr", "win_detach",
    "win_free",           "win_free_keyval",     "win_get_attr",    "win_get_group",
    "win_get_info",       "win_get_name",        "win_set_attr",    "win_set_info",
    "win_set_name",       "win_shared_query"};
constexpr std::string_view kBarrier[] = {"barrier", "ibarrier", "barrier_init"};
constexpr std::string_view kRmaActive[] = {"win_complete", "win_fence", "win_post",
                                           "win_start",    "win_test",  "win_wait"};
constexpr std::string_view kRmaPassive[] = {
    "win_flush",           "win_flush_all",  "win_flush_local",
    "win_flush_local_all", "win_lock",       "win_lock_all",
    "win_unlock",          "win_unlock_all", "win_sync"};
constexpr std::string_view kPuts[] = {"put", "rput"};
constexpr std::string_view kGets[] = {"get", "rget"};
constexpr std::string_view kAtomics[] = {"accumulate",       "get_accumulate", "fetch_and_op",
                                         "compare_and_swap", "raccumulate",    "rget_accumulate"};
constexpr std::string_view kSendOther[] = {"bsend",       "rsend",
                                           "isend",       "ibsend",
                                           "issend",      "irsend",
                                           "send_init",   "bsend_init",
                                           "ssend_init",  "rsend_init",
                                           "psend_init",  "precv_init",
                                           "recv_init",   "irecv",
                                           "imrecv",      "start",
                                           "startall",    "pready",
                                           "pready_list", "pready_range",
                                           "isendrecv",   "isendrecv_replace"};
constexpr std::string_view kRecv[] = {"recv", "mrecv"};
constexpr std::string_view kSendrecv[] = {"sendrecv", "sendrecv_replace"};
constexpr std::string_view kWait[] = {"wait", "waitany"};
constexpr std::string_view kWaitMany[] = {"waitall", "waitsome"};
constexpr std::string_view kTest[] = {"test",     "testany", "testall", "testsome",
                                      "parrived", "iprobe",  "improbe"};
constexpr std::string_view kProbe[] = {"probe", "mprobe"};
constexpr std::string_view kCollective[] = {"bcast",          "scatter",
                                            "scatterv",       "gather",
                                            "gatherv",        "reduce",
                                            "allgather",      "allgatherv",
                                            "allreduce",      "alltoall",
                                            "alltoallv",      "alltoallw",
                                            "reduce_scatter", "reduce_scatter_block",
                                            "scan",           "exscan"};
constexpr std::string_view kNeighbor[] = {"allgather", "allgatherv", "alltoall", "alltoallv",
                                          "alltoallw"};
constexpr std::string_view kFileOpenClose[] = {"file_open", "file_close", "file_preallocate",
                                               "file_sync"};
constexpr std::string_view kPthreadManagement[] = {
    "pthread_cancel", "pthread_create", "pthread_detach", "pthread_exit", "pthread_join"};
constexpr std::string_view kPthreadMutex[] = {"pthread_mutex_destroy", "pthread_mutex_init",
                                              "pthread_mutex_lock", "pthread_mutex_trylock",
                                              "pthread_mutex_unlock"};
constexpr std::string_view kPthreadCond[] = {"pthread_cond_broadcast", "pthread_cond_destroy",
                                             "pthread_cond_init",      "pthread_cond_signal",
                                             "pthread_cond_timedwait", "pthread_cond_wait"};
constexpr std::string_view kOmpLocks[] = {
    "omp_destroy_lock",    "omp_init_lock",           "omp_set_lock",
    "omp_test_lock",       "omp_unset_lock",          "omp_destroy_nest_lock",
    "omp_init_nest_lock",  "omp_set_nest_lock",       "omp_test_nest_lock",
    "omp_unset_nest_lock", "omp_init_lock_with_hint", "omp_init_nest_lock_with_hint"};

bool is_in(std::string_view name, Names names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::string lower(std::string_view text) {
  std::string made(text);
  for (char& c : made) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return made;
}

// "MPI_SEND_f08ts_" -> "send"; empty if it is not the name of an MPI function.
std::string mpi_name(std::string_view region_name) {
  std::string name = lower(region_name);
  if (name.starts_with("pmpi_")) name.erase(0, 1);
  if (!name.starts_with("mpi_")) return "";
  name.erase(0, 4);
  if (const auto suffix = name.find("_f08"); suffix != std::string::npos) name.erase(suffix);
  while (name.ends_with('_')) name.pop_back();
  return name;
}

// The blocking operation behind I..., ..._init and (I)neighbor_... forms.
bool is_collective_name(std::string_view name) {
  if (name.starts_with("neighbor_")) {
    name.remove_prefix(9);
    if (name.ends_with("_init")) name.remove_suffix(5);
    return is_in(name, kNeighbor);
  }
  if (name.starts_with("ineighbor_")) return is_in(name.substr(10), kNeighbor);
  if (name.ends_with("_init")) name.remove_suffix(5);
  if (is_in(name, kCollective)) return true;
  return name.starts_with('i') && is_in(name.substr(1), kCollective);
}

// Reading and writing calls; management of files is dealt with before.
RegionKind classify_file_io(std::string_view name) {
  const bool collective = contains(name, "_all") || contains(name, "_ordered");
  const bool reads = contains(name, "read");
  const bool writes = contains(name, "write");
  if (collective)
    return {RegionClass::MpiIoCollective, reads    ? MpiCall::FileCollectiveRead
                                          : writes ? MpiCall::FileCollectiveWrite
                                                   : MpiCall::FileCollective};
  return {RegionClass::MpiIoIndividual, reads    ? MpiCall::FileIndividualRead
                                        : writes ? MpiCall::FileIndividualWrite
                                                 : MpiCall::FileIndividual};
}

MpiCall file_management_call(std::string_view name) {
  if (is_in(name, kFileOpenClose) || name.starts_with("file_set_")) return MpiCall::FileCollective;
  if (name == "file_delete" || name.starts_with("file_get_") || name.starts_with("file_seek"))
    return MpiCall::FileIndividual;
  return MpiCall::Other;
}

RegionKind classify_mpi_role(RegionRole role) {
  switch (role) {
    case RegionRole::Barrier:
      return {RegionClass::MpiSyncCollective, MpiCall::Other};
    case RegionRole::PointToPoint:
      return {RegionClass::MpiPointToPoint, MpiCall::Other};
    case RegionRole::CollectiveOneToAll:
    case RegionRole::CollectiveAllToOne:
    case RegionRole::CollectiveAllToAll:
    case RegionRole::CollectiveOther:
      return {RegionClass::MpiCollective, MpiCall::Other};
    case RegionRole::Rma:
      return {RegionClass::MpiRmaCommunication, MpiCall::Other};
    case RegionRole::Atomic:
      return {RegionClass::MpiRmaCommunication, MpiCall::Atomic};
    default:
      return {RegionClass::MpiOther, MpiCall::Other};
  }
}

RegionKind classify_point_to_point(std::string_view name) {
  const auto p2p = [](MpiCall call) { return RegionKind{RegionClass::MpiPointToPoint, call}; };
  if (name == "send") return p2p(MpiCall::Send);
  if (name == "ssend") return p2p(MpiCall::Ssend);
  if (is_in(name, kRecv)) return p2p(MpiCall::Recv);
  if (is_in(name, kSendrecv)) return p2p(MpiCall::Sendrecv);
  if (is_in(name, kWait)) return p2p(MpiCall::Wait);
  if (is_in(name, kWaitMany)) return p2p(MpiCall::WaitMany);
  if (is_in(name, kTest)) return p2p(MpiCall::Test);
  if (is_in(name, kSendOther)) return p2p(MpiCall::SendOther);
  if (is_in(name, kProbe)) return p2p(MpiCall::Other);
  return {RegionClass::MpiOther, MpiCall::Other};
}

// Their records do not say which of these they are.
MpiCall group_sync_call(std::string_view name) {
  if (name == "win_start") return MpiCall::WinStart;
  if (name == "win_complete") return MpiCall::WinComplete;
  if (name == "win_post") return MpiCall::WinPost;
  if (name == "win_wait") return MpiCall::WinWait;
  if (name == "win_test") return MpiCall::WinTest;
  return MpiCall::Other;
}

RegionKind classify_mpi(std::string_view name, RegionRole role) {
  using enum RegionClass;
  if (is_in(name, kInitExit)) {
    const bool init = name == "init" || name == "init_thread";
    return {MpiInitExit, init                 ? MpiCall::Init
                         : name == "finalize" ? MpiCall::Finalize
                                              : MpiCall::Other};
  }
  if (is_in(name, kMgmtComm)) return {MpiMgmtComm, MpiCall::Other};
  if (is_in(name, kMgmtFile)) return {MpiMgmtFile, file_management_call(name)};
  if (is_in(name, kMgmtWin))
    return {MpiMgmtWin, name == "win_free" ? MpiCall::WinFree : MpiCall::Other};
  if (is_in(name, kBarrier)) return {MpiSyncCollective, MpiCall::Other};
  if (is_in(name, kRmaActive)) return {MpiRmaSyncActive, group_sync_call(name)};
  if (is_in(name, kRmaPassive)) return {MpiRmaSyncPassive, MpiCall::Other};
  if (is_in(name, kPuts)) return {MpiRmaCommunication, MpiCall::Put};
  if (is_in(name, kGets)) return {MpiRmaCommunication, MpiCall::Get};
  if (is_in(name, kAtomics)) return {MpiRmaCommunication, MpiCall::Atomic};
  if (name.starts_with("file_") && (contains(name, "read") || contains(name, "write")))
    return classify_file_io(name);
  if (is_collective_name(name)) return {MpiCollective, MpiCall::Other};
  if (name == "request_get_status") return {MpiOther, MpiCall::Test};
  if (name == "request_free") return {MpiOther, MpiCall::RequestFree};
  const RegionKind p2p = classify_point_to_point(name);
  if (p2p.region_class != MpiOther) return p2p;
  return classify_mpi_role(role);
}

RegionClass classify_openmp(std::string_view name, RegionRole role) {
  using enum RegionClass;
  if (is_in(name, kOmpLocks)) return OmpLockApi;
  if (name.starts_with("!$omp ibarrier") || name.starts_with("!$omp implicit barrier"))
    return OmpImplicitBarrier;
  switch (role) {
    case RegionRole::Barrier:
      return OmpExplicitBarrier;
    case RegionRole::ImplicitBarrier:
      return OmpImplicitBarrier;
    case RegionRole::Critical:
    case RegionRole::Atomic:
      return OmpCritical;
    case RegionRole::Ordered:
      return OmpOrdered;
    case RegionRole::TaskWait:
      return OmpTaskwait;
    case RegionRole::Flush:
      return OmpFlush;
    default:
      break;
  }
  return name.starts_with("!$omp barrier") ? OmpExplicitBarrier : Computation;
}

RegionClass classify_pthread(std::string_view name) {
  if (is_in(name, kPthreadManagement)) return RegionClass::PthreadManagement;
  if (is_in(name, kPthreadMutex)) return RegionClass::PthreadLockApi;
  if (is_in(name, kPthreadCond)) return RegionClass::PthreadConditional;
  return RegionClass::Computation;
}

// Writers that set no paradigm are understood by the region's name.
bool has_no_paradigm(const Region& region) {
  return region.paradigm == Paradigm::Unknown || region.paradigm == Paradigm::None;
}

}  // namespace

std::string_view class_metric(RegionClass region_class) {
  switch (region_class) {
    case RegionClass::Computation:
      return "comp";
    case RegionClass::Overhead:
      return "overhead";
    case RegionClass::MpiOther:
      return "mpi";
    case RegionClass::MpiInitExit:
      return "mpi_init_exit";
    case RegionClass::MpiMgmtComm:
      return "mpi_mgmt_comm";
    case RegionClass::MpiMgmtFile:
      return "mpi_mgmt_file";
    case RegionClass::MpiMgmtWin:
      return "mpi_mgmt_win";
    case RegionClass::MpiSyncCollective:
      return "mpi_sync_collective";
    case RegionClass::MpiRmaSyncActive:
      return "mpi_rma_sync_active";
    case RegionClass::MpiRmaSyncPassive:
      return "mpi_rma_sync_passive";
    case RegionClass::MpiPointToPoint:
      return "mpi_point2point";
    case RegionClass::MpiCollective:
      return "mpi_collective";
    case RegionClass::MpiRmaCommunication:
      return "mpi_rma_communication";
    case RegionClass::MpiIoIndividual:
      return "mpi_io_individual";
    case RegionClass::MpiIoCollective:
      return "mpi_io_collective";
    case RegionClass::OmpExplicitBarrier:
      return "omp_ebarrier";
    case RegionClass::OmpImplicitBarrier:
      return "omp_ibarrier";
    case RegionClass::OmpCritical:
      return "omp_critical";
    case RegionClass::OmpLockApi:
      return "omp_lock_api";
    case RegionClass::OmpOrdered:
      return "omp_ordered";
    case RegionClass::OmpTaskwait:
      return "omp_taskwait";
    case RegionClass::OmpFlush:
      return "omp_flush";
    case RegionClass::PthreadManagement:
      return "pthread_management";
    case RegionClass::PthreadLockApi:
      return "pthread_lock_api";
    case RegionClass::PthreadConditional:
      return "pthread_conditional";
  }
  return "comp";
}

RegionKind classify(const Region& region) {
  const std::string name = lower(region.name);
  const bool measurement =
      region.paradigm == Paradigm::MeasurementSystem || has_no_paradigm(region);
  if (measurement && (name == "trace buffer flush" || name == "tracing"))
    return {RegionClass::Overhead, MpiCall::NotMpi};
  if (region.paradigm == Paradigm::Mpi || has_no_paradigm(region)) {
    const std::string call = mpi_name(region.name);
    if (!call.empty()) return classify_mpi(call, region.role);
    // A region `PARALLEL` of the paradigm MPI is the program's own time.
    if (region.paradigm == Paradigm::Mpi && name != "parallel")
      return classify_mpi_role(region.role);
  }
  if (region.paradigm == Paradigm::OpenMp || (has_no_paradigm(region) && name.starts_with("!$omp")))
    return {classify_openmp(name, region.role), MpiCall::NotMpi};
  if (region.paradigm == Paradigm::Pthread ||
      (has_no_paradigm(region) && name.starts_with("pthread_")))
    return {classify_pthread(name), MpiCall::NotMpi};
  return {};
}

}  // namespace tarry::model
