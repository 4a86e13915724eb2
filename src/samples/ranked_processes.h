// SPDX-License-Identifier: BSD-3-Clause
// Which of the sampled processes a diagnosis compares. What a script or launcher starts is sampled,
// too, and a program beside the others is no rank of theirs.
#pragma once

#include <string>
#include <vector>

#include "samples/sample_files.h"

namespace tarry::samples {

struct RankedProcesses {
  std::vector<SampledProcess> processes;  // by rank, of which each has one
  std::vector<std::string> warnings;      // about those left out or taken for ranks, as sentences
};

// `all`: as find_sampled_processes() has them. If a launcher told ranks, those without are left
// out; if a rank comes more than once (launches one after the other, programs that ranks start),
// all but its process in the launch of a program with the most samples. If no launcher did, the
// processes of the program with the most samples are ranks by their order. Reads sizes of files.
// Thread: any.
RankedProcesses ranked_processes(std::vector<SampledProcess> all);

// Says of which hosts there are more of these processes than cores, each as a sentence.
std::vector<std::string> hosts_with_few_cores(const std::vector<SampledProcess>& processes);

}  // namespace tarry::samples
