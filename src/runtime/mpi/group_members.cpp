// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/group_members.h"

#include <algorithm>
#include <cstdlib>

#include "runtime/mpi/calls.h"
#include "runtime/mpi/world.h"

namespace tarry::runtime::mpi {
namespace {

// Writes the ranks of the members of `group` in `among`; `group_ranks` is scratch memory.
bool translate(MPI_Group group, int size, int* group_ranks, MPI_Group among, int* ranks) {
  for (int i = 0; i < size; ++i) group_ranks[i] = i;
  const int error = own::Group_translate_ranks(group, size, group_ranks, among, ranks);
  return error == MPI_SUCCESS && std::find(ranks, ranks + size, MPI_UNDEFINED) == ranks + size;
}

// A group of a communicator: the local or the remote one.
class CommGroup {
 public:
  CommGroup(MPI_Comm comm, bool remote) {
    const int error =
        remote ? own::Comm_remote_group(comm, &group_) : own::Comm_group(comm, &group_);
    if (error != MPI_SUCCESS) group_ = MPI_GROUP_NULL;
  }
  ~CommGroup() {
    if (group_ != MPI_GROUP_NULL) own::Group_free(&group_);
  }
  CommGroup(const CommGroup&) = delete;
  CommGroup& operator=(const CommGroup&) = delete;

  [[nodiscard]] MPI_Group group() const { return group_; }

 private:
  MPI_Group group_ = MPI_GROUP_NULL;
};

bool is_intercommunicator(MPI_Comm comm) {
  int is_inter = 0;
  return own::Comm_test_inter(comm, &is_inter) == MPI_SUCCESS && is_inter != 0;
}

bool hash_group(const CommGroup& parent, const CommGroup& made, CommKey& hash) {
  RankList ranks;
  if (parent.group() == MPI_GROUP_NULL || made.group() == MPI_GROUP_NULL ||
      !ranks.read(made.group(), parent.group()))
    return false;
  hash = hash_members(ranks.data(), ranks.size(), kParent);
  return true;
}

}  // namespace

RankList::~RankList() { std::free(ranks_); }

bool RankList::read(MPI_Group group) {
  const World world;
  return world.group() != MPI_GROUP_NULL && read(group, world.group());
}

bool RankList::read(MPI_Group group, MPI_Group among) {
  int size = 0;
  if (own::Group_size(group, &size) != MPI_SUCCESS) return false;
  // The second half is scratch memory for the ranks in the group.
  const auto count = static_cast<std::size_t>(size);
  int* ranks = static_cast<int*>(std::realloc(ranks_, (2 * count + 1) * sizeof(int)));
  if (ranks == nullptr) return false;
  ranks_ = ranks;
  size_ = count;
  return translate(group, size, ranks_ + count, among, ranks_);
}

int RankList::smallest() const {
  return size_ == 0 ? 0 : *std::min_element(ranks_, ranks_ + size_);
}

bool Members::read_group(MPI_Group of_all) {
  remote.clear();
  remote_size = 0;
  inter = joint = false;
  group = 0;
  if (!local.read(of_all) || own::Group_rank(of_all, &rank) != MPI_SUCCESS) return false;
  size = static_cast<int>(local.size());
  return true;
}

bool Members::read(MPI_Comm comm) {
  const CommGroup own_group(comm, false);
  if (own_group.group() == MPI_GROUP_NULL || !read_group(own_group.group())) return false;
  inter = is_intercommunicator(comm);
  if (!inter) return true;
  const CommGroup other(comm, true);
  if (other.group() == MPI_GROUP_NULL || !remote.read(other.group())) return false;
  remote_size = static_cast<int>(remote.size());
  group = local.smallest() < remote.smallest() ? 0 : 1;
  return true;
}

bool Members::read_joint(MPI_Comm comm) {
  local.clear();
  remote.clear();
  remote_size = 0;
  joint = true;
  inter = is_intercommunicator(comm);
  return own::Comm_rank(comm, &rank) == MPI_SUCCESS && own::Comm_size(comm, &size) == MPI_SUCCESS &&
         (!inter || own::Comm_remote_size(comm, &remote_size) == MPI_SUCCESS);
}

bool hash_among(MPI_Comm parent, MPI_Comm comm, std::uint32_t group, CommKey& hash) {
  if (!hash_group(CommGroup(parent, false), CommGroup(comm, false), hash)) return false;
  if (!is_intercommunicator(comm)) return true;
  CommKey others;
  if (!hash_group(CommGroup(parent, true), CommGroup(comm, true), others)) return false;
  hash = group == 0 ? hash_ordered(hash, others) : hash_ordered(others, hash);
  return true;
}

}  // namespace tarry::runtime::mpi
