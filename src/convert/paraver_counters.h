// SPDX-License-Identifier: BSD-3-Clause
// The counters of a trace as events of Paraver. As in traces of Extrae, the value of an event is
// what was counted since the event before.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "convert/paraver_records.h"
#include "model/definitions.h"

namespace tarry::convert {

class ParaverCounters {
 public:
  explicit ParaverCounters(const model::Definitions& definitions);

  // The readings that follow are those of another location.
  void begin();
  // Adds an event for each value. The value of the first event is 0, because nobody knows since
  // when it was counted. Values of other modes are those of the trace. Paraver has neither
  // fractions nor negative numbers: those are rounded, and these have no event.
  void read(std::int64_t time, model::CounterSetId set, std::span<const model::CounterValue> values,
            ParaverRecords& records);

  // Returns the sections of the .pcf file.
  [[nodiscard]] std::string labels() const;

 private:
  struct Last {
    std::uint64_t bits = 0;
    bool is_known = false;
  };
  [[nodiscard]] std::uint32_t free_type(const model::Counter& counter) const;

  const model::Definitions& definitions_;
  std::vector<std::uint32_t> types_;  // by CounterId; 0: in no set
  std::vector<Last> last_;            // by CounterId
};

}  // namespace tarry::convert
