// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/simulate/changes.h"

#include <algorithm>
#include <cmath>

namespace tarry::simulate {

namespace {

constexpr double kMostToScale = 1e18;  // so that the result is a number

std::int64_t scaled_number(double value, double factor) {
  return std::llround(std::min(value * factor, kMostToScale));
}

double factor_at(const compressed::Trace& trace, const compressed::Site& site,
                 const Changes& changes) {
  for (auto frame = site.stack.rbegin(); frame != site.stack.rend(); ++frame) {
    const auto found = changes.by_function.find(trace.frames[frame->index()].name);
    if (found != changes.by_function.end()) return found->second;
  }
  return changes.computation;
}

}  // namespace

base::Status check_functions(const compressed::Trace& trace, const Changes& changes) {
  for (const auto& by_function : changes.by_function) {
    const std::string& function = by_function.first;
    const bool is_there =
        std::any_of(trace.sites.begin(), trace.sites.end(), [&](const compressed::Site& site) {
          return std::any_of(site.stack.begin(), site.stack.end(), [&](compressed::FrameId frame) {
            return trace.frames[frame.index()].name == function;
          });
        });
    if (!is_there)
      return base::Error{base::ErrorCode::Usage, "no call of the trace is made below this function",
                         function, "tarry print shows the functions of the trace"};
  }
  return base::kOk;
}

ChangedCalls::ChangedCalls(const compressed::Trace& trace, const Changes& changes)
    : changes_(changes) {
  computation_.reserve(trace.events.size());
  for (const compressed::Event& event : trace.events)
    computation_.push_back(factor_at(trace, trace.sites[event.site.index()], changes));
}

void ChangedCalls::change(compressed::CursorCall& call) const {
  if (changes_.message_size == 1) return;
  for (compressed::Action& action : call.actions) {
    action.bytes = scaled_number(static_cast<double>(action.bytes), changes_.message_size);
    action.received = scaled_number(static_cast<double>(action.received), changes_.message_size);
  }
}

std::uint64_t ChangedCalls::before(std::uint32_t event, std::uint64_t recorded_ns) const {
  const double factor = computation_[event];
  if (factor == 1) return recorded_ns;
  return static_cast<std::uint64_t>(scaled_number(static_cast<double>(recorded_ns), factor));
}

const Algorithm* ChangedCalls::algorithm_of(model::CollectiveOp op) const {
  const auto found = changes_.algorithms.find(op);
  return found == changes_.algorithms.end() ? nullptr : &found->second;
}

}  // namespace tarry::simulate
