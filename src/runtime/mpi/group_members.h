// SPDX-License-Identifier: BSD-3-Clause
// The members of a communicator, as ranks in MPI_COMM_WORLD. All functions are local: they ask MPI
// for groups and translate them without a message. Members of a joint communicator, which has
// processes of several jobs (job.h), have no such ranks: only their number is known.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>

#include "runtime/mpi/comm_identity.h"

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
  // Does the same with ranks in the group `among`. Returns false if that lacks a member.
  bool read(MPI_Group group, MPI_Group among);
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
  int size = 0;
  int remote_size = 0;  // 0 unless `inter`
  bool inter = false;
  bool joint = false;       // `local` and `remote` are empty
  std::uint32_t group = 0;  // of `inter`: 0 if the local group is the first one, otherwise 1

  // Returns false if the communicator is a joint one. The first group of an intercommunicator is
  // that with the smallest world rank.
  bool read(MPI_Comm comm);
  bool read_group(MPI_Group group);  // as of a communicator with these members
  // Reads a joint communicator; `group` follows from that it was made from.
  bool read_joint(MPI_Comm comm);
};

// Returns a hash of the ranks of a joint communicator's members in `parent`, from which it was
// made; `group` is that of `parent`. Returns false if they are not all in `parent`.
bool hash_among(MPI_Comm parent, MPI_Comm comm, std::uint32_t group, CommKey& hash);

}  // namespace tarry::runtime::mpi
