// SPDX-License-Identifier: BSD-3-Clause
// Which phases a finding is about.
#pragma once

#include "diagnosis/diagnosis.h"

namespace tarry::diagnosis {

// Phases by number, ascending: all of one kind.
std::vector<std::uint32_t> phases_of(const Diagnosis& diagnosis, std::uint32_t kind);

// Since the begin of the run.
double seconds_into(const Diagnosis& diagnosis, Time time);

}  // namespace tarry::diagnosis
