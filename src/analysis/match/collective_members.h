// SPDX-License-Identifier: BSD-3-Clause
// Brings the members of each instance of a collective operation to the worker that evaluates it.
// The n-th call of a member on a communicator belongs to instance n.
#pragma once

#include <memory_resource>
#include <span>
#include <vector>

#include "analysis/records/process_records.h"
#include "model/anomalies.h"
#include "model/definitions.h"
#include "workers/message.h"

namespace tarry::analysis {

// The part of a member, on its way to the worker that evaluates the instance.
struct MemberNotice {
  Ticks begin;
  Ticks end;
  Ticks waiting_from;
  std::uint64_t sent;
  std::uint64_t received;
  CommId comm;
  std::uint32_t sequence;  // of the instance on its communicator
  std::uint32_t member;    // communicator rank; the remote group after the local one
  model::CommRank root;
  std::uint32_t process;  // the member's place on its worker
  RecordRef record;
  model::CollectiveOp op;
  bool damaged;
  bool nonblocking;
};

// Returns the notices of all members that are processes of this worker, by evaluating worker.
std::vector<workers::Bytes> member_notices(const std::vector<ProcessRecords>& processes,
                                           const model::Definitions& definitions,
                                           std::size_t worker_count, model::Anomalies& anomalies);

// The notices that arrived at a worker. Notices of one instance are next to each other.
class InstanceTable {
 public:
  struct Entry {
    MemberNotice notice;
    std::size_t from;  // worker
  };

  InstanceTable(const std::vector<workers::Bytes>& incoming, std::size_t communicators);

  // Calls visit(entries) for each instance.
  template <class Visit>
  void for_each_instance(Visit visit) {
    for (std::size_t b = 0; b + 1 < ends_.size(); ++b)
      if (ends_[b] != ends_[b + 1])
        visit(std::span(entries_).subspan(ends_[b], ends_[b + 1] - ends_[b]));
  }

 private:
  [[nodiscard]] std::uint32_t bucket_on_communicator(const MemberNotice& notice) const {
    return static_cast<std::uint32_t>(notice.sequence / workers_);
  }
  [[nodiscard]] std::size_t bucket(const MemberNotice& notice) const {
    return first_bucket_[notice.comm.index()] + bucket_on_communicator(notice);
  }

  std::size_t workers_;
  std::vector<std::size_t> first_bucket_;  // by CommId
  std::pmr::vector<std::size_t> ends_;     // by bucket: the begin of its entries
  std::pmr::vector<Entry> entries_;
};

// Returns the index of the root among the members; CollectiveInstance::kNoRoot if there is none or
// it is not known.
std::size_t find_root(std::span<const InstanceTable::Entry> entries, bool inter);

// Returns whether all members are there, undamaged, and agree. `entries` are ordered by member.
bool is_sound(std::span<const InstanceTable::Entry> entries, const model::Communicator& comm);

// Returns the world rank of a member. Members of the remote group come after the local ones.
inline Rank rank_of(const model::Communicator& comm, std::size_t member) {
  return member < comm.members.size() ? comm.members[member]
                                      : comm.remote_members[member - comm.members.size()];
}

}  // namespace tarry::analysis
