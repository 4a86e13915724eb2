// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/replay/window_replay.h"

#include <utility>

namespace tarry::replay {

using compressed::Action;
using compressed::ActionKind;

// The survey has made sure that the windows exist and that only a group has several actions; the
// bounds were checked.
bool WindowReplay::call(const Function& function, const std::vector<Action>& actions,
                        CallCounts& counts) {
  if (actions.empty() || !function.number) return false;
  const Action& first = actions.front();
  if (first.kind == ActionKind::MakeWindow) return make(function, first);
  OpenWindow* const window = windows_.at(first.window);
  if (window == nullptr) return false;
  if (first.kind == ActionKind::Access || first.kind == ActionKind::StartAccess)
    return access(function, first, *window, counts);
  const bool is_made = window->is_made;
  if (is_made && first.kind == ActionKind::Synchronize) synchronize(function, actions, *window);
  if (first.kind == ActionKind::FreeWindow) {
    if (is_made) stage_.mpi.free_window(window->number);
    windows_.close(first.window);
  }
  return is_made;
}

bool WindowReplay::make(const Function& function, const Action& action) {
  OpenWindow& window = windows_.open(action, function.role);
  if (!window.is_made) return false;
  window.number = stage_.mpi.make_window(*function.number, perform_.comm(action.comm),
                                         static_cast<std::uint64_t>(action.size), action.unit);
  return true;
}

bool WindowReplay::access(const Function& function, const Action& action, const OpenWindow& window,
                          CallCounts& counts) {
  const bool has_request = action.kind == ActionKind::StartAccess;
  if (!window.is_made || action.at < 0 || action.target == compressed::kAllTargets) {
    if (has_request) accesses_.open(nullptr);
    return false;
  }
  counts.sent += static_cast<std::uint64_t>(action.bytes);
  counts.received += static_cast<std::uint64_t>(action.received);
  Request request = stage_.mpi.access({*function.number, window.number, target(action, window),
                                       action.at, static_cast<std::uint64_t>(action.bytes),
                                       static_cast<std::uint64_t>(action.received), action.count,
                                       datatype(action), action.reduction});
  if (has_request)
    accesses_.open(std::move(request));
  else if (request)  // to MPI_PROC_NULL: the program's wait has no action
    stage_.mpi.wait({&request, 1});
  return true;
}

void WindowReplay::synchronize(const Function& function, const std::vector<Action>& actions,
                               const OpenWindow& window) {
  WindowCall call{*function.number, window.number, {}, actions.front().mode};
  for (const Action& action : actions) call.targets.push_back(target(action, window));
  stage_.mpi.synchronize(call);
}

std::int64_t WindowReplay::target(const Action& action, const OpenWindow& window) const {
  if (action.target < 0) return action.target;
  return perform_.members(window.comm).place.absolute(action.target);
}

std::string_view WindowReplay::datatype(const Action& action) const {
  const auto& names = stage_.trace.datatypes;
  if (action.datatype < 0 || action.datatype >= static_cast<std::int64_t>(names.size())) return {};
  return names[static_cast<std::size_t>(action.datatype)];
}

}  // namespace tarry::replay
