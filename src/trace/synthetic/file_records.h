// SPDX-License-Identifier: BSD-3-Clause
// The records of files in a case, which a region with `file=` implies (docs/formats/case.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "trace/synthetic/attributes.h"
#include "trace/synthetic/case_builder.h"

namespace tarry::trace::synthetic {

struct FileRecords {
  std::vector<Event> at_enter, at_leave;
};

// `end` is empty if the leave is missing.
FileRecords file_records(const std::string& region, Ticks begin, std::optional<Ticks> end,
                         Attributes& attributes, CaseBuilder& builder);

}  // namespace tarry::trace::synthetic
