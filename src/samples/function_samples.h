// SPDX-License-Identifier: BSD-3-Clause
// The functions in which samples were taken, with times by the clock of a trace of the same run. An
// inlined function counts as the function that contains its code. Code of the C and C++ libraries,
// of runtimes and of MPI counts as its caller, as in the call stacks of a trace
// (docs/decisions/045-call-stacks.md), which also have the same regions for functions that are not
// known or left out.
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
  std::string file;  // file of a place in it; empty if unknown
};

// The samples of one thread. A path lists functions by their position in functions(), from the
// outermost inwards; it may be empty.
struct FunctionSamples {
  // The unit of weights, which is one period. The weight of a sample is half of the time since the
  // previous one and half of the time to the next one. A wait in a call of the system has a sample
  // at its begin and one at its end.
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
  // Opens prepared samples (recorded_samples.h) of an experiment. Returns Unsupported if they are
  // of computing time, because they would not show threads that sleep. `ticks_per_second`: that of
  // the trace's clock. Several processes that open the same experiment get the same functions.
  static base::Result<FunctionSampleReader> open(const std::filesystem::path& experiment,
                                                 std::uint64_t ticks_per_second);

  [[nodiscard]] const std::vector<SampledFunction>& functions() const { return functions_; }
  // Reads the samples of the initial thread of a rank. The result is empty if there are none, or if
  // the ticks of the trace's clock at their times are unknown. Thread: any.
  [[nodiscard]] base::Result<FunctionSamples> read(std::uint32_t rank) const;

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  // Returns the number of a function; it gets one on first use.
  std::uint32_t add(const std::string& name, const std::string& file);
  [[nodiscard]] std::uint32_t function_of(const PathNode& node,
                                          const SampledProcess& process) const;
  // Returns the path of a node by that of its parent.
  [[nodiscard]] std::vector<std::uint32_t> path_of(const std::vector<std::uint32_t>& parent,
                                                   const PathNode& node,
                                                   const SampledProcess& process) const;

  std::vector<SampledProcess> processes_;  // by rank
  SampleNames names_;
  std::vector<SampledFunction> functions_;
  std::map<std::string, std::uint32_t> by_name_;
  std::uint32_t unknown_callers_ = kNone, frames_left_out_ = kNone;
  double ticks_per_ns_ = 1.0;
};

}  // namespace tarry::samples
