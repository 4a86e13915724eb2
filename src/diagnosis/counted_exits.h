// SPDX-License-Identifier: BSD-3-Clause
// When a thread left its synchronisations, by their number, where the sampler counted them. Nothing
// has to be inferred: the second one of a rank is the second one of all, if all made as many.
//
//   counted    0     0     1       1       1       2          the exit of number 1 is between the
//   P0        work  work  Barrier Barrier work    Barrier     fourth sample and the fifth, that of
//   P1        work  work  work    work    work    work        P1 somewhere between the samples with
//   counted    0     0     0       0       1       1          0 and 1; what it is called, P0 knows
//
// Ranks that make other ones (with a part of the ranks) do not count the same number in the end.
#pragma once

#include <optional>

#include "diagnosis/call_exits.h"

namespace tarry::diagnosis {

struct CountedCall {
  Time before{0};  // the last sample that did not count it
  TimeRange exit;  // between the last sample in it or before it and the first one behind it
  FrameId path;    // that it was sampled on; not valid: it was not
};

// Of one thread, in the order of time. Nothing if a sample is without counts, or if samples are in
// synchronisations that were not counted: they go by other names. Thread: any.
std::optional<std::vector<CountedCall>> counted_synchronisations(
    const samples::CallingContextTree& paths, const InitialLabels& labels,
    const samples::ThreadSamples& thread);

// What the calls of the same number of all threads seen so far have in common.
class CountedPaths {
 public:
  void add(const std::optional<std::vector<CountedCall>>& thread);

  void merge(const CountedPaths& other);
  void append_to(workers::Bytes& message) const;
  static CountedPaths take(workers::MessageReader& message);

  // Whether all threads counted, and the same number, but for what they did after their last
  // sample.
  [[nodiscard]] bool is_common() const;
  // How many all threads have counted.
  [[nodiscard]] std::size_t count() const { return least_; }
  // Finishes them: names those of `count` in which nobody was sampled, where the others tell.
  void name_unseen();
  // By number; not valid: it has no name. If threads were on several paths, the lowest.
  [[nodiscard]] const std::vector<FrameId>& paths() const { return paths_; }

 private:
  bool all_counted_ = true;
  std::uint64_t least_ = ~std::uint64_t{0};
  std::uint64_t most_ = 0;
  std::vector<FrameId> paths_;
};

// The exits of a thread by the paths in `common`, those that have one.
ThreadExits exits_by_number(const std::vector<CountedCall>& thread, const CountedPaths& common);

}  // namespace tarry::diagnosis
