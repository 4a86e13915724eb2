// SPDX-License-Identifier: BSD-3-Clause
// Phases of a run: from the exit of one global synchronisation to that of a later one. A call that
// synchronises is global if all ranks leave every instance of it together, as far as samples can
// tell. Where the ranks counted them, so that it is known which are the same, it is enough that no
// rank leaves most of them before all have come: with more ranks than cores, some are late to
// leave. Nothing is lost across a border: all ranks are in the call, or pass it, at the same time.
// Source: L. Wei, J. Mellor-Crummey, PPoPP 2020, section 4.2.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "diagnosis/call_exits.h"

namespace tarry::diagnosis {

struct Phase {
  Time begin{0};
  Time end{0};
  FrameId opening;         // whose exit it begins with; not valid: the run
  FrameId closing;         // whose exit it ends with; not valid: the run
  std::uint32_t kind = 0;  // phases between the same two calls are of one kind
};

// What the ranks seen so far have in common, by calls of the reference.
class GlobalExits {
 public:
  // `tolerance`: what exits may be apart. `by_number`: the exits of all ranks are of the same
  // calls, one by one (counted_exits.h).
  explicit GlobalExits(Time tolerance, bool by_number = false)
      : tolerance_(tolerance), by_number_(by_number) {}

  // A rank, its clock corrected. Returns which call of this rank is which call of the reference,
  // by position there; not valid: none. A call of the same path comes before others of the same
  // procedure.
  std::vector<FrameId> add(const samples::CallingContextTree& paths, const ThreadExits& reference,
                           const ThreadExits& rank);

  void merge(const GlobalExits& other);
  void append_to(workers::Bytes& message) const;
  static GlobalExits take(workers::MessageReader& message);

  // The calls that all ranks left together, with the moments; with the first that left, if the
  // others did not follow soon.
  struct Border {
    Time when{0};
    FrameId call;
    bool is_sampled = true;  // some rank was in it; else there is no wait to be cut off
  };
  [[nodiscard]] std::vector<Border> borders(std::uint64_t ranks) const;

 private:
  struct Instance {
    Time latest_begin = Time::min();  // of the ranges of this exit
    Time earliest_end = Time::max();
    Time latest_before = Time::min();  // some rank had not begun it
    std::uint32_t sampled = 0;         // ranks
  };
  struct Call {
    std::uint64_t ranks = 0;
    std::vector<Instance> instances;
  };

  [[nodiscard]] bool fits(const std::vector<Exit>& reference, const std::vector<Exit>& exits) const;
  [[nodiscard]] bool is_together(const Instance& instance) const;
  [[nodiscard]] Time moment_of(const Instance& instance) const;
  [[nodiscard]] bool is_global(const Call& call) const;

  Time tolerance_;
  bool by_number_ = false;
  std::map<FrameId, Call> calls_;
};

// Cuts [begin, end] at those borders that are at least `shortest` from the one before and from the
// end; at those that were not sampled, if also from the next one that was: a phase ends with a
// wait.
std::vector<Phase> phases_between(Time begin, Time end, std::vector<GlobalExits::Border> borders,
                                  Time shortest);

}  // namespace tarry::diagnosis
