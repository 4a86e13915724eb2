// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/clocks/orders.h"

#include <algorithm>

#include "analysis/patterns/collective.h"

namespace tarry::analysis {
namespace {

using model::CollectiveShape;

// Says who gives and who needs. The root is an index; kNoRoot if it is not known.
void assign_roles(CollectiveShape shape, std::size_t root, bool knows_neighbors,
                  std::span<const InstanceTable::Entry> entries,
                  std::vector<OrderedMember>& members) {
  for (std::size_t i = 0; i < members.size(); ++i) {
    const MemberNotice& notice = entries[i].notice;
    OrderedMember& member = members[i];
    switch (shape) {
      case CollectiveShape::Barrier:
        member.gives = member.needs = true;
        break;
      case CollectiveShape::NxN:
      case CollectiveShape::Prefix:
        member.gives = notice.sent != 0;
        member.needs = notice.received != 0;
        break;
      case CollectiveShape::Neighborhood:
        member.gives = knows_neighbors && notice.sent != 0;
        member.needs = knows_neighbors && notice.received != 0;
        break;
      case CollectiveShape::OneToN:
        member.gives = i == root && notice.sent != 0;
        member.needs = root != CollectiveInstance::kNoRoot && i != root && notice.received != 0;
        break;
      case CollectiveShape::NToOne:
        member.gives = root != CollectiveInstance::kNoRoot && i != root && notice.sent != 0;
        member.needs = i == root && notice.received != 0;
        break;
      default:  // it is not known who needs whom
        break;
    }
  }
}

// Returns whether a neighbor that has data has some for each of its own.
bool gives_all(model::CollectiveOp op) {
  return op != model::CollectiveOp::NeighborAlltoallv &&
         op != model::CollectiveOp::NeighborAlltoallw;
}

}  // namespace

bool order(std::span<InstanceTable::Entry> entries, const model::Definitions& definitions,
           OrderedCollective& result) {
  std::stable_sort(entries.begin(), entries.end(),
                   [](const auto& a, const auto& b) { return a.notice.member < b.notice.member; });
  const model::Communicator& comm = definitions.communicators[entries.front().notice.comm.index()];
  if (!is_sound(entries, comm)) return false;
  const CollectivePattern* const pattern = collective_pattern(entries.front().notice.op);
  if (pattern == nullptr) return false;
  result.members.clear();
  result.is_inter = comm.is_inter;
  result.is_prefix = pattern->shape == CollectiveShape::Prefix;
  for (const InstanceTable::Entry& entry : entries)
    result.members.push_back({{rank_of(comm, entry.notice.member), entry.notice.begin},
                              entry.notice.end,
                              entry.notice.member >= comm.members.size()});
  result.in_neighbors = {};
  if (pattern->shape == CollectiveShape::Neighborhood && gives_all(entries.front().notice.op))
    result.in_neighbors = comm.in_neighbors;
  assign_roles(pattern->shape, find_root(entries, comm.is_inter), !result.in_neighbors.empty(),
               entries, result.members);
  return std::any_of(result.members.begin(), result.members.end(),
                     [](const OrderedMember& member) { return member.gives; });
}

}  // namespace tarry::analysis
