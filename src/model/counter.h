// SPDX-License-Identifier: BSD-3-Clause
// The counters of hardware and system that a trace carries (OTF2 calls them metrics): what they
// count, what their values mean, and which metric of the severity cube each becomes.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "model/ids.h"

namespace tarry::model {

// The values are those of OTF2 (OTF2_TYPE_*), which knows no others for counters.
enum class CounterType : std::uint8_t { Unknown = 0, UInt64 = 4, Int64 = 8, Double = 10 };

// The meaning of a value, and the time that it is about. The values are those of OTF2
// (OTF2_METRIC_*).
enum class CounterMode : std::uint8_t {
  AccumulatedStart = 0x00,  // counted since the begin of the measurement
  AccumulatedPoint = 0x10,  // counted until now
  AccumulatedLast = 0x20,   // counted since the value before
  AccumulatedNext = 0x30,
  AbsolutePoint = 0x11,
  AbsoluteLast = 0x21,
  AbsoluteNext = 0x31,
  RelativePoint = 0x12,
  RelativeLast = 0x22,
  RelativeNext = 0x32,
};

// The source of a counter. The values are those of OTF2 (OTF2_METRIC_TYPE_*).
enum class CounterOrigin : std::uint8_t { Other = 0, Papi, ResourceUsage, User };

// The events at which a set is read. The values are those of OTF2.
enum class CounterOccurrence : std::uint8_t { EveryEnterAndLeave = 0, EnterOrLeave, Anywhere };

struct Counter {
  std::string name;  // "PAPI_TOT_INS"
  std::string description;
  std::string unit;  // "#", "s", "bytes", ...; empty: none
  CounterType type = CounterType::UInt64;
  CounterMode mode = CounterMode::AccumulatedStart;
  CounterOrigin origin = CounterOrigin::Other;
  bool has_binary_base = false;  // the base of the exponent is 2, else 10
  std::int64_t exponent = 0;     // a value stands for value * base^exponent units

  friend auto operator<=>(const Counter&, const Counter&) = default;
};

// Counters that are read together. A member that is not valid is not defined.
struct CounterSet {
  std::vector<CounterId> members;
  CounterOccurrence occurrence = CounterOccurrence::EveryEnterAndLeave;

  friend bool operator==(const CounterSet&, const CounterSet&) = default;
};

// One value as a trace has it: `type` says what number the bits are.
struct CounterValue {
  std::uint64_t bits = 0;
  CounterType type = CounterType::UInt64;
};

// Returns whether two values of the counter tell what it counted between them.
bool is_summable(const Counter& counter);

// Returns `amount`, a sum of values of the counter, in the unit of the counter.
double scaled(const Counter& counter, double amount);

// Returns the id of the metric that each counter becomes, by CounterId: the name of the counter,
// changed if another metric has it. The id is empty if the counter is not summable or in no set.
std::vector<std::string> counter_metric_ids(const std::vector<Counter>& counters,
                                            const std::vector<CounterSet>& sets);

// Returns how many counters in sets are not summable.
std::uint64_t counters_left_out(const std::vector<Counter>& counters,
                                const std::vector<CounterSet>& sets);

}  // namespace tarry::model
