// SPDX-License-Identifier: BSD-3-Clause
// The sums of the counters of one location, by call path. An amount that was counted between two
// readings belongs to the call path that was active in between. Readings usually stand before the
// enter or leave that they were made at, with its time, but they may stand behind it. Whole numbers
// add up exactly, and reals always in the order of the events of the location.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/records/location_records.h"
#include "model/anomalies.h"
#include "model/definitions.h"

namespace tarry::analysis {

struct ReadingPoint {
  Ticks time;
  std::uint64_t stretch = 0;  // changes when the thread idles or is not recorded
};

class CounterSums {
 public:
  explicit CounterSums(const model::Definitions& definitions);

  // Takes a reading. `run` is the begin of the run of one call path that ends with it. Returns true
  // if something was counted since the reading before; then charge() must follow.
  bool read(const ReadingPoint& now, Ticks run, model::CounterSetId set,
            std::span<const model::CounterValue> values);
  // Charges the amounts of the reading to the call path of the run, if it is valid, and amounts
  // that were counted in no time to the present call path.
  void charge(CallPathId run, CallPathId now);

  // Returns the sums that are not zero, by counter and call path, and counts odd data.
  std::pmr::vector<CounterTotal> finish(model::Anomalies& anomalies) const;

 private:
  struct LastReading {
    std::uint64_t bits = 0;
    ReadingPoint at;
    bool is_known = false;
  };
  struct Amount {
    model::CounterId counter;
    std::uint64_t bits;  // as in CounterTotal
    bool took_time;
  };

  void read_one(const ReadingPoint& now, Ticks run, model::CounterId counter, std::uint64_t bits);

  const model::Definitions& definitions_;
  struct Kind {
    model::CounterType type;
    model::CounterMode mode;
    bool is_summable;
  };
  std::vector<Kind> kinds_;                       // by counter
  std::vector<LastReading> last_;                 // by counter
  std::vector<std::vector<std::uint64_t>> sums_;  // by counter and call path, as in CounterTotal
  std::vector<Amount> amounts_;                   // of the reading at hand

  std::uint64_t undefined_ = 0;
  std::uint64_t miscounted_ = 0;
  std::uint64_t of_another_type_ = 0;
  std::uint64_t backwards_ = 0;
  std::uint64_t impossible_ = 0;
  std::uint64_t of_several_ = 0;
};

}  // namespace tarry::analysis
