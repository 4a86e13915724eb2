// SPDX-License-Identifier: BSD-3-Clause
// The offset of a rank's clock: how far it is ahead of that of the first rank. Ranks leave a
// synchronization together. If two ranks take part in all instances of one, the gaps between their
// exits are constant and equal the offset.
//
//            Sync 1            Sync 2            gaps of P1: 2, -1, -4: not the same operation
//   P0   10   20   30     15   25   35                       3,  3,  3: P1 is 3 ahead
//   P1   12   19   26     18   28   38
//
// An exit is known as a range between two samples, so every instance gives a range of offsets. The
// gap is constant if all ranges, widened by the drift of clocks, have a common part.
// Source: L. Wei, J. Mellor-Crummey, PPoPP 2020, section 4.1, figures 3 and 4.
#pragma once

#include <optional>
#include <string>

#include "diagnosis/evidence/call_exits.h"
#include "workers/transport.h"

namespace tarry::diagnosis {

// Returns the offsets of `other` that fit all instances. Returns nothing if there are less than
// three instances, if their number differs from that of `reference`, or if no offset fits all.
// Thread: any.
std::optional<TimeRange> constant_gap(const std::vector<Exit>& reference,
                                      const std::vector<Exit>& other);

struct ClockOffset {
  Time ahead{0};
  Time error{0};  // the largest possible error, if the offset is known
  bool is_known = false;
};

// Takes calls of the same path. Without such calls it takes those pairs of call paths that call the
// same procedure (programs whose ranks do different things). All gaps that fit are combined, from
// the narrowest on. The offset is unknown if its error exceeds `widest`. Thread: any.
ClockOffset clock_offset(const samples::CallingContextTree& paths, const ThreadExits& reference,
                         const ThreadExits& other, Time widest);

// The thread whose clock the diagnosis uses: the first thread of the lowest rank.
struct ReferenceThread {
  model::Rank rank;  // not valid: there is no such thread
  std::string host;
  ThreadExits exits;

  void merge(ReferenceThread other);
  void append_to(workers::Bytes& message) const;
  static ReferenceThread take(workers::MessageReader& message);
};

}  // namespace tarry::diagnosis
