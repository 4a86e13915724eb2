// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/match/collective_dependencies.h"

namespace tarry::analysis {

CollectiveDependencies::CollectiveDependencies(CollectiveShape shape, bool all_meet,
                                               std::uint32_t sequence,
                                               const CollectiveInstance& instance)
    : shape_(shape), all_meet_(all_meet), sequence_(sequence), instance_(instance) {
  for (std::size_t i = 0; i < instance.members.size(); ++i) {
    const CollectiveDependency of_member = roles(i);
    arrivals_[of_member.gives_remote] += of_member.gives;
    needs_[of_member.needs_remote] += of_member.is_needing;
  }
}

CollectiveDependency CollectiveDependencies::of(std::size_t member) const {
  CollectiveDependency of_member = roles(member);
  of_member.sequence = sequence_;
  of_member.arrivals = arrivals_[of_member.needs_remote];
  of_member.is_needing &= of_member.arrivals != 0;
  of_member.needs = needs_[of_member.needs_remote];
  return of_member;
}

CollectiveDependency CollectiveDependencies::roles(std::size_t i) const {
  const CollectiveMember& member = instance_.members[i];
  CollectiveDependency of_member;
  if (shape_ == CollectiveShape::Barrier || shape_ == CollectiveShape::NxN) {
    // Where not all meet, those who do wait for members that send.
    of_member.gives = all_meet_ || (member.synchronises && member.sent != 0);
    of_member.is_needing = (all_meet_ || member.synchronises) && !member.late_cause;
    of_member.gives_remote = instance_.inter && member.remote;
    of_member.needs_remote = instance_.inter && !member.remote;
  } else if (instance_.root != CollectiveInstance::kNoRoot) {
    const CollectiveMember& root = instance_.members[instance_.root];
    const bool is_root = &member == &root;
    if (shape_ == CollectiveShape::OneToN && root.sent != 0) {
      of_member.gives = is_root;
      of_member.is_needing = !is_root && member.received != 0 && root.begin <= member.end;
    } else if (shape_ == CollectiveShape::NToOne && root.received != 0) {
      of_member.gives = !is_root && member.sent != 0;
      of_member.is_needing = is_root && !root.late_cause;
    }
  }
  return of_member;
}

}  // namespace tarry::analysis
