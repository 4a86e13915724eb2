// SPDX-License-Identifier: BSD-3-Clause
// What the replay keeps of one-sided communication: one record for each call on a window that
// synchronises or moves data, and what matching finds out about them. Symbols: location_records.h.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <vector>

#include "analysis/replay/record_ref.h"
#include "model/ids.h"

namespace tarry::analysis {

struct RmaRecord {
  enum class Kind : std::uint8_t {
    Create,
    Free,
    Fence,
    Start,
    Complete,
    Post,
    Wait,  // or a test that has found the end of the epoch
    Lock,
    Unlock,
    Operation,
    Completion,  // of operations, in a flush or at the end of an epoch
  };
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  model::Ticks time;              // X of a collective call
  model::Ticks begin;             // B of a collective call
  model::Ticks last_begin;        // of the members of a collective call; filled in by matching
  model::Ticks completion;        // of a collective call; filled in by matching
  std::uint64_t bytes_put = 0;    // of an operation
  std::uint64_t bytes_get = 0;    // likewise
  std::uint32_t instance = 0;     // the call
  std::uint32_t release = kNone;  // of Unlock: an instance without a length, where it ends
  model::WindowId window;
  model::CommId comm;              // of the window
  model::Rank target;              // of Lock, Unlock, Operation, Completion; !valid(): all members
  model::GroupId group;            // of Start, Complete, Post, Wait
  std::uint32_t sequence = kNone;  // of a collective call on its window; filled in by matching
  Kind kind{};
  bool is_exclusive = false;  // of Lock
  bool all_meet = false;      // in a collective call; filled in by matching
};

// A wait state in a call of the location, found by matching.
struct RmaWait {
  enum class Kind : std::uint8_t { Create, Free, Fence, LatePost, EarlyWait, Lock };
  model::Ticks amount;
  model::Ticks part;         // of it Early Fence or Late Complete
  model::Ticks cause_leave;  // of the call that was waited for
  std::uint32_t instance = 0;
  RecordRef record;  // of the own process, that the wait belongs to
  model::Rank cause_rank;
  RecordRef cause;  // there: the collective call, post, complete or unlock waited for
  Kind kind{};
};

// The processes that a call synchronises with, and those of them that moved data.
struct RmaPairSync {
  std::uint32_t record = 0;
  std::uint32_t peers = 0;
  std::uint32_t involved = 0;
};

// The end of a call needs what another process did: the begin of a post or complete, the end of an
// unlock.
struct RmaDependency {
  std::uint32_t instance = 0;
  std::uint32_t needs = 0;  // calls that need the same, at most; kNone: not known
  model::Ticks ready;
  model::Rank rank;
  RecordRef record;
};

struct RmaRecords {
  std::pmr::vector<RmaRecord> records;  // in record order
  std::pmr::vector<RmaWait> waits;      // by instance and record; filled in by matching
  std::pmr::vector<RmaPairSync> pair_syncs;
  std::pmr::vector<RmaDependency> dependencies;
};

}  // namespace tarry::analysis
