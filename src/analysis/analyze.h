// SPDX-License-Identifier: BSD-3-Clause
// The analysis of a whole trace: from events to the severity cube.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "analysis/declared/pattern.h"
#include "analysis/delay/cost_model.h"
#include "analysis/records/clock_error.h"
#include "analysis/records/cost.h"
#include "analysis/records/progress.h"
#include "base/result.h"
#include "clocks/corrections.h"
#include "model/event_insights.h"
#include "model/insights.h"
#include "model/sample_source.h"
#include "model/severity_cube.h"
#include "model/trace_source.h"
#include "workers/transport.h"

namespace tarry::analysis {

struct Options {
  unsigned threads = 0;  // of each process; 0: all cores. The result is the same for any number.
  workers::Transport* processes = nullptr;  // that analyse together; nullptr: this one alone
  Progress* progress = nullptr;             // nullptr: nobody looks
  std::vector<model::MetricId> left_out;    // metrics that are not wanted, with all below them
  const declared::PatternSet* patterns = nullptr;  // of the user, besides those of the catalogue
  // Clocks that contradict each other are corrected, and the trace is read again (decision 087).
  bool correct_clocks = false;
  bool clamp_delays = false;  // as the reference analyser does, see DelayEvaluation
  bool rma_progress = false;  // every call of a lock epoch waits for its target
  bool findings = true;       // and the run time on an ideal network
  CostModel finding_model = CostModel::WaitFirst;  // by whose costs findings are chosen
  std::optional<model::Supposition> supposition;   // what would come of it?
  const model::SampleSource* samples = nullptr;  // that divide the time of functions; nullptr: none
  // Is told what was found out about single events, by the threads of this process one after the
  // other. The analysis then ends before the delays: the cube has no costs, and there are no
  // findings. Only for one process.
  model::VisitEvents visit;
  bool visits_in_turn = true;  // false: in any order, several locations at a time
  // Is told the critical path, after all visits. The analysis then ends, as with `visit`.
  model::TakePath path;
  // Of each process, in bytes; 0: none. Beyond it records go to a file in `spill_directory`.
  std::uint64_t memory_limit = 0;
  std::filesystem::path spill_directory;
};

struct Analysis {
  model::SeverityCube cube;
  clocks::Corrections corrections;          // of the clocks; all processes have the same
  ClockError corrected_error;               // what made them necessary
  std::optional<model::Prospect> prospect;  // of the supposition
  Cost cost;
  std::uint64_t spilled_bytes = 0;      // of this process: most that lay in the file at one time
  std::uint64_t unspillable_bytes = 0;  // of this process: what it needed besides
};

// Every metric of the catalogue for every call path and location of `source`. What was odd in the
// trace stands in the cube's experiment.warnings; an Error means that nothing could be analysed.
// Collective over the processes: each gives its own source of the same trace, all get the same
// error, and the first gets the analysis; the others get the corrections of clocks alone.
base::Result<Analysis> analyze(model::TraceSource& source, const Options& options);

}  // namespace tarry::analysis
