// SPDX-License-Identifier: BSD-3-Clause
// The knowledge that an analysis has about single events of a trace, for whoever shows the trace
// event by event: waits as they happened, and which send each receive belongs to.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "base/result.h"
#include "model/ids.h"

namespace tarry::model {

// A wait state in one call of a location. It is the first time of the call that is not spent in
// regions nested in it, behind the waits of the call that come before it in the list.
struct CallWait {
  Ticks enter;  // of the call
  Ticks leave;  // of the call
  Ticks amount;
  MetricId metric;  // one of all_waiting_states()
  Rank receiver{};  // of Late Receiver: of the message; else !valid()
};

// The send of a received message.
struct SendOfReceive {
  LocationIndex location;  // that sent it; !valid(): no send was found
  std::uint32_t send = 0;  // number of the send among those of that location
  Ticks sent;              // time of the record of the send
  Ticks posted;            // enter of the call that posted the receive
};

// The sends and the receives of a location are counted in the order of their records, from 0.
// Records outside of all regions, and those without a message_partner, are not counted.
struct EventInsights {
  std::span<const CallWait> waits;          // ascending by enter; waits of one call in their order
  std::span<const SendOfReceive> receives;  // by number of the receive
};

// Is called for the locations of a trace, in their order, one after the other, unless agreed
// otherwise.
using VisitEvents = std::function<base::Status(LocationIndex, const EventInsights&)>;

// A part of the critical path on one location: from the end of a wait there to the enter of the
// call for which the next location on the path waited. Where a wait is cut short by the limits of
// its call, pieces overlap.
struct PathPiece {
  LocationIndex location;
  Ticks begin;
  Ticks end;
};

// Is called with pieces of the critical path, in any order, several times and by several threads.
using TakePath = std::function<void(std::span<const PathPiece>)>;

// Analyzes a trace and has its locations visited. Fails if a visit fails.
using InsightSource = std::function<base::Status(const VisitEvents&)>;

}  // namespace tarry::model
