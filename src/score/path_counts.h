// SPDX-License-Identifier: BSD-3-Clause
// What a severity cube says about the visits of one call path: how many, and what they sent and
// received.
#pragma once

#include <vector>

#include "model/severity_cube.h"

namespace tarry::score {

// Of one call path at one location.
struct PathCounts {
  double visits = 0;
  bool is_initial_thread = true;
  bool has_messages = false;  // the cube has counts of messages
  double sent = 0;            // messages
  double received = 0;
  double bytes_sent = 0;
  double bytes_received = 0;
  double collective_out = 0;  // bytes
  double collective_in = 0;
};

// The counts of all call paths of a cube, which must outlive it.
class CubeCounts {
 public:
  explicit CubeCounts(const model::SeverityCube& cube);

  // One for each location.
  [[nodiscard]] std::vector<PathCounts> of(model::CallPathId callpath) const;

 private:
  void add(model::MetricId metric, model::CallPathId callpath, double PathCounts::*to,
           std::vector<PathCounts>& counts) const;

  const model::SeverityCube& cube_;
  model::MetricId visits_, comms_send_, syncs_send_, comms_recv_, syncs_recv_;
  model::MetricId bytes_sent_, bytes_rcvd_, bytes_cout_, bytes_cin_;
};

}  // namespace tarry::score
