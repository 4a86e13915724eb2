// SPDX-License-Identifier: BSD-3-Clause
// Compound events as the index keeps them: records of one size, which lie in scratch tables.
// `begin` and `end` are the moments between which each is open.
#pragma once

#include <cstdint>
#include <vector>

#include "event_library/moment.h"

namespace tarry::event_library {

struct StoredMessage {
  Moment begin;                  // of the send
  Moment end = Moment::never();  // of the receive, or when the send was cancelled
  Moment receive{};              // !valid(): not received
  std::uint64_t bytes = 0;
  std::int64_t send_enter = 0, receive_enter = 0;
  std::uint32_t source = events::kNone, destination = events::kNone;
  std::uint32_t comm = events::kNone, tag = events::kNone;
  std::uint32_t send_region = events::kNone, receive_region = events::kNone;
  std::uint32_t send_path = events::kNone, receive_path = events::kNone;
};

struct StoredReceive {
  Moment moment;
  std::int64_t enter = 0;
  std::uint64_t message = events::kNowhere;  // !: its send is not known
  std::uint32_t region = events::kNone;
  std::uint32_t path = events::kNone;
};

// The part of a member in a collective operation.
struct CollectivePart {
  Moment begin;
  Moment end = Moment::never();
  std::int64_t enter = 0;
  std::uint64_t sent = 0, received = 0;
  std::uint64_t request = events::kNowhere;
  std::uint32_t comm = events::kNone;
  std::uint32_t own = 0;  // on a communicator that each process has for itself: the process
  std::uint32_t sequence = 0;
  std::uint32_t root = events::kNone;
  std::uint32_t rank = events::kNone;
  std::uint32_t region = events::kNone;
  std::uint32_t path = events::kNone;
  std::uint8_t op = 0;
  bool nonblocking = false;
  bool completed = false;  // it has its end
};

struct StoredCollective {
  Moment begin, end;        // first begin and last end of the members
  std::uint64_t first = 0;  // in the table of parts
  std::uint32_t members = 0;
  bool complete = false;
};

struct StoredTenure {
  Moment begin;
  Moment end = Moment::never();
  std::uint32_t rank = events::kNone;
  std::uint32_t lock = events::kNone;
  std::uint32_t order = events::kNone;
  std::uint8_t paradigm = 0;
};

// The part of a location in a team.
struct TeamPart {
  Moment begin;
  Moment end = Moment::never();
  Moment fork{}, join{};  // of the thread that forks
  std::uint32_t team = events::kNone;
  std::uint32_t instance = 0;  // counts the begins of the team on the location
};

struct StoredTeam {
  Moment begin, end;  // first begin and last end of the members, the fork and the join included
  Moment fork{}, join{};
  std::uint64_t first = 0;  // in the table of parts
  std::uint32_t members = 0;
};

}  // namespace tarry::event_library
