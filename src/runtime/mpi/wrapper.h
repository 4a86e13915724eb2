// SPDX-License-Identifier: BSD-3-Clause
// The parts that every wrapper of an MPI function is made of: the exported name, the function
// behind it, the region, and the enter and leave around it.
#pragma once

#include "runtime/core/drain.h"
#include "runtime/core/events.h"
#include "runtime/core/switches.h"
#include "runtime/mpi/call_place.h"
#include "runtime/mpi/call_statistics.h"
#include "runtime/mpi/calls.h"
#include "runtime/mpi/selection.h"
#include "runtime/stacks/call_stacks.h"

// Begins the definition of a wrapper, in namespace tarry::runtime::mpi, which makes no difference
// to a function with C linkage. Each wrapper is there twice, for the two names of its function: a
// call goes on by the name that it came in with (`real`), so that wrappers of MPI_X behind ours, of
// other tools, see every call that they would see without us, and see it once. The objects of the
// files *_wrappers.cpp are copied with changed names for that (../pmpi_names.cmake): so these files
// define nothing else that others see. docs/decisions/007-other-tools.md
#define TARRY_WRAPPER(result, name, ...)                                   \
  extern "C" [[gnu::visibility("default")]] result MPI_##name __VA_ARGS__; \
  result MPI_##name __VA_ARGS__

namespace tarry::runtime::mpi {

namespace real = behind_mpi;
using core::Entry;
using core::EventTime;

// Returns the number of the function's region for calls whose place is not known or not wanted;
// defines it at the first call. Thread: any.
core::RegionNumber region_of(Call call);

// Returns the number of the function's region at the place that this call comes from; defines it at
// the first call there. Thread: any, not in a QuietSection. Signal: no.
core::RegionNumber region_of(const Entry& entry, Call call);

// Returns whether that region follows from the return address of the call.
bool is_region_of_caller(const Entry& entry, Call call);

// Says that calls at new places bear no place from now on: the other processes would not know
// regions that are defined later.
void define_no_more_places();

// Records the enter at construction, and the leave at destruction or before; records nothing for a
// call that is not selected.
class CallRecord {
 public:
  CallRecord(const Entry& entry, Call call) : entry_(entry) {
    if (!entry.selected()) {
      left_ = true;
      return;
    }
    region_ = region_of(entry, call);
    if (entry) {
      stacks::at_call(entry);
      core::have_room_for_call();
    }
    begin_ = enter(entry, call, region_);
    core::this_thread.mpi_region = region_.value;
    core::note_call(begin_);
  }
  // Records a call in a streak of polls that has found something: its stack is that of the call
  // before it.
  CallRecord(const Entry& entry, core::RegionNumber region, EventTime begin, EventTime end)
      : entry_(entry), region_(region), begin_(begin), end_(end), ended_(true) {
    core::enter_region_at(entry, begin, region);
    core::this_thread.mpi_region = region.value;
    core::note_call(begin);
  }
  ~CallRecord() {
    leave();
    core::drain_if_due();
    core::drain_switches_if_due();
    if (has_statistics.load(std::memory_order_relaxed)) [[unlikely]]
      go_on_measuring(entry_);
  }
  CallRecord(const CallRecord&) = delete;
  CallRecord& operator=(const CallRecord&) = delete;

  [[nodiscard]] core::RegionNumber region() const { return region_; }
  // Returns the time of the enter, if the call is selected.
  [[nodiscard]] EventTime begin() const { return begin_; }

  // Fixes the time of the leave, for records that share it. To be called right after the real call.
  EventTime end() {
    if (ended_) return end_;
    ended_ = true;
    if (entry_.selected()) end_ = core::now();
    return end_;
  }

  // Records the leave, before work of our own that takes longer.
  void leave() {
    if (left_) return;
    left_ = true;
    if (has_statistics.load(std::memory_order_relaxed)) [[unlikely]]
      record_statistics(entry_, ended_ ? end_ : end());
    core::this_thread.mpi_region = core::ThreadState::kNoRegion;
    if (ended_)
      core::leave_region_at(entry_, end_, region_);
    else
      end_ = core::leave_region(entry_, region_);
    stacks::after_call(end_);
  }

 private:
  static EventTime enter(const Entry& entry, Call call, core::RegionNumber region) {
    if (has_statistics.load(std::memory_order_relaxed)) [[unlikely]]
      return enter_measured(entry, call, region);
    return core::enter_region(entry, region);
  }

  const Entry& entry_;
  core::RegionNumber region_;
  EventTime begin_;
  EventTime end_;
  bool ended_ = false;
  bool left_ = false;
};

}  // namespace tarry::runtime::mpi
