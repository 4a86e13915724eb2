// SPDX-License-Identifier: BSD-3-Clause
// In which functions samples were taken, and when by the clock of a trace of the same run. What the
// compiler has put into a function counts as that function, and code of the C and C++ libraries, of
// runtimes and of MPI as what called it: as in the call stacks of a trace
// (docs/decisions/045-call-stacks.md).
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "samples/sample_files.h"
#include "samples/sample_names.h"

namespace tarry::samples {

struct SampledFunction {
  std::string name;  // as users write it
  std::string file;  // of a place in it; empty if unknown
};

// One thread's samples. A path lists functions by their position in functions(), from the outermost
// inwards; it may be empty.
struct FunctionSamples {
  // In parts of a period: for how long a sample stands. Half of the time to the next one and from
  // the one before; what waits in a call of the system has a sample at its begin and one at its
  // end.
  static constexpr std::uint32_t kPeriod = 256;

  struct At {
    std::uint64_t ticks;
    std::uint32_t path;
    std::uint32_t weight;
  };
  std::vector<At> samples;  // by time
  std::vector<std::vector<std::uint32_t>> paths;
};

class FunctionSampleReader {
 public:
  // Of prepared samples (recorded_samples.h) of an experiment. Unsupported if they are of computing
  // time: they say nothing about what sleeps. `ticks_per_second`: of the trace's clock. Several
  // processes that open the same experiment get the same functions.
  static base::Result<FunctionSampleReader> open(const std::filesystem::path& experiment,
                                                 std::uint64_t ticks_per_second);

  [[nodiscard]] const std::vector<SampledFunction>& functions() const { return functions_; }
  // Of the initial thread of a rank. Empty if it has none, or if nothing tells what the trace's
  // clock showed meanwhile. Thread: any.
  [[nodiscard]] base::Result<FunctionSamples> read(std::uint32_t rank) const;

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  [[nodiscard]] std::uint32_t function_of(const PathNode& node,
                                          const SampledProcess& process) const;

  std::vector<SampledProcess> processes_;  // by rank
  SampleNames names_;
  std::vector<SampledFunction> functions_;
  std::map<std::string, std::uint32_t> by_name_;
  double ticks_per_ns_ = 1.0;
};

}  // namespace tarry::samples
