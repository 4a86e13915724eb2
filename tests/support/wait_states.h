// SPDX-License-Identifier: BSD-3-Clause
// The metrics of wait states and of their counts: those that a trace with known numbers does not
// mention must be zero.
#pragma once

#include <string_view>
#include <vector>

#include "model/wait_states.h"

namespace tarry::testing {

inline std::vector<std::string_view> wait_state_ids() {
  std::vector<std::string_view> ids;
  for (const model::WaitStateInfo& state : model::all_wait_states()) {
    ids.push_back(info(state.metric).id);
    for (const model::MetricId count : state.counts)
      if (count.valid()) ids.push_back(info(count).id);
  }
  return ids;
}

}  // namespace tarry::testing
