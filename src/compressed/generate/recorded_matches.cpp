// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/generate/recorded_matches.h"

#include <optional>

#include "compressed/model/cursor.h"
#include "compressed/model/open_requests.h"

namespace tarry::compressed {

base::Result<std::vector<std::vector<Action>>> recorded_matches(const Trace& trace) {
  std::vector<std::vector<Action>> out(trace.ranks);
  for (std::uint32_t rank = 0; rank < trace.ranks; ++rank) {
    OpenRequests<std::optional<std::size_t>> open;
    Cursor cursor(trace, rank);
    for (CursorCall call; cursor.next(call);)
      for (const Action& action : call.actions) {
        if (action.kind == ActionKind::Receive || action.kind == ActionKind::PostReceive) {
          if (action.kind == ActionKind::PostReceive) open.open(out[rank].size());
          out[rank].push_back(action);
          // Until its completion says what it got.
          if (action.kind == ActionKind::PostReceive) out[rank].back().kind = ActionKind::Cancelled;
        } else if (opens_request(action.kind)) {
          open.open(std::nullopt);
        } else if (closes_request(action.kind)) {
          const auto request = open.close_at(action.request);
          if (request && *request && action.kind == ActionKind::ReceiveDone)
            out[rank][**request] = action;
        }
      }
    if (!cursor.error().empty())
      return base::Error{base::ErrorCode::Failed, cursor.error(), "rank " + std::to_string(rank),
                         ""};
  }
  return out;
}

}  // namespace tarry::compressed
