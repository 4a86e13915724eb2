// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns/wrong_order.h"

#include <algorithm>

namespace tarry::analysis {

void WrongOrderDetector::keep(const LateSenderInstance& instance) {
  if (count_ == kWindow) {
    std::move(instances_.begin() + 1, instances_.end(), instances_.begin());
    --count_;
  }
  instances_[count_++] = instance;
  latest_send_ = std::max(latest_send_, instance.send_time);
}

}  // namespace tarry::analysis
