// SPDX-License-Identifier: BSD-3-Clause
// The counters of a case: their definitions, and values at the enter and leave of a region or in a
// record of their own.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "trace/synthetic/attributes.h"
#include "trace/synthetic/case_builder.h"
#include "trace/synthetic/case_lexer.h"

namespace tarry::trace::synthetic {

// Reads the rest of "counter PAPI_TOT_INS type=uint64 unit=bytes" behind its first word.
base::Status define_counter(TokenReader& tokens, CaseBuilder& builder);

// Reads the rest of "counters papi PAPI_TOT_INS,PAPI_TOT_CYC", which defines a set.
base::Status define_counter_set(TokenReader& tokens, CaseBuilder& builder);

// The readings of a region, by set: "papi=1,2..5,7". Either half may be missing.
struct RegionReadings {
  std::vector<Event> at_enter;
  std::vector<Event> at_leave;
};
RegionReadings region_readings(Attributes& attributes, const CaseBuilder& builder, Ticks begin,
                               std::optional<Ticks> end);

// Returns the readings of a record of their own: "papi=1,2".
std::vector<Event> readings(Attributes& attributes, const CaseBuilder& builder, Ticks at);

}  // namespace tarry::trace::synthetic
