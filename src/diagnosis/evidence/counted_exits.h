// SPDX-License-Identifier: BSD-3-Clause
// The times at which a thread left its synchronizations, by number, where the sampler counted them.
// Nothing has to be inferred: if all ranks made equally many, the second one of a rank is the
// second one of all.
//
//   counted    0     0     1       1       1       2
//   P0        work  work  Barrier Barrier work    Barrier
//   P1        work  work  work    work    work    work
//   counted    0     0     0       0       1       1
//
// P0 left number 1 between the fourth and the fifth sample, P1 between its samples with counts 0
// and 1. P0 knows the name of the call.
//
// Ranks that make other synchronizations (with a part of the ranks) end with a different count.
#pragma once

#include <optional>

#include "diagnosis/evidence/call_exits.h"

namespace tarry::diagnosis {

struct CountedCall {
  Time before{0};  // the last sample that did not count it
  TimeRange exit;  // between the last sample in it or before it and the first one behind it
  FrameId path;    // on which it was sampled; not valid: it was not sampled
};

// Returns the synchronizations of one thread in the order of time. Returns nothing if a sample is
// without counts, or if samples are in synchronizations that were not counted because they go by
// other names. Thread: any.
std::optional<std::vector<CountedCall>> counted_synchronisations(
    const samples::CallingContextTree& paths, const InitialLabels& labels,
    const samples::ThreadSamples& thread);

// The common part of the calls with the same number, over all threads seen so far.
class CountedPaths {
 public:
  void add(const std::optional<std::vector<CountedCall>>& thread);

  void merge(const CountedPaths& other);
  void append_to(workers::Bytes& message) const;
  static CountedPaths take(workers::MessageReader& message);

  // Returns whether all threads counted the same number, apart from calls after their last sample.
  [[nodiscard]] bool is_common() const;
  // Returns how many synchronizations all threads have counted.
  [[nodiscard]] std::size_t count() const { return least_; }
  // Finishes the paths: names those of the first count() in which nobody was sampled, if the others
  // tell their names.
  void name_unseen();
  // The paths by number; one that is not valid has no name. If threads were on several paths, the
  // lowest counts.
  [[nodiscard]] const std::vector<FrameId>& paths() const { return paths_; }

 private:
  bool all_counted_ = true;
  std::uint64_t least_ = ~std::uint64_t{0};
  std::uint64_t most_ = 0;
  std::vector<FrameId> paths_;
};

// Returns the exits of a thread by the paths in `common`, as far as these have names.
ThreadExits exits_by_number(const std::vector<CountedCall>& thread, const CountedPaths& common);

}  // namespace tarry::diagnosis
