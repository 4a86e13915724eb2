// SPDX-License-Identifier: BSD-3-Clause
// Calls that a user selects by function and by what they do: "MPI_*send bytes>1000 partner=3". The
// words without an operator are patterns of functions, of which one must fit. The comparisons are
// about values of actions as the file format has them, and must all hold for one action of the
// call.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "compressed/model/call.h"
#include "compressed/model/membership.h"

namespace tarry::compressed {

struct Comparison {
  enum class Operator : std::uint8_t { Equal, Unequal, Less, LessOrEqual, Greater, GreaterOrEqual };

  std::optional<Parameter> parameter;  // nothing: the partner, the world rank of the other process
  Operator how = Operator::Equal;
  std::int64_t value = 0;
};

struct CallSelection {
  std::vector<std::string> functions;  // patterns for fnmatch(3); none: all functions
  std::vector<Comparison> comparisons;
};

// Errors are those of usage. They name unknown fields, operators and values.
base::Result<CallSelection> parse_call_selection(std::string_view text);

bool fits(const CallSelection& selection, const std::string& function);

// `own` are the memberships of the process that makes the call. A value that an action lacks fits
// no comparison, and an unknown one only "=?".
bool fits(const CallSelection& selection, const Action& action, const Memberships& own);

// Returns the world rank that an action sends to, receives from or wants to receive from.
std::optional<std::uint32_t> partner_of(const Action& action, const Memberships& own);

}  // namespace tarry::compressed
