// SPDX-License-Identifier: BSD-3-Clause
// How large the trace of a run is, from how often each region was visited: what OTF2 writes for the
// events of a visit (otf2_bytes.h), summed over all visits. Nothing is fitted to measured sizes.
// Method: docs/decisions/024-estimated-trace-size.md.
#pragma once

#include <cstddef>
#include <vector>

#include "model/severity_cube.h"
#include "score/record_bytes.h"
#include "score/region_list.h"

namespace tarry::score {

struct RegionBytes {
  Bytes whole;    // of all processes
  Bytes largest;  // of the process with the most bytes of this region
};

struct Estimate {
  std::vector<RegionBytes> regions;  // as in `regions`; nothing for those that are excluded
  std::vector<Bytes> processes;      // in order of rank
  // For each part of the regions that was asked for, the same without what files have besides
  // events.
  std::vector<std::vector<Bytes>> parts;
  double definitions = 0;  // bytes of the files with definitions, all together

  // Of the whole trace, with its definitions.
  [[nodiscard]] double trace_bytes() const;
  // Of the process with the most.
  [[nodiscard]] Bytes largest_process() const;
};

// The most of the one and of the other.
Bytes largest(const std::vector<Bytes>& all);

// Estimates of one run without this region or that. It takes as much memory as a few metrics of the
// cube.
class Estimator {
 public:
  // `regions` are those of `cube` and must outlive it.
  Estimator(const model::SeverityCube& cube, const std::vector<CubeRegion>& regions);

  // `excluded` says by index which regions are not recorded, `part_of` to which of `parts` parts
  // each belongs; empty: one part of all. Thread: any.
  [[nodiscard]] Estimate of(const std::vector<bool>& excluded,
                            const std::vector<std::size_t>& part_of = {},
                            std::size_t parts = 1) const;

 private:
  // Of one region at one location: whatever is left out, these stay.
  struct Cell {
    double visits = 0;
    Bytes between;  // enter and leave, with readings of counters
  };
  // What numbers of regions a location has, while it is gone through.
  struct Numbering {
    std::size_t frequent = 0;  // the region with the most visits
    double most = 0;           // them
    double used = 0;           // regions seen so far
  };

  void add_region(const CubeCounts& counts, const CubeRegion& region,
                  const std::vector<double>& requests);
  [[nodiscard]] std::vector<Numbering> numberings(const std::vector<bool>& excluded) const;
  [[nodiscard]] RegionBytes region_bytes(std::size_t region, std::vector<Numbering>& numberings,
                                         std::vector<Bytes>& processes) const;
  void add_files(const std::vector<bool>& excluded, const std::vector<Numbering>& numberings,
                 Estimate& out) const;

  const std::vector<CubeRegion>& regions_;
  std::vector<Bytes> reading_;           // of counters, once; by location
  std::vector<std::size_t> process_of_;  // by location
  std::size_t processes_ = 0;
  std::vector<Cell> cells_;  // by region, then location
};

}  // namespace tarry::score
