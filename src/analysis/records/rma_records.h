// SPDX-License-Identifier: BSD-3-Clause
// Records of one-sided communication, and of collective calls on files: one small record for each
// call on a window that synchronises or moves data, and what matching finds out about them.
// Symbols: location_records.h.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <vector>

#include "analysis/records/record_ref.h"
#include "model/definitions.h"
#include "model/ids.h"

namespace tarry::analysis {

enum class RmaKind : std::uint8_t {
  Create,
  Free,
  Fence,
  File,  // a collective call on a file, which stands for a window
  Start,
  Complete,
  Post,
  Wait,  // or a test that has found the end of the epoch
  Lock,
  Acquire,  // got: begins an epoch as Lock does, if the lock was not asked for
  Unlock,
  Operation,
  Completion,  // of operations on one target, in a flush
};

struct RmaRecord {
  model::Ticks time;  // X of a collective call
  std::uint32_t instance = 0;
  // Of a collective call, this is in `collectives`; of Unlock, an instance without a length where
  // the unlock ends.
  std::uint32_t detail = 0;
  model::WindowId window;
  model::Rank target;    // of Lock, Acquire, Unlock, Operation, Completion; !valid(): all members
  model::GroupId group;  // of Start, Complete, Post, Wait
  RmaKind kind{};
  bool is_exclusive = false;  // of Lock, Acquire
  // It belongs to an epoch that a lock at its target begins. Matching finds out, if asked to.
  bool in_lock_epoch = false;

  [[nodiscard]] bool is_collective() const { return kind <= RmaKind::File; }
};

// The part that only collective calls on a window or file have. Matching fills it in, except for
// begin and communicator.
struct RmaCollective {
  model::Ticks begin;       // B
  model::Ticks last_begin;  // of the members
  model::Ticks completion;
  model::CommId comm;          // of its window
  std::uint32_t sequence = 0;  // on it
  bool all_meet = false;
};

// Moved by the operations at a call path.
struct RmaBytes {
  std::uint64_t put = 0;
  std::uint64_t get = 0;
};

// A wait state in a call of the location, found by matching.
enum class RmaWaitKind : std::uint8_t { Create, Free, Fence, File, LatePost, EarlyWait, Lock };

struct RmaWait {
  model::Ticks amount;
  model::Ticks part;         // of it Early Fence or Late Complete
  model::Ticks cause_leave;  // of the call that was waited for
  std::uint32_t instance = 0;
  RecordRef record;  // of the own process, that the wait belongs to
  model::Rank cause_rank;
  RecordRef cause;  // there: the collective call, post, complete or unlock waited for
  RmaWaitKind kind{};
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
  std::uint32_t needs = 0;  // calls that need the same, at most; kNoIndex: not known
  model::Ticks ready;
  model::Rank rank;
  RecordRef record;
};

// Read and written by the transfers that begin at a call path.
struct FileBytes {
  std::uint64_t read = 0;
  std::uint64_t written = 0;
};

// The id among windows that an opened file has: the files follow the windows.
inline model::WindowId window_of(const model::Definitions& definitions, model::FileId file) {
  return model::WindowId{static_cast<std::uint32_t>(definitions.windows.size()) + file.value};
}

// Returns the communicator of a window, or of the file that it stands for.
inline model::CommId communicator_of(const model::Definitions& definitions,
                                     model::WindowId window) {
  const std::size_t windows = definitions.windows.size();
  return window.index() < windows ? definitions.windows[window.index()].comm
                                  : definitions.files[window.index() - windows].comm;
}

struct RmaRecords {
  std::pmr::vector<RmaRecord> records;  // in record order
  std::pmr::vector<RmaCollective> collectives;
  std::pmr::vector<RmaBytes> bytes;        // by CallPathId of the worker's tree
  std::pmr::vector<FileBytes> file_bytes;  // the same
  std::pmr::vector<RmaWait> waits;         // by instance and record; filled in by matching
  std::pmr::vector<RmaPairSync> pair_syncs;
  std::pmr::vector<RmaDependency> dependencies;
};

}  // namespace tarry::analysis
