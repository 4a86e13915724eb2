// SPDX-License-Identifier: BSD-3-Clause
// The numbers of messages and collective operations of each stream that passed in each pause, and
// the requests that lost their end. Memory is taken as the table grows, up to a bound. Neighbors in
// one stream and one pause share an entry.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <type_traits>

#include "runtime/core/on_own_account.h"
#include "runtime/mpi/flat_table.h"
#include "trace/eventlog/selection.h"

namespace tarry::runtime::mpi {

// Thread: caller-locks.
template <class Value>
class BoundedList {
  static_assert(std::is_trivially_copyable_v<Value>);

 public:
  static constexpr std::uint32_t kMost = 1u << 20;

  constexpr BoundedList() = default;

  // Returns false if there is no room.
  bool add(const Value& value) {
    if (size_ == capacity_ && !grow()) return false;
    values_[size_++] = value;
    return true;
  }

  // Returns the value of an index; it is good until the next add().
  Value& operator[](std::uint32_t index) { return values_[index]; }
  [[nodiscard]] const Value* data() const { return values_; }
  [[nodiscard]] std::uint32_t size() const { return size_; }

  // Frees the memory.
  void release() {
    std::free(values_);
    values_ = nullptr;
    size_ = capacity_ = 0;
  }

 private:
  bool grow() {
    const core::OnOwnAccount on_own_account;
    const std::uint32_t capacity = capacity_ == 0 ? 256 : 2 * capacity_;
    if (capacity > kMost) return false;
    void* memory = std::realloc(static_cast<void*>(values_), capacity * sizeof(Value));
    if (memory == nullptr) return false;
    values_ = static_cast<Value*>(memory);
    capacity_ = capacity;
    return true;
  }

  Value* values_ = nullptr;
  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = 0;
};

// Thread: caller-locks.
class UnrecordedTable {
 public:
  using Stream = trace::eventlog::Stream;
  using Run = trace::eventlog::UnrecordedRun;

  constexpr UnrecordedTable() = default;

  // Says that operations which begin from `ticks` on belong to `pause`, numbered from 1. Does
  // nothing if the pause is known already.
  void note_pause(std::uint32_t pause, std::uint64_t ticks) {
    if (pause == pause_) return;
    pause_ = pause;
    pause_began_ = ticks;
  }

  // Adds `count` operations that began at `ticks`, in a pause. Returns false if there is no room.
  bool add(const Stream& stream, std::uint64_t ticks, std::int64_t count) {
    std::uint32_t* const last = last_.insert(trace::eventlog::StreamHash{}(stream));
    if (last == nullptr) return false;
    if (*last != 0) {
      Run& run = runs_[*last - 1];
      // Two streams with the same hash have more entries than they need.
      if (run.stream == stream && ticks >= pause_began_ && run.ticks >= pause_began_) {
        run.count += count;
        return true;
      }
    }
    if (!runs_.add({stream, count, ticks})) return false;
    *last = runs_.size();
    return true;
  }

  // Adds an operation with this request that began at `ticks`, recorded, and ended unrecorded.
  bool add_lost(const Stream& stream, std::uint64_t ticks, std::uint32_t request) {
    return runs_.add({stream, 1, ticks}) && lost_.add(request);
  }

  [[nodiscard]] const BoundedList<Run>& runs() const { return runs_; }
  [[nodiscard]] const BoundedList<std::uint32_t>& lost() const { return lost_; }

  // Frees the memory.
  void release() {
    last_.release();
    runs_.release();
    lost_.release();
  }

 private:
  FlatTable<std::uint32_t> last_;  // the last run by the hash of a stream, from 1
  BoundedList<Run> runs_;
  BoundedList<std::uint32_t> lost_;
  std::uint32_t pause_ = 0;
  std::uint64_t pause_began_ = 0;
};

}  // namespace tarry::runtime::mpi
