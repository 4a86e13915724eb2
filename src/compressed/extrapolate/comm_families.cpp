// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/comm_families.h"

#include <map>
#include <optional>
#include <utility>

namespace tarry::compressed {
namespace {

// Returns the number of ranks in a fiber along the dimensions of `mask`.
std::uint64_t fiber_size(const Extents& extents, std::uint32_t mask) {
  std::uint64_t size = 1;
  for (unsigned d = 0; d < extents.dimensions; ++d)
    if ((mask >> d & 1) != 0) size *= extents.size[d];
  return size;
}

// Returns the dimensions along which the members are a whole fiber in ascending order.
std::optional<std::uint32_t> mask_of(const Communicator& comm, const Grid& grid) {
  if (comm.is_inter || comm.members.empty()) return std::nullopt;
  const auto& members = comm.members;
  for (std::size_t i = 1; i < members.size(); ++i)
    if (members[i] <= members[i - 1]) return std::nullopt;
  const auto all = (1u << grid.extents().dimensions) - 1;
  // The world comes first: in a grid with an extent of 1, several masks have the same members.
  for (std::uint32_t mask = all + 1; mask-- > 0;) {
    if (fiber_size(grid.extents(), mask) != members.size()) continue;
    bool is_fiber = true;
    for (const std::uint32_t rank : members)
      is_fiber =
          is_fiber && rank < grid.extents().ranks() && grid.fiber(rank, mask) == members.front();
    if (is_fiber) return mask;
  }
  return std::nullopt;
}

}  // namespace

CommFamilies::CommFamilies(const Trace& trace, const Grid& grid)
    : all_((1u << grid.extents().dimensions) - 1) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> fibers;  // by mask, first member
  std::map<CommFamily, std::uint64_t> complete;                             // fibers of a family
  std::uint32_t selves = 0;
  for (const Communicator& comm : trace.communicators) {
    if (comm.is_self) {
      families_.push_back({CommFamily::Kind::Self, 0, selves++});
    } else if (const auto mask = mask_of(comm, grid)) {
      const std::uint32_t instance = fibers[{*mask, comm.members.front()}]++;
      families_.push_back({CommFamily::Kind::Fibers, *mask, instance});
      ++complete[families_.back()];
    } else {
      families_.push_back({});
    }
  }
  for (CommFamily& family : families_) {
    if (family.kind == CommFamily::Kind::Fibers &&
        complete[family] * fiber_size(grid.extents(), family.mask) != grid.extents().ranks())
      family = {};
    if (family.kind == CommFamily::Kind::Listed) family.instance = listed_++;
  }
}

std::vector<CommFamily> CommFamilies::of(const Memberships& own) const {
  std::vector<CommFamily> out;
  out.reserve(own.size());
  std::uint32_t listed = 0;
  for (const Membership& each : own) {
    out.push_back(families_[each.communicator]);
    if (out.back().kind == CommFamily::Kind::Listed) out.back().instance = listed++;
  }
  return out;
}

bool CommFamilies::is_world(std::uint32_t communicator) const {
  const CommFamily& family = families_[communicator];
  return family.kind == CommFamily::Kind::Fibers && family.mask == all_;
}

}  // namespace tarry::compressed
