// SPDX-License-Identifier: BSD-3-Clause
// The size of the records between the enter and the leave of a region: messages, collective and
// one-sided operations, teams, tasks and locks, as the runtime records them. Counts of messages and
// sizes come from the cube; if it has none, every visit counts as one.
#pragma once

#include "score/path_counts.h"
#include "score/region_list.h"

namespace tarry::score {

// Sizes in an OTF2 trace, and in the event log that a measured process keeps until it is converted.
struct Bytes {
  double trace = 0;
  double log = 0;

  Bytes& operator+=(const Bytes& other) {
    trace += other.trace;
    log += other.log;
    return *this;
  }
};

// Sizes of numbers that depend on the run.
struct NumberSizes {
  double rank = 2;     // rank of another process
  double request = 2;  // number of a non-blocking operation
};

// The records of the calls of one region.
class RegionRecords {
 public:
  explicit RegionRecords(const CubeRegion& region);

  // Returns the number of operations that a visit starts and another call completes.
  [[nodiscard]] double requests_per_visit() const { return starts_operation_ ? 1 : 0; }

  // Returns the size of all records of these visits except enters and leaves.
  [[nodiscard]] Bytes between(const PathCounts& counts, const NumberSizes& sizes) const;

 private:
  [[nodiscard]] Bytes messages(const PathCounts& counts, const NumberSizes& sizes) const;
  [[nodiscard]] Bytes collective(const PathCounts& counts, const NumberSizes& sizes) const;
  [[nodiscard]] Bytes one_sided(double visits, const NumberSizes& sizes) const;
  [[nodiscard]] Bytes file(double visits) const;
  [[nodiscard]] Bytes openmp(const PathCounts& counts) const;
  [[nodiscard]] Bytes pthread(double visits) const;

  Group group_;
  model::RegionRole role_;
  model::RegionKind kind_;
  bool starts_operation_ = false;
  bool is_among_neighbors_ = false;  // the end of its operation has an attribute
  bool posts_receive_ = false;
  bool receives_ = false;  // true if a message is received before the call returns
  bool sends_ = false;
  double locks_per_visit_ = 0;  // records of locks taken and released
  bool creates_thread_ = false;
  bool joins_thread_ = false;
  bool opens_file_ = false;
  double file_operations_ = 0;  // that a visit begins and ends, or a part of it
};

}  // namespace tarry::score
