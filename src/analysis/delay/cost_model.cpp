// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/delay/cost_model.h"

#include <algorithm>

namespace tarry::analysis {

CostShares divide(CostModel model, double wait, double surplus, double own_waits) {
  CostShares shares;
  if (surplus + own_waits <= 0) {
    shares.unattributed = 1;
    return shares;
  }
  if (model == CostModel::Proportional) {
    shares.surplus = shares.own_waits = 1 / (surplus + own_waits);
    return shares;
  }
  // Cost that no surplus can take goes to the waits as well.
  const double passed_on = surplus > 0 ? std::min(own_waits, wait) / wait : 1;
  if (own_waits > 0) shares.own_waits = passed_on / own_waits;
  if (surplus > 0) shares.surplus = (1 - passed_on) / surplus;
  return shares;
}

double indirect_part(CostModel model, double wait, double surplus, double own_waits) {
  if (own_waits <= 0) return 0;
  if (model == CostModel::WaitFirst) return std::min(own_waits, wait);
  return std::min(wait / (surplus + own_waits), 1.0) * own_waits;
}

}  // namespace tarry::analysis
