// SPDX-License-Identifier: BSD-3-Clause
// What a simulation supposes to be different from the recorded run.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "compressed/model/cursor.h"
#include "compressed/model/trace.h"
#include "compressed/simulate/schedule.h"

namespace tarry::simulate {

struct Changes {
  double computation = 1;  // factor for the time between calls
  // Factors by name of a function: they replace `computation` for the time before those calls that
  // have the function on their stack. The innermost function that has a factor counts.
  std::map<std::string, double> by_function;
  double message_size = 1;  // factor for bytes of messages and of collective operations
  std::map<model::CollectiveOp, Algorithm> algorithms;  // instead of the cost of the operation

  [[nodiscard]] bool empty() const {
    return computation == 1 && by_function.empty() && message_size == 1 && algorithms.empty();
  }
};

// Returns an error if a function of `changes` is not on any stack of the trace.
base::Status check_functions(const compressed::Trace& trace, const Changes& changes);

// The changes prepared for the calls of a trace. Thread: any.
class ChangedCalls {
 public:
  ChangedCalls(const compressed::Trace& trace, const Changes& changes);

  // Changes the sizes in a call.
  void change(compressed::CursorCall& call) const;
  // Returns the changed time before a call of this event.
  [[nodiscard]] std::uint64_t before(std::uint32_t event, std::uint64_t recorded_ns) const;
  [[nodiscard]] const Algorithm* algorithm_of(model::CollectiveOp op) const;

 private:
  Changes changes_;
  std::vector<double> computation_;  // by event
};

}  // namespace tarry::simulate
