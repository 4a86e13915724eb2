// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/target_comms.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "compressed/extrapolate/vector_values.h"

namespace tarry::compressed {
namespace {

using base::Error;
using base::ErrorCode;

// Returns the fibers along the dimensions of `mask` by lowest member.
std::vector<Communicator> fibers(const Grid& grid, const CommFormula& formula) {
  std::vector<Communicator> out;
  std::unordered_map<std::uint32_t, std::size_t> index;  // by lowest member
  const auto ranks = static_cast<std::uint32_t>(grid.extents().ranks());
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    const auto [at, is_new] = index.try_emplace(grid.fiber(rank, formula.family.mask), out.size());
    if (is_new) out.push_back({formula.name, {}, {}, false, false});
    out[at->second].members.push_back(rank);
  }
  return out;
}

base::Result<Communicator> listed(const Grid& grid, const CommFormula& formula) {
  Communicator out{formula.name, {}, {}, false, false};
  const auto members = values_at(formula.members, grid.extents(), 1);
  const std::uint64_t ranks = grid.extents().ranks();
  bool is_possible = members && members->size() <= ranks;
  std::vector<bool> is_member(ranks, false);
  for (std::optional<SequenceCursor> cursor; is_possible;) {
    if (!cursor) cursor.emplace(*members);
    if (cursor->done()) break;
    const std::int64_t rank = cursor->next();
    is_possible = rank >= 0 && static_cast<std::uint64_t>(rank) < ranks &&
                  !is_member[static_cast<std::size_t>(rank)];
    if (!is_possible) break;
    is_member[static_cast<std::size_t>(rank)] = true;
    out.members.push_back(static_cast<std::uint32_t>(rank));
  }
  if (!is_possible)
    return Error{ErrorCode::Unsupported,
                 "communicator '" + formula.name + "' has no possible members on a " +
                     extents_text(grid.extents()) + " grid",
                 "", "choose other extents with --extents"};
  return out;
}

}  // namespace

base::Result<TargetComms> TargetComms::of(const FormulaTrace& formulas, const Grid& grid) {
  TargetComms out;
  out.wanted_ = formulas.families;
  out.all_ = (1u << grid.extents().dimensions) - 1;
  for (const CommFormula& formula : formulas.communicators) {
    switch (formula.family.kind) {
      case CommFamily::Kind::Self:
        out.communicators_.push_back({formula.name, {}, {}, true, false});
        break;
      case CommFamily::Kind::Fibers:
        for (Communicator& each : fibers(grid, formula))
          out.communicators_.push_back(std::move(each));
        break;
      case CommFamily::Kind::Listed: {
        TRY_ASSIGN(Communicator each, listed(grid, formula));
        out.communicators_.push_back(std::move(each));
        out.has_listed_ = true;
        break;
      }
    }
    out.families_.resize(out.communicators_.size(), formula.family);
  }
  out.by_rank_ =
      memberships_by_rank(out.communicators_, static_cast<std::uint32_t>(grid.extents().ranks()));
  return out;
}

std::vector<std::int64_t> TargetComms::numbers(std::uint32_t rank) const {
  std::vector<std::int64_t> out(wanted_.size(), -1);
  std::uint32_t listed = 0;
  const Memberships& own = by_rank_[rank];
  for (std::size_t i = 0; i < own.size(); ++i) {
    CommFamily family = families_[own[i].communicator];
    if (family.kind == CommFamily::Kind::Listed) family.instance = listed++;
    const auto found = std::find(wanted_.begin(), wanted_.end(), family);
    if (found != wanted_.end())
      out[static_cast<std::size_t>(found - wanted_.begin())] = static_cast<std::int64_t>(i);
  }
  return out;
}

bool TargetComms::is_world(std::uint32_t rank, std::int64_t comm) const {
  const std::size_t index = by_rank_[rank][static_cast<std::size_t>(comm)].communicator;
  return families_[index].kind == CommFamily::Kind::Fibers && families_[index].mask == all_;
}

}  // namespace tarry::compressed
