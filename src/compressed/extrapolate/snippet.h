// SPDX-License-Identifier: BSD-3-Clause
// The first level of lossy extrapolation: of the calls of each rank, only those stay that follow a
// snippet, a short list of calls that a program repeats and that dominates its communication.
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, section 3.2.4. These are our completions:
// a call that breaks off a match may begin the next one; calls without communication, such as
// MPI_Init, stay as collective ones do; requests are completed if and only if their opening stays.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "compressed/extrapolate/leave_out.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

// A call matches if all that is given here is as in the call.
struct SnippetCall {
  std::string function;
  std::string place;                                       // "heat.c:42", or empty
  std::vector<std::pair<Parameter, std::int64_t>> values;  // that some action of the call has
};
using Snippet = std::vector<SnippetCall>;

inline constexpr std::string_view kNotInSnippet = "which do not follow the snippet";

// Parses one call per line: a function, then `at FILE:LINE` and parameters such as `tag=7`, all of
// which may be missing. Empty lines and those that begin with # count for nothing. The error names
// the line; a text without calls is one. `name` is for messages.
base::Result<Snippet> parse_snippet(std::string_view text, const std::string& name);

// Returns the trace itself if nothing is left out. Otherwise calls have the mean times of their
// event, and a note says how many calls the trace lacks. The error is a trace that cannot be read
// through, or has what cannot be extrapolated. `name` is for messages. Thread: any.
base::Result<FilteredTrace> keep_snippet(const Trace& trace, const Snippet& snippet,
                                         const std::string& name);

}  // namespace tarry::compressed
