// SPDX-License-Identifier: BSD-3-Clause
// How large the trace of a run is, from how often each region was visited: what OTF2 writes for the
// events of a visit (otf2_bytes.h), summed over all visits. Nothing is fitted to measured sizes.
// Method: docs/decisions/024-estimated-trace-size.md.
#pragma once

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

// `regions` are those of `cube`, `excluded` says by index which of them are not recorded, `part_of`
// to which of `parts` parts each belongs; empty: one part of all.
Estimate estimate(const model::SeverityCube& cube, const std::vector<CubeRegion>& regions,
                  const std::vector<bool>& excluded, const std::vector<std::size_t>& part_of = {},
                  std::size_t parts = 1);

}  // namespace tarry::score
