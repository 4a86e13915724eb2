// SPDX-License-Identifier: BSD-3-Clause
// On which call paths a loss shows. The symptom of a finding is one of them: ranks may make the
// call that closes a phase on others, and what groups of ranks have in different calls is one loss.
#pragma once

#include <vector>

#include "diagnosis/diagnosis.h"

namespace tarry::diagnosis {

// All of them, each once, the symptom first. `finding`: one of the diagnosis. Thread: any.
std::vector<FrameId> symptom_paths(const Diagnosis& diagnosis, const Finding& finding);

}  // namespace tarry::diagnosis
