// SPDX-License-Identifier: BSD-3-Clause
// The interventions that are possible in a run: they bring call paths down to the time that the
// others take for them, on the locations where they take longer. Workers tell the first one what
// their locations did, and it decides how much must be removed where. Source:
// docs/decisions/037-interventions.md.
#pragma once

#include <memory>
#include <vector>

#include "analysis/delay/delay_knowledge.h"
#include "analysis/interventions/work_levels.h"
#include "analysis/interventions/work_survey.h"
#include "analysis/whatif/changes.h"
#include "analysis/whatif/dependencies.h"
#include "base/result.h"
#include "workers/transport.h"

namespace tarry::analysis {

class Interventions {
 public:
  static constexpr std::size_t kMost = 16;

  Interventions(const DelayKnowledge& known, workers::Transport& transport)
      : known_(known), transport_(transport) {}

  // Finds the interventions. `steps`: those of this worker's locations; `least`: smallest gain of
  // run time, in ticks. Collective.
  base::Status find(const std::vector<LocationSteps>& steps, double least);

  [[nodiscard]] std::size_t count() const { return callpaths_.size(); }
  // Returns a call path of all workers.
  [[nodiscard]] CallPathId callpath(std::size_t intervention) const {
    return callpaths_[intervention];
  }
  // Returns the change to one location of this worker; nullptr: none.
  [[nodiscard]] std::unique_ptr<Change> change(std::size_t intervention, std::size_t place) const;
  // Called on the first worker: returns where and how much it changes, without `parts`.
  [[nodiscard]] const Excess& excess(std::size_t intervention) const {
    return excesses_[intervention];
  }

 private:
  // Precedes a worker's data about one location and call path.
  struct WorkHeader {
    model::LocationIndex location;
    std::uint32_t candidate;
    std::uint64_t bytes;
    std::uint64_t deals;  // 1: the location deals work to others
  };
  // Precedes the first worker's decision about one location and intervention.
  struct PartsHeader {
    model::LocationIndex location;
    std::uint32_t intervention;
    std::uint64_t parts;
  };
  struct Parts {
    std::uint32_t intervention;
    std::pmr::vector<float> parts;  // by instance
  };

  base::Status choose_candidates(double least);
  [[nodiscard]] bool is_work(CallPathId unified) const;
  workers::Bytes survey(const std::vector<LocationSteps>& steps) const;
  // Returns messages with the parts, for each worker.
  std::vector<workers::Bytes> decide(const std::vector<workers::Bytes>& works, double least);
  void hear(const workers::Bytes& message);

  const DelayKnowledge& known_;
  workers::Transport& transport_;
  std::vector<CallPathId> candidates_;  // call paths of all workers
  std::vector<CallPathId> callpaths_;   // by intervention
  std::vector<Excess> excesses_;        // by intervention, on the first worker
  std::vector<std::vector<Parts>> of_place_;
};

}  // namespace tarry::analysis
