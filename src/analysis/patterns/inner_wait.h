// SPDX-License-Identifier: BSD-3-Clause
// Waits in collective operations for another member than the pattern of the operation tells: in a
// tree, members in between pass data on, and an operation that was begun may advance only while
// others are in MPI. Definition: docs/patterns/progress.md.
//
//   root       ──█Reduce███████████████─    waits for the last sender: Early Reduce
//   in between ─────█Reduce··········█──    waits for the leaf whose data it passes on
//   leaf       ────────────────█Reduce█─    ^event
#pragma once

#include <optional>
#include <vector>

#include "analysis/patterns/collective.h"

namespace tarry::analysis {

// A member came, or came back to complete a non-blocking operation.
struct Arrival {
  model::Ticks time;
  std::size_t member;
  bool to_complete;
};

// The arrivals of one instance, in order.
class Arrivals {
 public:
  void of(const CollectiveInstance& instance, bool is_nonblocking);

  // Returns the last arrival of another member after all that `member` waits for by the pattern,
  // and before its end.
  [[nodiscard]] std::optional<Arrival> last_for(const CollectiveInstance& instance,
                                                std::size_t member) const;

 private:
  std::vector<Arrival> all_;
};

}  // namespace tarry::analysis
