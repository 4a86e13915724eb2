// SPDX-License-Identifier: BSD-3-Clause
// The content of a .case file: a small trace with exact times, and the expected results of its
// analysis. docs/formats/case.md describes the text form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/definitions.h"
#include "model/event_handler.h"
#include "model/ids.h"

namespace tarry::trace::synthetic {

using base::Ticks;

// One event of a location, of any kind; values that its kind does not use keep their defaults.
struct Event {
  enum class Kind {
    Enter,
    Leave,
    ProgramBegin,
    ProgramEnd,
    Send,
    Isend,
    IsendComplete,
    IrecvRequest,
    Recv,
    Irecv,
    RequestTest,
    RequestCancelled,
    CollectiveBegin,
    CollectiveEnd,
    NonBlockingRequest,
    NonBlockingComplete,
    ThreadBegin,
    ThreadEnd,
    BufferFlush,
    MeasurementOff,
    MeasurementOn,
    ThreadFork,
    ThreadJoin,
    TeamBegin,
    TeamEnd,
    LockAcquired,
    LockReleased,
    TaskCreated,
    TaskSwitched,
    TaskCompleted,
    ThreadCreated,
    ThreadWaited,
    RmaWindowCreated,
    RmaWindowDestroyed,
    RmaCollectiveBegin,
    RmaCollectiveEnd,
    RmaGroupSync,
    RmaLockRequested,
    RmaLockAcquired,
    RmaLockReleased,
    RmaOperation,
    RmaCompletion,
    FileOpened,
    FileClosed,
    FileOperation,
    FileCompletion,
    CountersRead,
    JoinedCalls,
  };
  Kind kind{};
  Ticks time;
  Ticks stop;                      // BufferFlush
  std::uint64_t joined_calls = 0;  // JoinedCalls
  model::RegionId region;
  model::RequestId request;
  model::MessageRecord message;
  model::CollectiveRecord collective;
  std::uint32_t requested_threads = 0;  // ThreadFork
  model::CommId team;                   // TeamBegin, TeamEnd
  model::LockRecord lock;
  model::TaskId task;
  std::uint64_t thread = 0;                   // ThreadBegin to ThreadWaited; 0: unknown
  model::RmaCollectiveRecord rma_collective;  // RmaWindow...: only the window
  model::RmaGroupSync rma_sync;
  model::RmaLockRecord rma_lock;
  model::RmaOperation rma_operation;
  model::RmaCompletion rma_completion;
  model::FileId file;  // FileOpened, FileClosed
  model::FileOperation file_operation;
  model::FileCompletion file_completion;
  model::CounterSetId counter_set;            // CountersRead
  std::vector<model::CounterValue> counters;  // CountersRead
};

// Calls the function of `handler` for this kind of event.
void deliver(const Event& event, model::EventHandler& handler);

// One `expect` line.
struct Expectation {
  enum class Kind {
    Cell,      // one value; every cell of this metric that no line names is zero
    Total,     // sum over call paths and locations
    None,      // the metric is zero everywhere
    More,      // cells of this metric that no line names may have any value
    Anomaly,   // a warning that contains `text` and the number `value`
    WhatIf,    // the run time if `text` took `factor` times as long on `on`
    Balance,   // the run time if `text` were balanced on `on`
    Ideal,     // the run time if MPI calls took no time beyond waiting
    Finding,   // the finding at `text`, on ranks `on`, has these numbers
    Findings,  // there are `value` findings
  };
  Kind kind{};
  std::string metric;
  std::string text;  // path of a cell, text of an anomaly
  model::Rank rank;
  std::uint32_t thread = 0;
  double value = 0.0;             // seconds, occurrences or bytes
  std::vector<std::uint32_t> on;  // ranks; none: all
  double factor = 0.0;
  double delay = 0.0, gain = 0.0;  // a finding's, in seconds
  std::optional<double> cost, low,
      high;                         // a finding's, with the range of its gain; empty: any
  std::size_t position = 0;         // the finding's, from 1; 0: any
  std::vector<std::uint32_t> with;  // positions of findings that must be mended, too
  std::size_t line = 0;
};

struct Case {
  std::string file;
  model::Definitions definitions;
  std::vector<std::vector<Event>> timelines;  // by model::LocationIndex
  std::vector<Expectation> expectations;
  std::vector<std::string> patterns;  // files of patterns, beside the case
  bool rma_progress = false;          // waits for the progress of targets are to be found on demand
};

}  // namespace tarry::trace::synthetic
