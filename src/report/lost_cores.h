// SPDX-License-Identifier: BSD-3-Clause
// What a report says first if computation stood still for want of cores: the machine, not the
// program, is to blame for that. Source: docs/patterns/lost-cores.md.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/severity_cube.h"

namespace tarry::report {

struct LostCoresFinding {
  double lost_s = 0.0;         // of computation, all threads together
  double share = 0.0;          // of computation
  double cost_s = 0.0;         // waiting of others
  double path_s = 0.0;         // on the critical path: what the run could gain at most
  std::string model;           // of the cost
  model::CallPathId callpath;  // where most was lost
  std::vector<model::Rank> ranks;
  std::size_t threads = 0;
  std::size_t cores = 0;  // that they may use; 0: not known
};

// Nothing if hardly any computation had no core.
std::optional<LostCoresFinding> lost_cores(const model::SeverityCube& cube);

// "8 threads ran on 2 cores: 3.1 s of computation (23 %) had no core, 0.4 s of it on the critical
// path. The findings below are what is left."
std::string lost_cores_text(const LostCoresFinding& finding);

}  // namespace tarry::report
