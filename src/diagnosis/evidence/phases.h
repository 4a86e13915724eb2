// SPDX-License-Identifier: BSD-3-Clause
// The phases of a run: from the exit of one global synchronization to that of a later one. A call
// that synchronizes is global if all ranks leave every instance of it together, as far as samples
// can tell. Where ranks counted their calls, the instances are known, and it suffices that in most
// of them no rank leaves before all have come: with more ranks than cores, some ranks leave late.
// No loss extends across a border, because all ranks are in the call, or pass it, at the same time.
// Source: L. Wei, J. Mellor-Crummey, PPoPP 2020, section 4.2.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "diagnosis/evidence/call_exits.h"

namespace tarry::diagnosis {

struct Phase {
  Time begin{0};
  Time end{0};
  FrameId opening;         // the phase begins with its exit; not valid: with the run
  FrameId closing;         // the phase ends with its exit; not valid: with the run
  std::uint32_t kind = 0;  // phases between the same two calls are of one kind
};

// The common part of the exits of the ranks seen so far, by calls of the reference.
class GlobalExits {
 public:
  // `tolerance`: the largest distance between exits. `by_number`: the exits of all ranks are of the
  // same calls, one by one (counted_exits.h).
  explicit GlobalExits(Time tolerance, bool by_number = false)
      : tolerance_(tolerance), by_number_(by_number) {}

  // Adds a rank whose clock is corrected. Returns for each call of the reference, by position, the
  // call of this rank that is the same one; not valid: there is none. A call of the same path is
  // preferred to others of the same procedure.
  std::vector<FrameId> add(const samples::CallingContextTree& paths, const ThreadExits& reference,
                           const ThreadExits& rank);

  void merge(const GlobalExits& other);
  void append_to(workers::Bytes& message) const;
  static GlobalExits take(workers::MessageReader& message);

  // A call that all ranks left together, and the moment. If the other ranks did not follow soon, it
  // is the moment at which the first rank left.
  struct Border {
    Time when{0};
    FrameId call;
    bool is_sampled = true;  // some rank was sampled in it; else it has no wait to be cut off
  };
  [[nodiscard]] std::vector<Border> borders(std::uint64_t ranks) const;

 private:
  struct Instance {
    Time latest_begin = Time::min();  // ranges of this exit, over all ranks
    Time earliest_end = Time::max();
    Time latest_before = Time::min();  // latest time at which some rank had not begun it
    std::uint32_t sampled = 0;         // number of ranks sampled in it
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

// Cuts [begin, end] at those borders that are at least `shortest` from the previous one and from
// the end. A border that was not sampled must also be that far from the next sampled one, because a
// phase ends with a wait.
std::vector<Phase> phases_between(Time begin, Time end, std::vector<GlobalExits::Border> borders,
                                  Time shortest);

}  // namespace tarry::diagnosis
