// SPDX-License-Identifier: BSD-3-Clause
// What declared patterns can see of a trace: plain records that workers send to each other, made
// from the records of a process once these have been matched.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "analysis/declared/pattern.h"
#include "analysis/records/location_records.h"
#include "model/collective_op.h"
#include "model/region_class.h"

namespace tarry::analysis::declared {

// What counters counted meanwhile, or until a time.
inline constexpr std::int64_t kNoCount = INT64_MIN;
struct CounterGrowth {
  std::array<std::int64_t, kMostCounters> of = {kNoCount, kNoCount};
};
static_assert(kMostCounters == 2, "all counters begin without a value");

// A visit of a region.
struct PhaseFact {
  Ticks enter;
  Ticks leave;
  std::uint32_t number = 0;  // counts the visits of the region at the location from 1; 0: none
  CounterGrowth counters;
};

// A visit of a region with records in it.
struct CallFact {
  Ticks enter;
  Ticks leave;
  Ticks own;  // without nested instances
  Rank rank;
  model::RegionId region;
  std::uint32_t instance = kNoIndex;  // kNoIndex: there is no call
  std::uint32_t path = kNoIndex;      // of CallPaths; only plug-ins see it
  Sibling location = 0;
  model::RegionClass region_class{};
  model::MpiCall call{};
  bool is_damaged = false;
  std::array<PhaseFact, kMostPhases> phases;  // by number of the wish
  CounterGrowth counters;
};

struct SendFact {
  CallFact call;
  CallFact completion;
  Ticks time;
  std::uint64_t bytes = 0;
  std::uint32_t tag = 0;
};

struct ReceiveFact {
  CallFact call;
  const SendFact* send = nullptr;
  std::uint64_t bytes = 0;
  std::uint32_t tag = 0;
  Rank source;
  bool from_any_source = false;
  RecordRef record;
};

struct MemberFact {
  CallFact call;  // the one that waits: the blocking call, or the one that completes the operation
  Ticks begin;
  Ticks waits_from;
  Ticks end;
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
  std::uint32_t number = 0;  // in the communicator; the remote group after the local one
  bool is_nonblocking = false;
};

struct CollectiveFact {
  static constexpr std::size_t kNoRoot = ~std::size_t{0};

  model::CollectiveOp op{};
  std::span<const MemberFact> members;  // by number
  std::size_t root = kNoRoot;           // in `members`
  std::uint32_t number = 0;             // on its communicator, from 0
};

struct ReleaseFact {
  Ticks time;
  Sibling thread = 0;
};

struct AcquireFact {
  CallFact call;
  Ticks time;
  std::uint32_t lock = 0;
  model::Paradigm paradigm{};
  bool has_release = false;
  ReleaseFact released;  // by another thread, directly before
};

// A barrier that all members of a team of OpenMP are in.
struct TeamBarrierFact : CollectiveFact {};

// A call on a window.
struct OneSidedFact {
  CallFact call;
  Ticks time;
  RmaKind kind{};
  Rank target;  // !valid(): none, or all members
  model::WindowId window;
  bool is_exclusive = false;  // of a lock
};

// A visit of a region. Its call has no phases, and an instance only if it holds records.
struct VisitFact {
  CallFact call;
  std::uint64_t number = 0;  // as in VisitRecord, as the next two
  std::uint64_t around = 0;
  std::uint64_t times = 1;
  model::CallPathId callpath;  // of this worker
};

// A wait state of the catalogue, or what a pattern has found: a call that was charged it.
struct ResultFact {
  CallFact call;
  Ticks amount;
  model::MetricId metric;                // of the catalogue; else !valid()
  model::MetricId part;                  // of `metric`, which it also is; !valid(): none
  std::uint32_t pattern = kNoIndex;      // in the set; kNoIndex: of the catalogue
  const ReceiveFact* receive = nullptr;  // that waited
  std::array<std::int64_t, kMostExports> exports{};
};

}  // namespace tarry::analysis::declared
