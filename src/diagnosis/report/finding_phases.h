// SPDX-License-Identifier: BSD-3-Clause
// Which phases a finding is about.
#pragma once

#include <string>

#include "diagnosis/diagnosis.h"

namespace tarry::diagnosis {

// Phases by number, ascending: all of one kind.
std::vector<std::uint32_t> phases_of(const Diagnosis& diagnosis, std::uint32_t kind);

// Ascending ones, at least one: "Phase 3", "Phases 0-2,4"; if that would be many ranges, "25 phases
// from 1 to 49".
std::string phases_text(const std::vector<std::uint32_t>& phases);

// Since the begin of the run.
double seconds_into(const Diagnosis& diagnosis, Time time);

}  // namespace tarry::diagnosis
