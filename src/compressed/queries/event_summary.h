// SPDX-License-Identifier: BSD-3-Clause
// What the calls of each event do, in numbers, per class of ranks that do the same: the base of
// everything that is computed of a compressed trace. Takes memory for the compressed trace, not for
// the run.
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
  std::uint64_t empty = 0;  // of them, those without a byte
  std::uint64_t bytes = 0;
  std::uint64_t smallest = 0;  // 0 if there are none
  std::uint64_t largest = 0;

  void add(const Sizes& other, std::uint64_t times = 1);
  [[nodiscard]] double mean() const;
  friend bool operator==(const Sizes&, const Sizes&) = default;
};

// Messages that go to one relative peer.
struct PeerTraffic {
  std::int64_t comm = 0;  // as Parameter::Comm
  std::int64_t peer = 0;
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
  friend bool operator==(const PeerTraffic&, const PeerTraffic&) = default;
};

// Collective operations, counted at the call that begins them.
struct CollectiveCounts {
  std::uint64_t neither = 0;   // nothing sent, nothing received
  std::uint64_t both = 0;      // sent and received
  std::uint64_t sent = 0;      // only sent
  std::uint64_t received = 0;  // only received
  std::uint64_t bytes_sent = 0;
  std::uint64_t bytes_received = 0;
  std::uint64_t full = 0;  // of all, barriers and n-to-n operations in which each waits for all

  [[nodiscard]] std::uint64_t all() const { return neither + both + sent + received; }
  void add(const CollectiveCounts& other, std::uint64_t times = 1);
  friend bool operator==(const CollectiveCounts&, const CollectiveCounts&) = default;
};

// All calls are this and nothing else.
struct SoleCollective {
  std::int64_t comm = 0;
  model::CollectiveOp op{};
  friend bool operator==(const SoleCollective&, const SoleCollective&) = default;
};

// Of each rank of the class.
struct ClassSummary {
  RankSet ranks;
  std::uint64_t calls = 0;
  Sizes sent;
  Sizes received;
  std::vector<PeerTraffic> to;  // by (comm, peer)
  CollectiveCounts collectives;
  // Every call is one blocking barrier or n-to-n operation in which each waits for all.
  std::optional<SoleCollective> sole;
};

struct EventSummary {
  std::vector<ClassSummary> classes;  // by lowest rank
};

struct TraceSummary {
  std::vector<EventSummary> events;  // by place in Trace::events
  std::vector<std::string> faults;   // what did not fit together; those ranks' actions are left out
  bool has_drawn_values = false;     // some were given up for histograms
};

// A barrier, or an n-to-n operation with anything to send or receive in which each waits for all.
bool waits_for_all(model::CollectiveOp op, bool has_bytes);

TraceSummary summarise(const Trace& trace);

}  // namespace tarry::compressed
