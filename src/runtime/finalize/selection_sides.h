// SPDX-License-Identifier: BSD-3-Clause
// The messages about its streams that this process exchanges with others at the end of MPI
// (trace/eventlog/selection_exchange.h). As in unified_definitions.h no exception leaves these
// functions, and false means failure. Thread: one, the one that ends MPI.
#pragma once

#include <cstdint>

#include "runtime/finalize/text.h"
#include "trace/eventlog/selection.h"

namespace tarry::runtime::finalize {

// One message to, or from, each process, in order of rank.
struct MessagePerProcess {
  Text content;
  Text length_text;  // one int for each

  [[nodiscard]] int* lengths() { return reinterpret_cast<int*>(length_text.data()); }
  [[nodiscard]] const int* lengths() const {
    return reinterpret_cast<const int*>(length_text.data());
  }
  bool resize(std::size_t processes) { return length_text.resize(processes * sizeof(int)); }
};

// Operations that were counted while nothing was recorded; ticks are those of the log, relative to
// `tick_base`.
struct Unrecorded {
  const trace::eventlog::UnrecordedRun* runs;
  std::uint32_t run_count;
  const std::uint32_t* lost_requests;
  std::uint32_t lost_count;
  std::uint64_t tick_base;
};

// Reads the logs of the process whose folder is `directory`. If that is empty, the process has
// nothing to tell.
bool tell_sides(const char* directory, const Unrecorded& unrecorded, std::uint32_t processes,
                MessagePerProcess& out);

// Writes the answers to what other processes told.
bool answer_sides(const MessagePerProcess& in, MessagePerProcess& out);

// Writes the answers to what tell_sides() told, for the conversion of the logs.
bool keep_answers(const char* directory, const MessagePerProcess& answers);

// Frees the memory that was kept meanwhile. `good`: all processes keep their answers; otherwise
// this one drops its answers, too.
void end_selection(const char* directory, bool good);

}  // namespace tarry::runtime::finalize
