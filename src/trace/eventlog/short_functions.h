// SPDX-License-Identifier: BSD-3-Clause
// Functions that the adaptive filter excluded while the program ran
// (docs/decisions/049-adaptive-filter.md). They are not converted: their earlier records count for
// their callers, as their later calls do. To keep processes comparable, a function that only
// another process has excluded is treated in the same way, unless it takes longer here.
#pragma once

#include <cstdint>
#include <filesystem>
#include <unordered_set>
#include <vector>

#include "trace/eventlog/log_reader.h"
#include "trace/eventlog/process_definitions.h"

namespace tarry::trace::eventlog {

using ShortFunctions = std::unordered_set<std::uint64_t>;  // addresses in one process

// Returns whether the record is the enter or leave of one of them.
inline bool is_left_out(const LogRecord& record, const ShortFunctions& functions) {
  const bool is_of_function =
      record.kind == RecordKind::FunctionEnter || record.kind == RecordKind::FunctionLeave;
  return is_of_function && !functions.empty() && functions.contains(record.payload());
}

// `logs` are those of the process. One that cannot be read counts as empty.
ShortFunctions find_short_functions(const ProcessDefinitions& definitions,
                                    const DefinitionSet& unified,
                                    const std::vector<std::filesystem::path>& logs);

}  // namespace tarry::trace::eventlog
