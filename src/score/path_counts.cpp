// SPDX-License-Identifier: BSD-3-Clause
#include "score/path_counts.h"

namespace tarry::score {

CubeCounts::CubeCounts(const model::SeverityCube& cube)
    : cube_(cube),
      visits_(cube.find(model::metric::visits)),
      joined_visits_(cube.find(model::metric::joined_visits)),
      comms_send_(cube.find(model::metric::comms_send)),
      syncs_send_(cube.find(model::metric::syncs_send)),
      comms_recv_(cube.find(model::metric::comms_recv)),
      syncs_recv_(cube.find(model::metric::syncs_recv)),
      bytes_sent_(cube.find(model::metric::bytes_sent)),
      bytes_rcvd_(cube.find(model::metric::bytes_rcvd)),
      bytes_cout_(cube.find(model::metric::bytes_cout)),
      bytes_cin_(cube.find(model::metric::bytes_cin)) {}

void CubeCounts::add(model::MetricId metric, model::CallPathId callpath, double PathCounts::*to,
                     std::vector<PathCounts>& counts) const {
  const std::vector<double>& row = cube_.row(metric, callpath);  // empty if all values are zero
  for (std::size_t l = 0; l < row.size(); ++l) counts[l].*to += row[l];
}

std::vector<PathCounts> CubeCounts::of(model::CallPathId callpath) const {
  std::vector<PathCounts> counts(cube_.locations.size());
  for (std::size_t l = 0; l < counts.size(); ++l) {
    counts[l].is_initial_thread = cube_.locations[l].thread == 0;
    counts[l].has_messages = comms_send_.valid() && comms_recv_.valid();
  }
  add(visits_, callpath, &PathCounts::visits, counts);
  add(joined_visits_, callpath, &PathCounts::joined_visits, counts);
  add(comms_send_, callpath, &PathCounts::sent, counts);
  add(syncs_send_, callpath, &PathCounts::sent, counts);
  add(comms_recv_, callpath, &PathCounts::received, counts);
  add(syncs_recv_, callpath, &PathCounts::received, counts);
  add(bytes_sent_, callpath, &PathCounts::bytes_sent, counts);
  add(bytes_rcvd_, callpath, &PathCounts::bytes_received, counts);
  add(bytes_cout_, callpath, &PathCounts::collective_out, counts);
  add(bytes_cin_, callpath, &PathCounts::collective_in, counts);
  return counts;
}

}  // namespace tarry::score
