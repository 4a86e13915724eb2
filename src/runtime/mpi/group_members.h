// SPDX-License-Identifier: BSD-3-Clause
// Who is in a communicator, as ranks in MPI_COMM_WORLD. Local: asks MPI for groups and translates
// them, sends nothing.
#pragma once

#include <mpi.h>

#include <cstddef>

namespace tarry::runtime::mpi {

// A list of ranks on the heap (communicators are not made on the hot path).
class RankList {
 public:
  RankList() = default;
  ~RankList();
  RankList(const RankList&) = delete;
  RankList& operator=(const RankList&) = delete;

  // World ranks of a group, in its order. False without memory, or if a member is of another
  // MPI_COMM_WORLD.
  bool read(MPI_Group group);
  void clear() { size_ = 0; }

  [[nodiscard]] const int* data() const { return ranks_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] int smallest() const;

 private:
  int* ranks_ = nullptr;
  std::size_t size_ = 0;
};

struct Members {
  RankList local;
  RankList remote;  // intercommunicators only
  int rank = 0;     // of this process in `local`
  bool inter = false;

  bool read(MPI_Comm comm);
};

}  // namespace tarry::runtime::mpi
