// SPDX-License-Identifier: BSD-3-Clause
// Leaves actions out of the calls of a rank. A request whose opening is left out is not completed,
// and the places of the other requests in the list of open ones change with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "compressed/model/call.h"
#include "compressed/model/open_requests.h"

namespace tarry::compressed {

// Thread: caller-locks.
class ActionFilter {
 public:
  // Takes the actions of the next call; all calls must be passed in order. If the call is not
  // `kept`, those that begin something go. Completions of requests that were kept always stay.
  void filter(std::vector<Action>& actions, bool kept) {
    filter_each(actions, [kept](std::size_t) { return kept; });
  }

  // As above; `keeps` says it for the action with a number, counted from 0.
  template <class Keeps>
  void filter_each(std::vector<Action>& actions, Keeps keeps) {
    std::vector<Action> left;
    for (std::size_t i = 0; i < actions.size(); ++i) {
      Action action = actions[i];
      const bool kept = keeps(i);
      if (closes_request(action.kind)) {
        const std::optional<Request> request = before_.close_at(action.request);
        if (!request || !request->is_kept) continue;
        action.request = after_.close(request->number).value_or(0);
      } else if (opens_request(action.kind)) {
        before_.open({next_, kept});
        if (kept) after_.open(next_);
        ++next_;
      }
      if (kept || closes_request(action.kind)) left.push_back(action);
    }
    actions = std::move(left);
  }

 private:
  struct Request {
    std::uint64_t number = 0;
    bool is_kept = false;
  };

  OpenRequests<Request> before_;
  OpenRequests<std::uint64_t> after_;
  std::uint64_t next_ = 0;
};

}  // namespace tarry::compressed
