// SPDX-License-Identifier: BSD-3-Clause
// Which metric the waits of a channel of delay costs are counted in.
#pragma once

#include <string_view>

#include "analysis/delay/cost_model.h"
#include "model/region_class.h"

namespace tarry::analysis {

// Its id. `region`: that waits.
std::string_view wait_metric(DelayChannel channel, const model::RegionKind& region);

}  // namespace tarry::analysis
