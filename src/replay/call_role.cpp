// SPDX-License-Identifier: BSD-3-Clause
#include "replay/call_role.h"

#include <algorithm>
#include <array>

namespace tarry::replay {
namespace {

using std::string_view_literals::operator""sv;

constexpr std::array kUnsupported{"MPI_Put"sv,
                                  "MPI_Get"sv,
                                  "MPI_Accumulate"sv,
                                  "MPI_Get_accumulate"sv,
                                  "MPI_Rput"sv,
                                  "MPI_Rget"sv,
                                  "MPI_Raccumulate"sv,
                                  "MPI_Rget_accumulate"sv,
                                  "MPI_Fetch_and_op"sv,
                                  "MPI_Comm_spawn"sv,
                                  "MPI_Compare_and_swap"sv,
                                  "MPI_Comm_spawn_multiple"sv,
                                  "MPI_Comm_accept"sv,
                                  "MPI_Comm_connect"sv,
                                  "MPI_Comm_join"sv,
                                  "MPI_Parrived"sv};
constexpr std::array kUnsupportedBegins{"MPI_Win_"sv,       "MPI_File_"sv,   "MPI_Neighbor_"sv,
                                        "MPI_Ineighbor_"sv, "MPI_Pready"sv,  "MPI_Psend_"sv,
                                        "MPI_Precv_"sv,     "MPI_Session_"sv};

constexpr std::array kSynchronises{"MPI_Comm_dup"sv,
                                   "MPI_Comm_dup_with_info"sv,
                                   "MPI_Comm_idup"sv,
                                   "MPI_Comm_split"sv,
                                   "MPI_Comm_split_type"sv,
                                   "MPI_Comm_create"sv,
                                   "MPI_Comm_create_group"sv,
                                   "MPI_Comm_free"sv,
                                   "MPI_Comm_disconnect"sv,
                                   "MPI_Cart_create"sv,
                                   "MPI_Cart_sub"sv,
                                   "MPI_Graph_create"sv,
                                   "MPI_Dist_graph_create"sv,
                                   "MPI_Dist_graph_create_adjacent"sv,
                                   "MPI_Intercomm_create"sv,
                                   "MPI_Intercomm_merge"sv,
                                   "MPI_Probe"sv,
                                   "MPI_Mprobe"sv};

constexpr std::array kStarts{"MPI_Init"sv, "MPI_Init_thread"sv};
constexpr std::array kEnds{"MPI_Finalize"sv, "MPI_Abort"sv};

constexpr std::array kPolls{
    "MPI_Test"sv,   "MPI_Testall"sv, "MPI_Testany"sv,           "MPI_Testsome"sv,
    "MPI_Iprobe"sv, "MPI_Improbe"sv, "MPI_Request_get_status"sv};

// Those whose calls have actions, as far as a name tells it.
constexpr std::array kCommunicatesBegins{
    "MPI_Wait"sv,      "MPI_Send"sv,      "MPI_Isend"sv,      "MPI_Ssend"sv,      "MPI_Issend"sv,
    "MPI_Bsend"sv,     "MPI_Ibsend"sv,    "MPI_Rsend"sv,      "MPI_Irsend"sv,     "MPI_Recv"sv,
    "MPI_Irecv"sv,     "MPI_Mrecv"sv,     "MPI_Imrecv"sv,     "MPI_Start"sv,      "MPI_Barrier"sv,
    "MPI_Ibarrier"sv,  "MPI_Bcast"sv,     "MPI_Ibcast"sv,     "MPI_Gather"sv,     "MPI_Igather"sv,
    "MPI_Scatter"sv,   "MPI_Iscatter"sv,  "MPI_Allgather"sv,  "MPI_Iallgather"sv, "MPI_Alltoall"sv,
    "MPI_Ialltoall"sv, "MPI_Allreduce"sv, "MPI_Iallreduce"sv, "MPI_Reduce"sv,     "MPI_Ireduce"sv,
    "MPI_Scan"sv,      "MPI_Iscan"sv,     "MPI_Exscan"sv,     "MPI_Iexscan"sv};

template <class List>
bool is_in(const List& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

template <class List>
bool begins_with_one(const List& list, std::string_view name) {
  return std::any_of(list.begin(), list.end(),
                     [&](std::string_view begin) { return name.starts_with(begin); });
}

}  // namespace

CallRole call_role(std::string_view function) {
  if (is_in(kUnsupported, function) || begins_with_one(kUnsupportedBegins, function))
    return CallRole::Unsupported;
  if (is_in(kStarts, function)) return CallRole::Starts;
  if (is_in(kEnds, function)) return CallRole::Ends;
  if (is_in(kSynchronises, function)) return CallRole::Synchronises;
  if (is_in(kPolls, function)) return CallRole::Polls;
  if (function == "MPI_Reduce_local" || function.ends_with("_init")) return CallRole::Computes;
  return begins_with_one(kCommunicatesBegins, function) ? CallRole::Communicates
                                                        : CallRole::Computes;
}

SendMode send_mode(std::string_view function) {
  if (function == "MPI_Ssend" || function == "MPI_Issend") return SendMode::Synchronous;
  if (function == "MPI_Bsend" || function == "MPI_Ibsend") return SendMode::Buffered;
  return SendMode::Standard;
}

}  // namespace tarry::replay
