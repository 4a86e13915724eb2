// SPDX-License-Identifier: BSD-3-Clause
// The calls of one rank with their times, in order: what an archive is written from. They are those
// of the trace with recorded times, or those of a simulation.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "compressed/expand/call_times.h"
#include "compressed/model/cursor.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

// Thread: one.
class TimedCalls {
 public:
  virtual ~TimedCalls() = default;

  // Returns false after the last call, and if the calls are inconsistent: then error() says what
  // and where.
  virtual bool next(CursorCall& call, CallTime& time) = 0;
  [[nodiscard]] virtual const std::string& error() const = 0;
};

// Returns the calls of a rank. Thread: any.
using OpenTimedCalls = std::function<std::unique_ptr<TimedCalls>(std::uint32_t rank)>;

// The calls of the trace, with the mean of the recorded times or times drawn from them. The trace
// must outlive the function and what it returns.
OpenTimedCalls recorded_calls(const Trace& trace, TimeChoice choice);

}  // namespace tarry::compressed
