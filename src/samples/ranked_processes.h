// SPDX-License-Identifier: BSD-3-Clause
// Chooses the sampled processes that a diagnosis compares. Everything that a script or launcher
// starts is sampled as well, and a program beside the ranks is none of them.
#pragma once

#include <string>
#include <vector>

#include "samples/sample_files.h"

namespace tarry::samples {

struct RankedProcesses {
  std::vector<SampledProcess> processes;  // by rank, one process for each
  // Sentences about processes that were left out or taken for ranks.
  std::vector<std::string> warnings;
};

// `all`: the result of find_sampled_processes(). If a launcher gave ranks, processes without a rank
// are left out. If a rank occurs more than once (repeated launches, programs that ranks start),
// only its process in the launch of a program with the most samples stays. If no launcher gave
// ranks, the processes of the program with the most samples are ranks in their order. Reads sizes
// of files. Thread: any.
RankedProcesses ranked_processes(std::vector<SampledProcess> all);

// Returns a sentence for each host that has more of these processes than cores.
std::vector<std::string> hosts_with_few_cores(const std::vector<SampledProcess>& processes);

}  // namespace tarry::samples
