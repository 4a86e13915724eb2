// SPDX-License-Identifier: BSD-3-Clause
// The information of a severity cube about the visits of one call path: their number, and what they
// sent and received.
#pragma once

#include <vector>

#include "model/severity_cube.h"

namespace tarry::score {

// Counts of one call path at one location.
struct PathCounts {
  double visits = 0;
  double joined_visits = 0;  // those without an enter and a leave of their own
  bool is_initial_thread = true;
  bool has_messages = false;  // true if the cube counts messages
  double sent = 0;            // number of messages
  double received = 0;
  double bytes_sent = 0;
  double bytes_received = 0;
  double collective_out = 0;  // bytes sent in collective operations
  double collective_in = 0;
};

// The counts of all call paths of a cube, which must outlive the object.
class CubeCounts {
 public:
  explicit CubeCounts(const model::SeverityCube& cube);

  // Returns one entry for each location.
  [[nodiscard]] std::vector<PathCounts> of(model::CallPathId callpath) const;

 private:
  void add(model::MetricId metric, model::CallPathId callpath, double PathCounts::*to,
           std::vector<PathCounts>& counts) const;

  const model::SeverityCube& cube_;
  model::MetricId visits_, joined_visits_, comms_send_, syncs_send_, comms_recv_, syncs_recv_;
  model::MetricId bytes_sent_, bytes_rcvd_, bytes_cout_, bytes_cin_;
};

}  // namespace tarry::score
