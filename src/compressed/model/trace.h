// SPDX-License-Identifier: BSD-3-Clause
// A compressed trace: one list of events for all ranks. An event is a call at a place of the
// program, with the ranks that make it and the values of all its uses. An event may head loops:
// level by level, outermost first, an element `length` (events of the loop's body, of those that
// the rank takes part in) and an element `trips`.
//
// Reading rule, for one rank over the events it takes part in: at an event with unread levels, take
// the next (length, trips) of the outermost unread one; go through the next `length` events, this
// one with its inner levels included, `trips` times; then go on behind them. trips 0 leaves the
// events out. A level that has no values for the rank does not exist for it. An event without
// unread levels is a call, with the next values of its parameters. Cursor does that.
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, sections 2.1 and 5.2.2.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compressed/model/call.h"
#include "compressed/model/elastic.h"
#include "compressed/model/time_histogram.h"

namespace tarry::compressed {

// A function or place on the stack of a call.
struct Frame {
  std::string name;
  std::string file;        // empty if unknown
  std::uint32_t line = 0;  // 0 if unknown
  friend auto operator<=>(const Frame&, const Frame&) = default;
};
// Returns true for "@heat.c:42": the line in the function around it where a call is made, the
// innermost frame of a site.
bool is_call_site(const Frame& frame);
using FrameId = base::StrongId<struct FrameTag>;  // index into Trace::frames

// An MPI function and the frames that lead to it, the outermost first, without the MPI function
// itself.
struct Site {
  std::string function;  // "MPI_Isend"
  std::vector<FrameId> stack;
  friend auto operator<=>(const Site&, const Site&) = default;
};

// A communicator. `members` are in the order of their communicator ranks.
struct Communicator {
  std::string name;
  std::vector<std::uint32_t> members;         // world ranks; empty if every process is alone (SELF)
  std::vector<std::uint32_t> remote_members;  // intercommunicators only
  bool is_self = false;
  bool is_inter = false;
  friend bool operator==(const Communicator&, const Communicator&) = default;
};

struct Level {
  Elastic length;
  Elastic trips;
  friend bool operator==(const Level&, const Level&) = default;
};

// Times of an event after one predecessor, for ranks whose times are alike. `level` is that of
// their mean computation before the call (load_level.h).
struct EventTimes {
  SiteId predecessor;  // !valid() for the first call of a rank
  std::uint32_t level = 0;
  RankSet ranks;
  TimeHistogram before;    // computation before the call
  TimeHistogram duration;  // time in the call
  friend bool operator==(const EventTimes&, const EventTimes&) = default;
};

// A quantity that a plug-in measures for calls, in whole numbers of a unit, so sums and histograms
// are exact in whatever order they are merged.
struct Statistic {
  std::string name;  // "page faults"
  std::string unit;  // "faults"
  friend bool operator==(const Statistic&, const Statistic&) = default;
};

// Values of one statistic, kept like the times in EventTimes. A call need not have one.
struct EventStatistic {
  std::uint32_t statistic = 0;  // index into Trace::statistics
  SiteId predecessor;           // !valid() for the first call of a rank
  std::uint32_t level = 0;      // bin of the mean of a rank's values
  RankSet ranks;
  TimeHistogram values;  // in the unit of the statistic instead of nanoseconds
  friend bool operator==(const EventStatistic&, const EventStatistic&) = default;
};

struct Event {
  SiteId site;
  RankSet ranks;
  std::vector<Level> levels;  // outermost first
  // Empty if no call has the parameter. Actions is always there: the size of a rank's vector is the
  // number of its calls.
  std::array<Elastic, kParameters> parameters;
  std::vector<EventTimes> times;           // by (predecessor, level)
  std::vector<EventStatistic> statistics;  // by (statistic, predecessor, level)

  [[nodiscard]] const Elastic& of(Parameter parameter) const {
    return parameters[static_cast<std::size_t>(parameter)];
  }
  Elastic& of(Parameter parameter) { return parameters[static_cast<std::size_t>(parameter)]; }
  friend bool operator==(const Event&, const Event&) = default;
};

// What a note of a trace begins with if some actions have no size, partner or operation.
inline constexpr std::string_view kUnknownPosts =
    "receives and collective operations begun, of which is not known what they ask for";

struct Trace {
  std::uint32_t ranks = 0;  // size of MPI_COMM_WORLD
  std::string program;
  std::vector<Frame> frames;
  std::vector<Site> sites;             // by SiteId; sorted by first use in `events`
  std::vector<std::string> datatypes;  // names, by value of Parameter::Datatype
  std::vector<Communicator> communicators;
  std::vector<Statistic> statistics;  // quantities of plug-ins; none in most traces
  std::vector<Event> events;
  std::vector<std::string> notes;  // one line for each thing that was left out
  friend bool operator==(const Trace&, const Trace&) = default;
};

}  // namespace tarry::compressed
