// SPDX-License-Identifier: BSD-3-Clause
// The options of a worker of the analysis.
#pragma once

#include <optional>
#include <vector>

#include "analysis/delay/cost_model.h"
#include "model/event_insights.h"
#include "model/insights.h"
#include "model/metric.h"
#include "model/sample_source.h"

namespace tarry::analysis {

namespace declared {
struct PatternSet;
}

struct WorkerOptions {
  bool clamp_delays = false;    // see DelayEvaluation
  bool rma_progress = false;    // see Options
  bool correct_clocks = false;  // see Options
  bool findings = true;         // findings, and the run time on an ideal network
  CostModel finding_model = CostModel::WaitFirst;
  std::optional<model::Supposition> supposition;
  const model::SampleSource* samples = nullptr;    // nullptr: there are none
  const model::VisitEvents* visit = nullptr;       // see Options; nullptr: nobody visits
  bool visits_in_turn = true;                      // of all workers, see Options
  const model::TakePath* path = nullptr;           // see Options; nullptr: nobody wants it
  const declared::PatternSet* patterns = nullptr;  // of the user; nullptr: there are none
  std::vector<model::MetricId> left_out;  // the costs of waits of these metrics are not reported

  // Returns whether something has to be evaluated again, for which dependencies are kept.
  [[nodiscard]] bool insights() const { return findings || supposition.has_value(); }
};

}  // namespace tarry::analysis
