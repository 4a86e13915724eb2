// SPDX-License-Identifier: BSD-3-Clause
// The calls that programs with made-up calls are written with: one rank makes them in order, and
// each becomes a Call of the compressor.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "compressed/model/call.h"
#include "compressed/model/membership.h"
#include "compressed/synthetic/programs.h"
#include "model/collective_op.h"

namespace tarry::compressed::synthetic {

enum SiteNumber : std::uint32_t {
  kInit,
  kIrecv,
  kIsend,
  kWaitall,
  kRecv,
  kSend,
  kAllreduce,
  kBarrier,
  kBcast,
  kReduce,
  kGather,
  kAlltoall,
  kAllgather,
  kAlltoallv,
  kSendrecv,
  kFinalize,
  kWinCreate,
  kFence,
  kPut,
  kGet,
  kAccumulate,
  kPost,
  kStart,
  kComplete,
  kWait,
  kLock,
  kUnlock,
  kWinFree,
  kSites
};
inline constexpr std::array<std::string_view, kSites> kFunctions{
    "MPI_Init",       "MPI_Irecv",      "MPI_Isend",     "MPI_Waitall",      "MPI_Recv",
    "MPI_Send",       "MPI_Allreduce",  "MPI_Barrier",   "MPI_Bcast",        "MPI_Reduce",
    "MPI_Gather",     "MPI_Alltoall",   "MPI_Allgather", "MPI_Alltoallv",    "MPI_Sendrecv",
    "MPI_Finalize",   "MPI_Win_create", "MPI_Win_fence", "MPI_Put",          "MPI_Get",
    "MPI_Accumulate", "MPI_Win_post",   "MPI_Win_start", "MPI_Win_complete", "MPI_Win_wait",
    "MPI_Win_lock",   "MPI_Win_unlock", "MPI_Win_free"};
// Limit for the nesting of the function that calls itself.
inline constexpr std::uint32_t kDeepest = 12;

// The calls of one rank in the order in which they are made. Partners are ranks of the
// communicator.
class Rank {
 public:
  // `own` are the communicators of the rank; all three must outlive it.
  Rank(const Program& program, std::uint32_t rank, const Memberships& own,
       const std::function<void(const Call&)>& take)
      : program_(program), rank_(rank), own_(own), take_(take) {}

  void plain(SiteNumber site) { make(site, {}); }
  void irecv(std::uint32_t peer, std::int64_t bytes, std::uint32_t comm = 0);
  void isend(std::uint32_t peer, std::int64_t bytes, std::uint32_t comm = 0);
  // Completes all requests, the oldest first.
  void waitall();
  void send(std::uint32_t peer, std::int64_t bytes, std::uint32_t comm = 0);
  void recv(std::uint32_t peer, std::int64_t bytes, std::uint32_t comm = 0);
  // Receives from any rank, and gets the message of `peer`.
  void recv_any(std::uint32_t peer, std::int64_t bytes);
  // Sends to a rank and receives from it in one call.
  void sendrecv(std::uint32_t peer, std::int64_t bytes);
  void allreduce(std::int64_t bytes, std::uint32_t comm = 0);
  void barrier();
  void collective(SiteNumber site, model::CollectiveOp op, std::int64_t root, std::int64_t sent,
                  std::int64_t received, std::uint32_t comm = 0);

  // Makes a window on a communicator; it becomes the newest one, which the others work on.
  void make_window(std::int64_t bytes, std::int64_t unit, std::uint32_t comm = 0);
  void free_window();
  // Begins or ends an epoch with all members, or with none in particular.
  void synchronize(SiteNumber site, std::int64_t mode = 0);
  // Begins or ends an epoch with each target in turn.
  void synchronize_with(SiteNumber site, const std::vector<std::uint32_t>& targets,
                        std::int64_t mode = 0);
  // Moves bytes to the target, or from it, at a displacement in its window.
  void put(std::uint32_t target, std::int64_t at, std::int64_t bytes);
  void get(std::uint32_t target, std::int64_t at, std::int64_t bytes);
  void accumulate(std::uint32_t target, std::int64_t at, std::int64_t bytes);

  // Enters and leaves the function that calls itself.
  void descend();
  void ascend() { --depth_; }

  [[nodiscard]] std::uint32_t rank() const { return rank_; }
  [[nodiscard]] std::uint32_t ranks() const { return program_.ranks; }
  [[nodiscard]] const Program& program() const { return program_; }
  // Returns the place of the rank in a communicator.
  [[nodiscard]] const CommPlace& place(std::uint32_t comm) const { return own_[comm].place; }
  // Returns the same number on all ranks that pass the same arguments.
  [[nodiscard]] std::uint64_t random(std::uint64_t a, std::uint32_t b = 0) const;

 private:
  struct Open {
    bool is_receive;
    std::uint32_t peer;
    std::int64_t bytes;
    std::uint32_t comm;
  };
  [[nodiscard]] Action message(ActionKind kind, std::uint32_t peer, std::int64_t bytes,
                               std::uint32_t comm) const;
  [[nodiscard]] Action access(std::uint32_t target, std::int64_t at) const;
  void make(SiteNumber site, std::vector<Action> actions);

  const Program& program_;
  std::uint32_t rank_;
  const Memberships& own_;
  const std::function<void(const Call&)>& take_;
  Call call_;
  [[nodiscard]] std::int64_t relative_target(std::uint32_t target) const;

  std::vector<Open> open_;
  std::vector<std::uint32_t> windows_;  // communicators of the open ones, the newest last
  std::uint64_t calls_ = 0;
  std::uint32_t depth_ = 0;
};

// A grid of ranks. Without extents in the program they are as equal as possible; the first one is
// the largest and fastest. Dimensions that the program's extents lack have one rank.
struct Grid {
  std::vector<std::uint32_t> extents;
  std::vector<std::uint32_t> at;

  Grid(const Program& program, std::uint32_t dimensions, std::uint32_t rank);
  // Returns whether there is a rank `distance` further along a dimension, and which. Periodic
  // borders go around.
  bool neighbour(std::size_t dimension, std::int64_t distance, std::uint32_t& found,
                 bool is_periodic = false) const;
  // Returns whether there is a rank further along all dimensions, and which.
  bool neighbour(const std::vector<std::int64_t>& distances, bool is_periodic,
                 std::uint32_t& found) const;
};

}  // namespace tarry::compressed::synthetic
