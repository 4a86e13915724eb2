// SPDX-License-Identifier: BSD-3-Clause
// How much each rank sent to each other one, by world ranks, as the senders saw it. Values are kept
// relative, per class of senders; rows are computed when they are asked for.
#pragma once

#include <cstdint>
#include <vector>

#include "compressed/queries/communicator_index.h"
#include "compressed/queries/event_summary.h"

namespace tarry::compressed {

struct MatrixCell {
  std::uint32_t receiver = 0;
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
  friend bool operator==(const MatrixCell&, const MatrixCell&) = default;
};

// The trace must outlive it. Thread: any.
class CommunicationMatrix {
 public:
  CommunicationMatrix(const Trace& trace, const TraceSummary& summary);

  [[nodiscard]] std::uint32_t ranks() const { return ranks_; }
  // Returns what one rank sent, by ascending receiver.
  [[nodiscard]] std::vector<MatrixCell> row(std::uint32_t sender) const;
  // Returns the number of messages to peers that their communicators do not have; they are in no
  // row.
  [[nodiscard]] std::uint64_t impossible() const { return impossible_; }

 private:
  std::uint32_t ranks_;
  CommunicatorIndex communicators_;
  std::vector<std::vector<PeerTraffic>> patterns_;            // each pattern once
  std::vector<std::vector<std::uint32_t>> patterns_of_rank_;  // by sender
  std::uint64_t impossible_ = 0;
};

}  // namespace tarry::compressed
