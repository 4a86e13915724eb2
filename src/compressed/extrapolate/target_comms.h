// SPDX-License-Identifier: BSD-3-Clause
// The communicators of an extrapolated trace, and how its ranks name them.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "compressed/extrapolate/formula_trace.h"
#include "compressed/model/membership.h"

namespace tarry::compressed {

// Thread: any.
class TargetComms {
 public:
  static base::Result<TargetComms> of(const FormulaTrace& formulas, const Grid& grid);

  [[nodiscard]] const std::vector<Communicator>& communicators() const { return communicators_; }
  // Returns the numbers that a rank gives to the families (FormulaTrace::families); -1 where it has
  // no such communicator.
  [[nodiscard]] std::vector<std::int64_t> numbers(std::uint32_t rank) const;
  // Returns the place of a rank in its n-th communicator.
  [[nodiscard]] const CommPlace& place(std::uint32_t rank, std::int64_t comm) const {
    return by_rank_[rank][static_cast<std::size_t>(comm)].place;
  }
  [[nodiscard]] bool is_world(std::uint32_t rank, std::int64_t comm) const;
  // Returns whether each rank gives the same numbers.
  [[nodiscard]] bool are_numbers_equal() const { return !has_listed_; }

 private:
  std::vector<CommFamily> wanted_;  // FormulaTrace::families
  std::vector<Communicator> communicators_;
  std::vector<CommFamily> families_;  // by communicator
  std::vector<Memberships> by_rank_;
  std::uint32_t all_ = 0;  // mask of all dimensions
  bool has_listed_ = false;
};

}  // namespace tarry::compressed
