// SPDX-License-Identifier: BSD-3-Clause
// What the samples of a run have cost, as the sampler itself has measured it
// (docs/formats/samples.md).
#pragma once

#include <cstdint>

namespace tarry::experiment {

struct SamplingCost {
  std::uint64_t samples = 0;
  std::uint64_t threads = 0;      // that have files; threads one after the other may share one
  std::uint64_t bytes = 0;        // of samples and call paths
  std::uint64_t names_bytes = 0;  // of the names, lines and loops of the code that was seen
  double thread_seconds = 0;      // that the threads lived, added up
  double handler_seconds = 0;     // of that in the handler that takes samples, which is all but the
                                  // kernel's work for its signal
};

}  // namespace tarry::experiment
