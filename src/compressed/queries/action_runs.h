// SPDX-License-Identifier: BSD-3-Clause
// Goes through the actions of one rank at one event in groups: equal actions are handed on
// together, and where all streams repeat, each repetition is gone through only once.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "compressed/model/trace.h"

namespace tarry::compressed {

// Consecutive actions that differ only in their bytes; the whole group happens `times` times.
struct ActionRun {
  ActionKind kind{};
  std::int64_t comm = 0;
  std::int64_t peer = 0;
  std::int64_t op = 0;
  std::int64_t root = kRootNone;
  Run bytes;     // one value for each action, for kinds that have bytes
  Run received;  // one value for each action, for kinds that have received bytes
  std::uint64_t actions = 0;
  std::uint64_t times = 1;

  [[nodiscard]] std::uint64_t all() const { return actions * times; }
};

// Returns the parameters that an ActionRun tells.
std::span<const Parameter> parameters_of_action_runs();

// Values that a histogram replaces are drawn as a Cursor without a seed draws them. Returns false
// and says why in `fault` if the values do not fit together, or if they are so irregular that going
// through them would take hours; only a part was handed on then. Thread: any.
bool for_each_action_run(const Trace& trace, std::uint32_t event, std::uint32_t rank,
                         const std::function<void(const ActionRun&)>& hand_on, std::string& fault);

}  // namespace tarry::compressed
