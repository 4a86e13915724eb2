// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/queries/measured_values.h"

#include <algorithm>

namespace tarry::compressed {

std::vector<MeasuredValues> measured_values(const Trace& trace, std::uint32_t statistic) {
  std::vector<MeasuredValues> out;
  for (const Event& event : trace.events) {
    const std::string& function = trace.sites[event.site.index()].function;
    for (const EventStatistic& each : event.statistics) {
      if (each.statistic != statistic) continue;
      auto found = std::find_if(out.begin(), out.end(), [&](const MeasuredValues& known) {
        return known.function == function;
      });
      if (found == out.end()) found = out.insert(out.end(), {function, {}});
      found->values.add(each.values);
    }
  }
  return out;
}

}  // namespace tarry::compressed
