// SPDX-License-Identifier: BSD-3-Clause
// Goes through the calls of one rank in order without expanding the trace: memory grows with the
// compressed trace, not with the run.
#pragma once

#include <cstdint>
#include <memory>

#include "compressed/model/trace.h"

namespace tarry::compressed {

// One call with where it stands.
struct CursorCall {
  std::uint32_t event = 0;  // index into Trace::events
  SiteId predecessor;       // the call before it; !valid(): the first
  std::vector<Action> actions;
};

// The trace must outlive the cursor and must not change. Thread: caller-locks.
class Cursor {
 public:
  Cursor(const Trace& trace, std::uint32_t rank);
  ~Cursor();
  Cursor(Cursor&&) noexcept;
  Cursor& operator=(Cursor&&) noexcept;

  // False after the last call, or where the trace is inconsistent (values used up, a length beyond
  // the end): then error() says what and where.
  bool next(CursorCall& call);
  [[nodiscard]] const std::string& error() const;
  // Parameters whose vector was given up have no value of their own: they are drawn by this.
  // Deterministic in (seed, rank, event, occurrence), so that every process that asks gets the
  // same.
  void set_seed(std::uint64_t seed);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tarry::compressed
