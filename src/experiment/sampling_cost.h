// SPDX-License-Identifier: BSD-3-Clause
// The cost of the samples of a run, as the sampler itself has measured it
// (docs/formats/samples.md).
#pragma once

#include <cstdint>

namespace tarry::experiment {

struct SamplingCost {
  std::uint64_t samples = 0;
  std::uint64_t threads = 0;      // with files of their own; successive threads may share a file
  std::uint64_t bytes = 0;        // size of samples and call paths
  std::uint64_t names_bytes = 0;  // size of the names, lines and loops of the sampled code
  double thread_seconds = 0;      // lifetime of all threads
  double handler_seconds = 0;     // the part of it in the handler that takes samples, without the
                                  // work of the kernel for its signal
};

}  // namespace tarry::experiment
