// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/replay/window_bounds.h"

#include <string>

#include "compressed/model/cursor.h"
#include "compressed/replay/access_bytes.h"
#include "compressed/replay/open_windows.h"

namespace tarry::replay {
namespace {

using compressed::Action;
using compressed::ActionKind;

// The parts hold less than 2^62 bytes, as do all values of a trace that was read.
bool lies_inside(const Action& access, std::int64_t bytes, const WindowPart& part) {
  return access.at <= part.size / part.unit && bytes <= part.size - access.at * part.unit;
}

}  // namespace

base::Status check_window_bounds(const compressed::Trace& trace, std::uint32_t rank,
                                 const compressed::Memberships& comms, std::uint64_t seed,
                                 const Agreement& agreed) {
  OpenWindows windows(comms);
  compressed::Cursor cursor(trace, rank);
  cursor.set_seed(seed);
  for (compressed::CursorCall call; cursor.next(call);) {
    const std::string& function = trace.sites[trace.events[call.event].site.index()].function;
    for (const Action& action : call.actions) {
      if (action.kind == ActionKind::MakeWindow) windows.open(action, call_role(function));
      if (action.kind == ActionKind::FreeWindow) windows.close(action.window);
      if (action.kind != ActionKind::Access && action.kind != ActionKind::StartAccess) continue;
      const OpenWindow* const window = windows.at(action.window);
      if (window == nullptr || !window->is_made || action.target < 0 || action.at < 0) continue;
      const auto comm = static_cast<std::size_t>(window->comm);
      const std::uint32_t target = comms[comm].place.absolute(action.target);
      const WindowPart& part = agreed.windows[comm][target].at(window->place);
      if (lies_inside(action, access_bytes(function, action), part)) continue;
      return base::Error{base::ErrorCode::BadInput, "the trace contradicts itself",
                         function + " of rank " + std::to_string(rank) +
                             " reaches beyond the window of its target",
                         ""};
    }
  }
  return base::kOk;
}

}  // namespace tarry::replay
