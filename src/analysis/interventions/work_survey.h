// SPDX-License-Identifier: BSD-3-Clause
// The computation of one location on some call paths, instance by instance. An instance is the time
// between two operations that synchronize. Logs are packed for sending. Source:
// docs/decisions/037-interventions.md.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/whatif/changes.h"
#include "workers/message.h"

namespace tarry::analysis {

// Ticks of instance after instance, and the ends of stretches between two operations of all
// processes.
class WorkLog {
 public:
  void add(Ticks time) { append_number(bytes_, static_cast<std::uint64_t>(time.count) + 1); }
  void end_stretch() { append_number(bytes_, 0); }
  workers::Bytes take() { return std::move(bytes_); }

  // Calls instance(ticks) and end_of_stretch() in order.
  template <class Instance, class EndOfStretch>
  static void read(std::span<const std::byte> log, Instance instance, EndOfStretch end_of_stretch) {
    for (std::size_t at = 0; at < log.size();) {
      const std::uint64_t number = read_number(log, at);
      if (number == 0)
        end_of_stretch();
      else
        instance(static_cast<double>(number - 1));
    }
  }

 private:
  workers::Bytes bytes_;
};

// The call paths of a worker that are examined.
struct SurveyedWork {
  std::vector<std::uint32_t> candidate;  // by own call path; kNoIndex: it is none
  std::vector<bool> is_work;             // by own call path: computation, not waiting or overhead
  std::size_t candidates = 0;
};

// Returns one location's work: that of each candidate, and last that of all call paths, by stretch.
std::vector<workers::Bytes> survey_work(const StepLog& log, std::span<const std::byte> activities,
                                        const SurveyedWork& surveyed);

}  // namespace tarry::analysis
