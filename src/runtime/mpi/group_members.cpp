// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/group_members.h"

#include <algorithm>
#include <cstdlib>

#include "runtime/mpi/calls.h"
#include "runtime/mpi/world.h"

namespace tarry::runtime::mpi {
namespace {

// Replaces 0, 1, 2, ... in `ranks` by the world ranks of the members of `group`.
bool translate(MPI_Group group, int size, int* group_ranks, int* world_ranks) {
  const World world;
  if (world.group() == MPI_GROUP_NULL) return false;
  for (int i = 0; i < size; ++i) group_ranks[i] = i;
  const int error =
      own::Group_translate_ranks(group, size, group_ranks, world.group(), world_ranks);
  return error == MPI_SUCCESS &&
         std::find(world_ranks, world_ranks + size, MPI_UNDEFINED) == world_ranks + size;
}

}  // namespace

RankList::~RankList() { std::free(ranks_); }

bool RankList::read(MPI_Group group) {
  int size = 0;
  if (own::Group_size(group, &size) != MPI_SUCCESS) return false;
  // The second half is scratch memory for the ranks in the group.
  const auto count = static_cast<std::size_t>(size);
  int* ranks = static_cast<int*>(std::realloc(ranks_, (2 * count + 1) * sizeof(int)));
  if (ranks == nullptr) return false;
  ranks_ = ranks;
  size_ = count;
  return translate(group, size, ranks_ + count, ranks_);
}

int RankList::smallest() const {
  return size_ == 0 ? 0 : *std::min_element(ranks_, ranks_ + size_);
}

bool Members::read_group(MPI_Group group) {
  inter = false;
  remote.clear();
  return local.read(group) && own::Group_rank(group, &rank) == MPI_SUCCESS;
}

bool Members::read(MPI_Comm comm) {
  int is_inter = 0;
  if (own::Comm_test_inter(comm, &is_inter) != MPI_SUCCESS) return false;
  inter = is_inter != 0;
  remote.clear();
  MPI_Group group = MPI_GROUP_NULL;
  if (own::Comm_group(comm, &group) != MPI_SUCCESS) return false;
  bool good = local.read(group) && own::Comm_rank(comm, &rank) == MPI_SUCCESS;
  own::Group_free(&group);
  if (good && inter) {
    good = own::Comm_remote_group(comm, &group) == MPI_SUCCESS && remote.read(group);
    own::Group_free(&group);
  }
  return good;
}

}  // namespace tarry::runtime::mpi
