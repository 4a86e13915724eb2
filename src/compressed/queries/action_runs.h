// SPDX-License-Identifier: BSD-3-Clause
// The actions of one rank at one event without going through them one by one: actions that are
// alike are handed on together, and where all streams repeat, only what repeats is gone through.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "compressed/model/trace.h"

namespace tarry::compressed {

// Actions one after another that differ in nothing but bytes; all of it happens `times` times.
struct ActionRun {
  ActionKind kind{};
  std::int64_t comm = 0;
  std::int64_t peer = 0;
  std::int64_t op = 0;
  std::int64_t root = kRootNone;
  Run bytes;     // as many as actions; of kinds that have them
  Run received;  // the same
  std::uint64_t actions = 0;
  std::uint64_t times = 1;

  [[nodiscard]] std::uint64_t all() const { return actions * times; }
};

// The parameters that ActionRun tells.
std::span<const Parameter> parameters_of_action_runs();

// Values that were given up for a histogram are drawn as Cursor draws them without a seed. False if
// the values do not fit together, or if they are so irregular that going through them would take
// hours: `fault` says which. What was handed on until then is a part of it. Thread: any.
bool for_each_action_run(const Trace& trace, std::uint32_t event, std::uint32_t rank,
                         const std::function<void(const ActionRun&)>& hand_on, std::string& fault);

}  // namespace tarry::compressed
