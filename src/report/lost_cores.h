// SPDX-License-Identifier: BSD-3-Clause
// The first statement of a report if threads stood still for want of cores, in computation or in
// calls: the machine is to blame for that, not the program. Source: docs/patterns/lost-cores.md.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/severity_cube.h"

namespace tarry::report {

struct LostCoresFinding {
  double lost_s = 0.0;         // lost computation, over all threads
  double share = 0.0;          // part of the computation
  double all_s = 0.0;          // all time without a core: in calls, too
  double share_of_time = 0.0;  // part of the time that is
  bool is_mostly_in_calls = false;
  double cost_s = 0.0;         // resulting waiting of others
  double path_s = 0.0;         // part on the critical path: the most that the run could gain
  std::string model;           // name of the cost model
  model::CallPathId callpath;  // the call path that lost most
  std::vector<model::Rank> ranks;
  std::size_t threads = 0;
  std::size_t cores = 0;  // number of cores they may use; 0 if unknown
};

// Returns nothing if hardly any computation and hardly any time lacked a core.
std::optional<LostCoresFinding> lost_cores(const model::SeverityCube& cube);

// Returns text like "8 threads ran on 2 cores: 3.1 s of computation (23 %) had no core, 0.4 s of it
// on the critical path. The findings below cover the rest.", or, if most time without a core lies
// in calls, "16 threads ran on 2 cores: for 92 % of the time a thread was ready to run and ...".
std::string lost_cores_text(const LostCoresFinding& finding);

}  // namespace tarry::report
