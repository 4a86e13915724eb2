// SPDX-License-Identifier: BSD-3-Clause
// The tree of metrics as text: a line for each metric with its total, the part that belongs to none
// of the metrics below it, a percentage and the distribution over the ranks.
#pragma once

#include "report/text_page.h"

namespace tarry::report {

// Shows the selected metrics with all metrics below them, or the whole tree. Metrics without a
// value are counted only.
void put_metric_tree(TextPage& page);

}  // namespace tarry::report
