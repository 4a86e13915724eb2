// SPDX-License-Identifier: BSD-3-Clause
// Communicators by what they are in a grid of ranks, so that those of different ranks and of
// different numbers of ranks can be compared: each rank has one of each family of rows, columns or
// planes. The number of a communicator in calls depends on the order in which a recording met the
// communicators, and may differ between ranks of one row.
#pragma once

#include <cstdint>
#include <vector>

#include "compressed/extrapolate/grid.h"
#include "compressed/model/membership.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

struct CommFamily {
  enum class Kind : std::uint8_t {
    Self,    // every process alone
    Fibers,  // ranks with equal coordinates outside of `mask`, ascending; all of them: the world
    Listed,  // any other communicator
  };
  Kind kind = Kind::Listed;
  std::uint32_t mask = 0;      // Fibers: bit i stands for dimension i
  std::uint32_t instance = 0;  // counts what is equal otherwise: a duplicate, a next listed one
  friend auto operator<=>(const CommFamily&, const CommFamily&) = default;
};

// The trace must outlive it. Thread: any.
class CommFamilies {
 public:
  CommFamilies(const Trace& trace, const Grid& grid);

  // Returns the family of each communicator of the trace. The instances of listed ones count all
  // listed ones of the trace.
  [[nodiscard]] const std::vector<CommFamily>& by_communicator() const { return families_; }
  // Returns the families of the communicators of one rank, in the order that Parameter::Comm
  // counts. The instances of listed ones count the listed ones of this rank.
  [[nodiscard]] std::vector<CommFamily> of(const Memberships& own) const;
  // Returns the number of listed communicators.
  [[nodiscard]] std::uint32_t listed() const { return listed_; }
  // Returns whether the communicator has all ranks in order.
  [[nodiscard]] bool is_world(std::uint32_t communicator) const;

 private:
  std::vector<CommFamily> families_;
  std::uint32_t listed_ = 0;
  std::uint32_t all_ = 0;  // mask of all dimensions
};

}  // namespace tarry::compressed
