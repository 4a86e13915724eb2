// SPDX-License-Identifier: BSD-3-Clause
// Goes through the calls of one rank in order without expanding the trace: memory depends on the
// size of the compressed trace, not on the length of the run.
#pragma once

#include <cstdint>
#include <memory>

#include "compressed/model/trace.h"

namespace tarry::compressed {

// A call and its place in the trace.
struct CursorCall {
  std::uint32_t event = 0;  // index into Trace::events
  SiteId predecessor;       // the previous call; !valid() for the first
  std::vector<Action> actions;
};

// The trace must outlive the cursor and must not change. Thread: caller-locks.
class Cursor {
 public:
  Cursor(const Trace& trace, std::uint32_t rank);
  ~Cursor();
  Cursor(Cursor&&) noexcept;
  Cursor& operator=(Cursor&&) noexcept;

  // Returns false after the last call, and if the trace is inconsistent (values used up, a length
  // beyond the end): then error() says what and where.
  bool next(CursorCall& call);
  [[nodiscard]] const std::string& error() const;
  // Parameters that were replaced by histograms have no values of their own; they are drawn with
  // this seed. The draw is a function of (seed, rank, event, occurrence), so every process that
  // asks gets the same value.
  void set_seed(std::uint64_t seed);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tarry::compressed
