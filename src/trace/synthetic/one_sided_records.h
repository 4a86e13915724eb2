// SPDX-License-Identifier: BSD-3-Clause
// The records of one-sided communication in a case: those that are implied by a region with `win=`,
// and those that are written out (docs/formats/case.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "trace/synthetic/attributes.h"
#include "trace/synthetic/case_builder.h"

namespace tarry::trace::synthetic {

struct OneSidedRecords {
  std::vector<Event> at_enter, at_leave;
};

// `end` is empty if the leave is missing.
OneSidedRecords one_sided_records(const std::string& region, Ticks begin, std::optional<Ticks> end,
                                  Attributes& attributes, CaseBuilder& builder);

// Reads put, get, atomic, sync, lock, unlock or done; returns nothing for other words.
std::optional<Event> one_sided_record(const std::string& kind, Ticks at, Attributes& attributes,
                                      CaseBuilder& builder);

}  // namespace tarry::trace::synthetic
