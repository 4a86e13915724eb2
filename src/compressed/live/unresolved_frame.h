// SPDX-License-Identifier: BSD-3-Clause
// Frames on the stacks of a process that still runs. Instead of a name they hold a place in a
// loaded object, from which the name is found afterwards. It is kept in the fields of an ordinary
// frame: the file is the object, and the name says what the place is and where.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "compressed/model/trace.h"
#include "trace/eventlog/definition_set.h"

namespace tarry::compressed {

// Returns the frame of a function that begins there: "?function 1a2b".
Frame unresolved_function(const trace::eventlog::FunctionKey& key);
// Returns the frame of a construct called `name`, whose line is that before the address: "?place
// 1a2b !$omp parallel".
Frame unresolved_place(const std::string& name, const trace::eventlog::FunctionKey& key);

// Returns the frame of a place that calls MPI, whose line is that before the address: "@?1a2b".
Frame unresolved_call_site(const trace::eventlog::FunctionKey& key);

struct Unresolved {
  enum class Kind : std::uint8_t { Function, Place, CallSite };
  Kind kind{};
  std::uint64_t offset = 0;
  std::string name;  // only set for constructs
};
// Returns nothing for any other frame.
std::optional<Unresolved> unresolved(const Frame& frame);

}  // namespace tarry::compressed
