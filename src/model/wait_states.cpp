// SPDX-License-Identifier: BSD-3-Clause
#include "model/wait_states.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace tarry::model {
namespace {

enum class Kind { Waits, Part };
enum class Place { None, Syncpoint };

constexpr std::string_view costs_of(std::string_view word) { return word == "none" ? "" : word; }

constexpr bool has_kind(std::string_view costs) {
#define TARRY_WAIT_KIND(channel, kind, name) \
  if (costs == #kind) return true;
#include "model/wait_kinds.def"
  return costs == "none";
}

#define TARRY_WAIT_STATE(id, kind, paradigm, place, costs, ...) \
  static_assert(has_kind(#costs), "costs of " #id ": wait_kinds.def has no kind " #costs);
#include "model/wait_states.def"

constexpr WaitStateInfo kWaitStates[] = {
#define TARRY_WAIT_STATE(id, kind, paradigm, place, costs, syncs, comms) \
  {metric::id,         Kind::kind == Kind::Waits,                        \
   Paradigm::paradigm, Place::place == Place::Syncpoint,                 \
   costs_of(#costs),   {metric::syncs, metric::comms}},
#include "model/wait_states.def"
};

constexpr bool is_waiting(const WaitStateInfo& state) { return state.is_waiting; }

constexpr auto kWaitingStates = [] {
  constexpr auto kCount = std::count_if(std::begin(kWaitStates), std::end(kWaitStates), is_waiting);
  std::array<WaitStateInfo, kCount> states{};
  std::copy_if(std::begin(kWaitStates), std::end(kWaitStates), states.begin(), is_waiting);
  return states;
}();

}  // namespace

std::span<const WaitStateInfo> all_wait_states() { return kWaitStates; }

std::span<const WaitStateInfo> all_waiting_states() { return kWaitingStates; }

}  // namespace tarry::model
