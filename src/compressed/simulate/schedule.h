// SPDX-License-Identifier: BSD-3-Clause
// Collective operations as messages between two members, for simulations that exchange the
// algorithm of an operation. A member's part is a list of steps.
//
//   linear              everything goes over the root, or to each member in turn
//   tree                binomial trees
//   ring                neighbors only
//   recursive-doubling  distances 1, 2, 4, ...
//   pairwise            one partner at a time, each once
//
// Source: R. Thakur, R. Rabenseifner, W. Gropp, "Optimization of Collective Communication
// Operations in MPICH", International Journal of High Performance Computing Applications 19 (2005).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compressed/simulate/collective_cost.h"
#include "model/collective_op.h"

namespace tarry::simulate {

enum class Algorithm : std::uint8_t { Linear, Tree, Ring, RecursiveDoubling, Pairwise };
std::optional<Algorithm> algorithm_named(std::string_view name);
// Returns the names of the algorithms that an operation has, "linear, tree"; empty if it has none.
std::string algorithms_of(model::CollectiveOp op);
bool has_algorithm(model::CollectiveOp op, Algorithm algorithm);

struct ScheduleStep {
  enum class Kind : std::uint8_t { Send, Receive, Wait };
  Kind kind = Kind::Wait;  // Wait: for everything that was begun
  std::uint32_t peer = 0;  // rank in the communicator
  std::uint64_t bytes = 0;
};
using Schedule = std::vector<ScheduleStep>;

// Returns the steps of one member. The operation must have the algorithm.
Schedule schedule_of(model::CollectiveOp op, Algorithm algorithm, const CollectivePlace& place,
                     const CollectiveSize& size);

}  // namespace tarry::simulate
