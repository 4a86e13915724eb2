// SPDX-License-Identifier: BSD-3-Clause
// Frames of the stacks of a process that still runs: instead of a name they have the place in a
// loaded object from which the name is found afterwards. Kept in the fields of a frame, so that
// traces with them are traces: the file is the object, the name says what and where.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "compressed/model/trace.h"
#include "trace/eventlog/definition_set.h"

namespace tarry::compressed {

// A function that begins there: "?function 1a2b".
Frame unresolved_function(const trace::eventlog::FunctionKey& key);
// A construct called `name` whose line is that before the address: "?place 1a2b !$omp parallel".
Frame unresolved_place(const std::string& name, const trace::eventlog::FunctionKey& key);

// A place that calls MPI, whose line is that before the address: "@?1a2b".
Frame unresolved_call_site(const trace::eventlog::FunctionKey& key);

struct Unresolved {
  enum class Kind : std::uint8_t { Function, Place, CallSite };
  Kind kind{};
  std::uint64_t offset = 0;
  std::string name;  // of a construct
};
// None for any other frame.
std::optional<Unresolved> unresolved(const Frame& frame);

}  // namespace tarry::compressed
