// SPDX-License-Identifier: BSD-3-Clause
// How far the clock of a rank is ahead of that of the first one. Ranks leave a synchronisation
// together; so, if both take part in all instances of one, the gaps of its exits are constant, and
// they are the offset.
//
//            Sync 1            Sync 2            gaps of P1: 2, -1, -4: not the same operation
//   P0   10   20   30     15   25   35                       3,  3,  3: P1 is 3 ahead
//   P1   12   19   26     18   28   38
//
// An exit is known as a range between two samples. Every instance gives a range of offsets; the gap
// is constant if all ranges, widened by what clocks drift, have something in common.
// Source: L. Wei, J. Mellor-Crummey, PPoPP 2020, section 4.1, figures 3 and 4.
#pragma once

#include <optional>
#include <string>

#include "diagnosis/call_exits.h"
#include "workers/transport.h"

namespace tarry::diagnosis {

// The offsets of `other` that fit all instances; nothing if there are less than three, other ones
// than in `reference`, or no common one. Thread: any.
std::optional<TimeRange> constant_gap(const std::vector<Exit>& reference,
                                      const std::vector<Exit>& other);

struct ClockOffset {
  Time ahead{0};
  Time error{0};  // at most, if it is known
  bool is_known = false;
};

// From calls of the same path; where there is none, from those pairs of call paths that call the
// same procedure (programs whose ranks do different things). All that fit are combined, from the
// narrowest on. Unknown if it is not known better than `widest`. Thread: any.
ClockOffset clock_offset(const samples::CallingContextTree& paths, const ThreadExits& reference,
                         const ThreadExits& other, Time widest);

// The thread whose clock is that of the diagnosis: the first of the lowest rank.
struct ReferenceThread {
  model::Rank rank;  // not valid: there is none
  std::string host;
  ThreadExits exits;

  void merge(ReferenceThread other);
  void append_to(workers::Bytes& message) const;
  static ReferenceThread take(workers::MessageReader& message);
};

}  // namespace tarry::diagnosis
