// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/queries/communication_matrix.h"

#include <map>

namespace tarry::compressed {

CommunicationMatrix::CommunicationMatrix(const Trace& trace, const TraceSummary& summary)
    : ranks_(trace.ranks), communicators_(trace), patterns_of_rank_(trace.ranks) {
  for (const EventSummary& event : summary.events)
    for (const ClassSummary& of_class : event.classes) {
      if (of_class.to.empty()) continue;
      const auto pattern = static_cast<std::uint32_t>(patterns_.size());
      patterns_.push_back(of_class.to);
      for (const std::uint32_t rank : of_class.ranks.ranks()) {
        if (rank >= ranks_) continue;
        patterns_of_rank_[rank].push_back(pattern);
        for (const PeerTraffic& to : of_class.to)
          if (!communicators_.peer(rank, to.comm, to.peer)) impossible_ += to.messages;
      }
    }
}

std::vector<MatrixCell> CommunicationMatrix::row(std::uint32_t sender) const {
  std::map<std::uint32_t, MatrixCell> cells;
  if (sender >= ranks_) return {};
  for (const std::uint32_t pattern : patterns_of_rank_[sender])
    for (const PeerTraffic& to : patterns_[pattern]) {
      const auto receiver = communicators_.peer(sender, to.comm, to.peer);
      if (!receiver) continue;
      MatrixCell& cell = cells[*receiver];
      cell.receiver = *receiver;
      cell.messages += to.messages;
      cell.bytes += to.bytes;
    }
  std::vector<MatrixCell> out;
  out.reserve(cells.size());
  for (const auto& [receiver, cell] : cells) out.push_back(cell);
  return out;
}

}  // namespace tarry::compressed
