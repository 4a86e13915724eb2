// SPDX-License-Identifier: BSD-3-Clause
// What the numbers and addresses in event logs mean, for the converter of a log. It asks an
// IdTranslation after the run, and a process that still runs answers for itself.
#pragma once

#include <cstdint>
#include <vector>

#include "model/event_handler.h"
#include "model/ids.h"

namespace tarry::trace::eventlog {

// The content of the records of one set of counters.
struct CounterReading {
  model::CounterSetId set;
  std::vector<model::CounterType> types;  // types of the values
};

// The meaning of the numbers and addresses in the logs of one process.
class IdLookup {
 public:
  virtual ~IdLookup() = default;
  // Returns an invalid id if this process did not define the number.
  virtual model::RegionId region(std::uint64_t number) = 0;
  virtual model::CommId comm(std::uint32_t number) = 0;
  virtual model::WindowId window(std::uint32_t number) = 0;
  virtual model::FileId file(std::uint32_t number) = 0;
  virtual model::GroupId group(std::uint32_t number) = 0;
  virtual model::CommId team(std::uint32_t number) = 0;
  // Returns the thread numbers of the members of a valid team, in team order.
  virtual const std::vector<std::uint32_t>& threads(std::uint32_t team) = 0;
  // Returns the region of a FunctionEnter record, which is always valid.
  virtual model::RegionId function(std::uint64_t payload) = 0;
  // Returns nullptr if this process did not define the set, or if counters are not wanted.
  virtual const CounterReading* counters(std::uint32_t /*set*/) { return nullptr; }
  // Returns the call site of the MPI calls in the region with this number. It is not valid() if it
  // is unknown; in an event trace the region itself tells it.
  virtual model::RegionId call_site(std::uint64_t /*number*/) { return {}; }
  // Returns kUnknown for datatypes, which only compressed traces have.
  virtual std::int64_t datatype(std::int64_t /*number*/) { return model::MpiArguments::kUnknown; }
};

}  // namespace tarry::trace::eventlog
