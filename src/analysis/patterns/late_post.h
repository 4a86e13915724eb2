// SPDX-License-Identifier: BSD-3-Clause
// Late Post: a process that accesses a window waits until the last of the targets has posted it; in
// which of its calls depends on the MPI library. Definition: docs/definitions.md, "One-sided
// waits".
//
//   origin  ──█Start█──█Put█──█Complete····█──
//   target  ─────────────────────────█Post█──█Wait█──
//                                    ^post
#pragma once

#include <optional>

#include "model/ids.h"

namespace tarry::analysis {

// The calls of the epoch that may wait, in the order of preference.
struct AccessCalls {
  model::Ticks complete_enter;
  model::Ticks complete_record;  // of the synchronisation in Complete
  model::Ticks complete_leave;
  model::Ticks start_enter;
  model::Ticks start_leave;
};

enum class LatePostIn : std::uint8_t { Complete, Start };

struct LatePost {
  LatePostIn where;
  model::Ticks wait;
};

// Returns the call that waits, or none, in which case it may be an operation. `post` is the enter
// of the last post.
inline std::optional<LatePost> late_post(model::Ticks post, const AccessCalls& calls) {
  // A record at the enter does not tell when the call synchronised: Score-P writes it there if no
  // operations were pending.
  const model::Ticks synchronised =
      calls.complete_record > calls.complete_enter ? calls.complete_record : calls.complete_leave;
  if (calls.complete_enter < post && post < synchronised)
    return LatePost{LatePostIn::Complete, post - calls.complete_enter};
  if (calls.start_enter < post && post < calls.start_leave)
    return LatePost{LatePostIn::Start, post - calls.start_enter};
  return std::nullopt;
}

// Returns the wait of an operation recorded at `time`; 0 if it does not wait.
inline model::Ticks late_post_in_operation(model::Ticks post, model::Ticks time,
                                           model::Ticks leave) {
  return time < post && post < leave ? post - time : model::Ticks{};
}

}  // namespace tarry::analysis
