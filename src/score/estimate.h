// SPDX-License-Identifier: BSD-3-Clause
// Estimates the size of a run's trace from the number of visits of each region: the bytes that OTF2
// writes for the events of a visit (otf2_bytes.h), summed over all visits. Nothing is fitted to
// measured sizes. Method: docs/decisions/024-estimated-trace-size.md.
#pragma once

#include <cstddef>
#include <vector>

#include "model/severity_cube.h"
#include "score/record_bytes.h"
#include "score/region_list.h"

namespace tarry::score {

struct RegionBytes {
  Bytes whole;    // all processes together
  Bytes largest;  // the process with the most bytes of this region
};

struct Estimate {
  std::vector<RegionBytes> regions;  // as in `regions`; zero for excluded regions
  std::vector<Bytes> processes;      // in order of rank
  // For each part of the regions that was asked for: its bytes by process, without what files hold
  // besides events.
  std::vector<std::vector<Bytes>> parts;
  double definitions = 0;  // total bytes of the files with definitions

  // Returns the size of the whole trace with its definitions.
  [[nodiscard]] double trace_bytes() const;
  // Returns the bytes of the process with the most.
  [[nodiscard]] Bytes largest_process() const;
};

// Returns the maximum of the trace and that of the log, which may come from different entries.
Bytes largest(const std::vector<Bytes>& all);

// Estimates one run with different regions left out. Its memory is about that of a few metrics of
// the cube.
class Estimator {
 public:
  // `regions` belong to `cube` and must outlive the object.
  Estimator(const model::SeverityCube& cube, const std::vector<CubeRegion>& regions);

  // `excluded` says by index which regions are not recorded, `part_of` to which of `parts` parts
  // each one belongs; empty means that all are one part. Thread: any.
  [[nodiscard]] Estimate of(const std::vector<bool>& excluded,
                            const std::vector<std::size_t>& part_of = {},
                            std::size_t parts = 1) const;

 private:
  // The values of one region at one location, which do not depend on what is left out.
  struct Cell {
    double visits = 0;  // with an enter and a leave of their own
    Bytes between;      // records between enter and leave, with readings of counters
  };
  // The numbering of regions at a location while the regions are gone through.
  struct Numbering {
    std::size_t frequent = 0;  // the region with the most visits
    double most = 0;           // its visits
    double used = 0;           // number of regions seen so far
  };

  void add_region(const CubeCounts& counts, const CubeRegion& region,
                  const std::vector<double>& requests);
  [[nodiscard]] std::vector<Numbering> numberings(const std::vector<bool>& excluded) const;
  [[nodiscard]] RegionBytes region_bytes(std::size_t region, std::vector<Numbering>& numberings,
                                         std::vector<Bytes>& processes) const;
  void add_files(const std::vector<bool>& excluded, const std::vector<Numbering>& numberings,
                 Estimate& out) const;

  const std::vector<CubeRegion>& regions_;
  std::vector<Bytes> reading_;           // size of one reading of the counters, by location
  std::vector<std::size_t> process_of_;  // by location
  std::size_t processes_ = 0;
  std::vector<Cell> cells_;  // by region, then location
};

}  // namespace tarry::score
