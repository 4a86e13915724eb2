// SPDX-License-Identifier: BSD-3-Clause
// The call paths on which a loss shows. The symptom of a finding is one of them. There are more if
// ranks make the call that closes a phase on other paths, or if groups of ranks have one loss in
// different calls.
#pragma once

#include <vector>

#include "diagnosis/diagnosis.h"

namespace tarry::diagnosis {

// Returns all of them, each once, the symptom first. `finding`: one of the diagnosis. Thread: any.
std::vector<FrameId> symptom_paths(const Diagnosis& diagnosis, const Finding& finding);

}  // namespace tarry::diagnosis
