// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns/account.h"

#include <array>

namespace tarry::analysis {

bool belongs(model::MetricId wait, model::RegionClass region_class) {
  static const auto kTable = [] {
    std::vector<std::array<bool, model::kRegionClasses>> table(model::all_metrics().size());
    for (std::uint32_t m = 0; m < table.size(); ++m) {
      bool found = false;
      for (model::MetricId id{m}; id.valid() && !found; id = info(id).parent)
        for (std::size_t c = 0; c < model::kRegionClasses; ++c)
          if (model::class_metric(static_cast<model::RegionClass>(c)) == id)
            found = table[m][c] = true;
    }
    return table;
  }();
  return kTable[wait.index()][static_cast<std::size_t>(region_class)];
}

}  // namespace tarry::analysis
