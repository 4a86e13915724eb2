// SPDX-License-Identifier: BSD-3-Clause
// One pass over the calls of a process before anything is replayed. It counts them and collects
// everything that the processes must agree on (agreement.h), so a damaged trace leads to a message
// instead of processes that wait for each other.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "compressed/model/membership.h"
#include "compressed/model/sequence.h"
#include "compressed/model/trace.h"
#include "compressed/replay/collective_shape.h"
#include "compressed/replay/counts.h"
#include "compressed/replay/drawn_sizes.h"
#include "compressed/replay/settings.h"

namespace tarry::replay {

// A stream of messages between this process and another one that MPI keeps in order.
struct Channel {
  std::uint32_t peer = 0;  // world rank
  std::uint32_t comm = 0;  // index into Trace::communicators
  std::int64_t tag = 0;
  friend auto operator<=>(const Channel&, const Channel&) = default;
};

// The collective operations of this process on one communicator, in order.
struct CollectiveSurvey {
  std::uint64_t calls = 0;
  std::uint64_t operations = 0;         // hash of operations and roots
  std::uint64_t lengths = 0;            // hash of blocks
  compressed::Sequence sent, received;  // by operations with counts
  compressed::Sequence blocks;          // by all other operations

  // Adds a collective call on a window or file: all members must make the same.
  void add_call(std::string_view function);
};

// The part of a window that belongs to a process.
struct WindowPart {
  std::int64_t size = 0;  // bytes
  std::int64_t unit = 1;  // bytes of a displacement
};

struct Survey {
  SiteCounts recorded;     // without the bytes of the messages in `drawn`
  DrawnMessages drawn;     // messages whose sizes became histograms
  double recorded_ns = 0;  // time of this process from MPI_Init to MPI_Finalize
  std::map<Channel, std::uint64_t> sends, receives;  // number of messages
  std::vector<CollectiveSurvey> collectives;         // by number of the communicator
  // The windows that are replayed, in the order in which they are made, by number of the
  // communicator.
  std::vector<std::vector<WindowPart>> windows;
  bool has_accesses = false;
  bool has_files = false;
  std::vector<bool> uses;  // whether it is used in any way, by number of the communicator
  // Buffer sizes in bytes, for messages and for collective operations.
  std::uint64_t message_room = 0, send_room = 0, receive_room = 0;
  std::int64_t largest_tag = 0;
  std::set<std::string> unsupported;  // functions and other things that cannot be replayed
};

// Returns whether the peers of messages became histograms. If so, a replay follows the senders.
bool is_probabilistic(const compressed::Trace& trace);

// Returns an Error if the calls of this process contradict each other.
base::Result<Survey> survey(const compressed::Trace& trace, std::uint32_t rank,
                            const compressed::Memberships& comms, const Settings& settings);

}  // namespace tarry::replay
