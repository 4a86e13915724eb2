// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/match/neighbor_needs.h"

#include <utility>

namespace tarry::analysis {
namespace {

// A need, on its way to the worker of its member.
struct NeedNotice {
  std::uint32_t process;
  Sibling location;
  NeighborNeed need;
};

// Calls visit(from, to) for each member and each other one that needs it. A member that came after
// the other one had left was not needed: the clocks differ.
template <class Visit>
void for_each_need(const CollectiveInstance& instance, Visit visit) {
  const auto members = instance.members;
  for (std::size_t to = 0; to < members.size(); ++to)
    for (const std::uint32_t from : instance.in_neighbors[to])
      if (instance.gives(from, to) && members[from].begin <= members[to].end) visit(from, to);
}

}  // namespace

std::span<const std::uint32_t> NeighborNeeds::add(const CollectiveInstance& instance,
                                                  std::span<const InstanceTable::Entry> entries,
                                                  const model::Communicator& comm) {
  needing_.clear();
  if (instance.in_neighbors.size() != entries.size()) return {};
  needing_.resize(entries.size());
  for_each_need(instance, [&](std::size_t from, std::size_t) { ++needing_[from]; });
  for_each_need(instance, [&](std::size_t from, std::size_t to) {
    const MemberNotice& needs = entries[to].notice;
    workers::append(needs_[entries[to].from],
                    NeedNotice{needs.process,
                               needs.record.location,
                               {needs.record.index, needing_[from], instance.members[from].begin,
                                rank_of(comm, from), entries[from].notice.record}});
  });
  return needing_;
}

void NeighborNeeds::conclude(std::vector<ProcessRecords>& processes,
                             workers::Transport& transport) {
  for (const workers::Bytes& message : transport.exchange(std::move(needs_)))
    for (std::size_t i = 0; i < workers::record_count<NeedNotice>(message); ++i) {
      const auto notice = workers::record_at<NeedNotice>(message, i);
      processes[notice.process].locations[notice.location].neighbor_needs.push_back(notice.need);
    }
}

}  // namespace tarry::analysis
