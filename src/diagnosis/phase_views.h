// SPDX-License-Identifier: BSD-3-Clause
// The views of all kinds of phases, from the times of all threads in all phases.
#pragma once

#include "diagnosis/diagnosis.h"
#include "diagnosis/evidence/phase_times.h"
#include "diagnosis/evidence/phase_view.h"

namespace tarry::diagnosis {

// Data of a run that the views refer to; all of it must outlive them.
struct ViewSource {
  const samples::CallingContextTree* paths;
  const std::vector<std::vector<FrameId>>* children;
  const InitialLabels* labels;
  const LateWork* late;
  const Diagnosis* run;  // phases and the calls that close them, derived labels, duration, period
};

// Returns the views by kind. `group`: the group in the keys of `spreads`; it has so many threads.
// Thread: any.
std::vector<PhaseView> phase_views(const ViewSource& source, const PhaseSpreads& spreads,
                                   std::uint32_t group, std::uint32_t threads);

}  // namespace tarry::diagnosis
