// SPDX-License-Identifier: BSD-3-Clause
// Where events come from, whatever they are stored in: OTF2 archives, synthetic cases, later the
// compressed form. An analysis sees nothing but this.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "base/result.h"
#include "model/anomalies.h"
#include "model/definitions.h"
#include "model/event_handler.h"

namespace tarry::model {

class TraceSource {
 public:
  virtual ~TraceSource() = default;

  // Thread: any; the reference stays valid as long as the source.
  [[nodiscard]] virtual const Definitions& definitions() const = 0;

  // What was odd in the definitions (missing, contradictory), already counted.
  [[nodiscard]] virtual const Anomalies& definition_anomalies() const = 0;

  // Delivers the events of one location in order, clock corrected, never more than the declared
  // count. What was damaged is added to `anomalies` and reading ends there; only what makes the
  // whole trace unreadable is an Error.
  // Thread: any, also several locations concurrently.
  virtual base::Status read(LocationIndex location, EventHandler& handler,
                            Anomalies& anomalies) = 0;

  // Makes time stamps of the location's host, which ascend, times of the trace, as those of its
  // events. Thread: any.
  virtual void correct_times(LocationIndex /*location*/, std::span<std::uint64_t> /*times*/) const {
  }

  // The location will be read soon: what is slow to fetch may be fetched meanwhile. Thread: any.
  virtual void prefetch(LocationIndex /*location*/) {}
};

}  // namespace tarry::model
