// SPDX-License-Identifier: BSD-3-Clause
// The source of events, whatever they are stored in: an OTF2 archive, a synthetic case. An analysis
// sees nothing but this.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "base/result.h"
#include "model/anomalies.h"
#include "model/definitions.h"
#include "model/event_handler.h"
#include "model/event_place.h"

namespace tarry::model {

class TraceSource {
 public:
  virtual ~TraceSource() = default;

  // Thread: any; the reference stays valid as long as the source.
  [[nodiscard]] virtual const Definitions& definitions() const = 0;

  // Returns what was odd in the definitions (missing, contradictory), already counted.
  [[nodiscard]] virtual const Anomalies& definition_anomalies() const = 0;

  // Delivers the events of one location in order, with corrected times, at most the declared count.
  // At damaged data reading ends, and `anomalies` count it; only damage that makes the whole trace
  // unreadable is an Error.
  // Thread: any, also several locations concurrently.
  virtual base::Status read(LocationIndex location, EventHandler& handler,
                            Anomalies& anomalies) = 0;

  // The same, and names places to read from, if the source has such. Thread: any.
  virtual base::Status read_with_places(LocationIndex location, EventHandler& handler,
                                        PlaceHandler& /*places*/, Anomalies& anomalies) {
    return read(location, handler, anomalies);
  }

  // Delivers the events between two of the places that were named for this location, or at the
  // begin or the end. Events that are missing there are no anomaly. Thread: any.
  virtual base::Status read_on(LocationIndex /*location*/, const EventPlace& /*from*/,
                               const EventPlace& /*to*/, EventHandler& /*handler*/,
                               Anomalies& /*anomalies*/) {
    return base::Error{base::ErrorCode::Unsupported, "such a trace has no places to read from", "",
                       ""};
  }

  // Turns ascending time stamps of the location's host into times of the trace, as for its events.
  // Thread: any.
  virtual void correct_times(LocationIndex /*location*/, std::span<std::uint64_t> /*times*/) const {
  }

  // Says that the location will be read soon, so that slow storage can fetch its data. Thread: any.
  virtual void prefetch(LocationIndex /*location*/) {}
};

}  // namespace tarry::model
