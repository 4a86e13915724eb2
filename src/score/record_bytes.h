// SPDX-License-Identifier: BSD-3-Clause
// What the records between the enter and the leave of a region take: messages, collective
// operations, one-sided operations, teams, tasks and locks, as the runtime records them. Counts of
// messages and sizes come from the cube where it has them; where not, every visit counts as one.
#pragma once

#include "model/severity_cube.h"
#include "score/region_list.h"

namespace tarry::score {

// Of a trace in OTF2, and of the event log that a measured process keeps until it is converted.
struct Bytes {
  double trace = 0;
  double log = 0;

  Bytes& operator+=(const Bytes& other) {
    trace += other.trace;
    log += other.log;
    return *this;
  }
};

// The ids whose length depends on the run.
struct NumberSizes {
  double rank = 2;     // of another process
  double request = 2;  // of a non-blocking operation
};

class RecordBytes {
 public:
  // `cube` must outlive it and have the metric `visits`.
  explicit RecordBytes(const model::SeverityCube& cube);

  // Operations that the region starts and another one completes, by visits.
  static double requests_per_visit(const CubeRegion& region);

  // All records of these visits but their enters and leaves.
  [[nodiscard]] Bytes between(const CubeRegion& region, model::CallPathId callpath,
                              model::LocationIndex location, double visits,
                              const NumberSizes& sizes) const;

 private:
  [[nodiscard]] Bytes messages(const CubeRegion& region, model::CallPathId callpath,
                               model::LocationIndex location, double visits,
                               const NumberSizes& sizes) const;
  [[nodiscard]] Bytes collective(const CubeRegion& region, model::CallPathId callpath,
                                 model::LocationIndex location, double visits,
                                 const NumberSizes& sizes) const;

  // The values of two metrics together; `otherwise` if the cube has none of them.
  [[nodiscard]] double sum(model::MetricId one, model::MetricId other, model::CallPathId callpath,
                           model::LocationIndex location, double otherwise) const;

  const model::SeverityCube& cube_;
  model::MetricId comms_send_, syncs_send_, comms_recv_, syncs_recv_;
  model::MetricId bytes_sent_, bytes_rcvd_, bytes_cout_, bytes_cin_;
};

}  // namespace tarry::score
