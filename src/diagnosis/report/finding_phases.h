// SPDX-License-Identifier: BSD-3-Clause
// The phases that a finding is about.
#pragma once

#include <string>

#include "diagnosis/diagnosis.h"

namespace tarry::diagnosis {

// Returns the numbers of all phases of a kind, ascending.
std::vector<std::uint32_t> phases_of(const Diagnosis& diagnosis, std::uint32_t kind);

// Takes at least one phase, ascending. Returns "Phase 3", "Phases 0-2,4" or, instead of many
// ranges, "25 phases from 1 to 49".
std::string phases_text(const std::vector<std::uint32_t>& phases);

// Returns the seconds since the begin of the run.
double seconds_into(const Diagnosis& diagnosis, Time time);

}  // namespace tarry::diagnosis
