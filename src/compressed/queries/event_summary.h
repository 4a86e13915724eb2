// SPDX-License-Identifier: BSD-3-Clause
// Summarizes in numbers what the calls of each event do, for each class of ranks that do the same.
// Everything that is computed from a compressed trace builds on it. The memory depends on the
// compressed trace, not on the run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compressed/model/trace.h"
#include "model/definitions.h"

namespace tarry::compressed {

struct Sizes {
  std::uint64_t messages = 0;
  std::uint64_t empty = 0;  // number of messages without a byte
  std::uint64_t bytes = 0;
  std::uint64_t smallest = 0;  // 0 if there are no messages
  std::uint64_t largest = 0;

  void add(const Sizes& other, std::uint64_t times = 1);
  [[nodiscard]] double mean() const;
  friend bool operator==(const Sizes&, const Sizes&) = default;
};

// Messages that go to one relative peer.
struct PeerTraffic {
  std::int64_t comm = 0;  // as Parameter::Comm counts
  std::int64_t peer = 0;
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
  friend bool operator==(const PeerTraffic&, const PeerTraffic&) = default;
};

// Collective operations, counted at the call that begins them.
struct CollectiveCounts {
  std::uint64_t neither = 0;   // number of operations with nothing sent and nothing received
  std::uint64_t both = 0;      // sent and received
  std::uint64_t sent = 0;      // only sent
  std::uint64_t received = 0;  // only received
  std::uint64_t bytes_sent = 0;
  std::uint64_t bytes_received = 0;
  std::uint64_t full = 0;  // number of barriers and n-to-n operations in which each waits for all

  [[nodiscard]] std::uint64_t all() const { return neither + both + sent + received; }
  void add(const CollectiveCounts& other, std::uint64_t times = 1);
  friend bool operator==(const CollectiveCounts&, const CollectiveCounts&) = default;
};

// The operation of an event whose calls are all this one and nothing else.
struct SoleCollective {
  std::int64_t comm = 0;
  model::CollectiveOp op{};
  friend bool operator==(const SoleCollective&, const SoleCollective&) = default;
};

// Values of each single rank of the class.
struct ClassSummary {
  RankSet ranks;
  std::uint64_t calls = 0;
  Sizes sent;
  Sizes received;
  std::vector<PeerTraffic> to;  // by (comm, peer)
  CollectiveCounts collectives;
  Sizes put;  // accesses to windows that move data to their target
  Sizes got;  // those that move data from it
  // Set if every call is one blocking barrier or n-to-n operation in which each waits for all.
  std::optional<SoleCollective> sole;
};

struct EventSummary {
  std::vector<ClassSummary> classes;  // by lowest rank
};

struct TraceSummary {
  std::vector<EventSummary> events;  // by index in Trace::events
  // Values that did not fit together; actions of those ranks are left out.
  std::vector<std::string> faults;
  bool has_drawn_values = false;  // true if histograms replace some values
};

// Returns true for a barrier, and for an n-to-n operation in which each waits for all if it has
// anything to send or receive.
bool waits_for_all(model::CollectiveOp op, bool has_bytes);

TraceSummary summarise(const Trace& trace);

}  // namespace tarry::compressed
