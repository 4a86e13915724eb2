// SPDX-License-Identifier: BSD-3-Clause
// The members of a communicator, as ranks in MPI_COMM_WORLD. All functions are local: they ask MPI
// for groups and translate them without a message.
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

  // Takes the world ranks of a group, in its order. Returns false without memory, or if a member
  // belongs to another MPI_COMM_WORLD.
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
  int rank = 0;     // the position of this process in `local`
  bool inter = false;

  bool read(MPI_Comm comm);
  bool read_group(MPI_Group group);  // as of a communicator with these members
};

}  // namespace tarry::runtime::mpi
