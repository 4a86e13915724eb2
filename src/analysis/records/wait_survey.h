// SPDX-License-Identifier: BSD-3-Clause
// How long the single waits of each wait state are at each call path, the longest of them, and
// their communicators. Waits are counted by length, in classes of lengths that differ by less than
// 1/256: quartiles of any number of waits take little room, and it makes no difference who counts
// which waits, and in which order.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "base/ticks.h"
#include "model/ids.h"
#include "workers/message.h"

namespace tarry::analysis {

// A call.
struct SurveyedCall {
  model::CallPathId callpath;  // !valid(): the call is not known
  model::LocationIndex location;
  base::Ticks enter;
  base::Ticks leave;
};

// A call that waited.
struct SurveyedWait {
  SurveyedCall call;
  base::Ticks amount;
  model::CommId comm;           // !valid(): none is known
  std::uint32_t number = ~0u;   // in LocationRecords::waits; ~0u: it is not there
  SurveyedCall awaited{};       // that it was for
  std::uint32_t of_worker = 0;  // the call path of `awaited` is one of this worker's tree
};

// Some waits of one wait state.
class WaitLengths {
 public:
  // As many longest waits are kept.
  static constexpr std::size_t kLongest = 5;

  // `wait.amount` must be more than nothing.
  void add(const SurveyedWait& wait);
  // Of the longest waits of `others`, those behind the first `longest` are not looked at.
  void add(const WaitLengths& others, std::size_t longest = kLongest);

  [[nodiscard]] std::uint64_t count() const { return count_; }
  // In ticks; of one wait or more.
  [[nodiscard]] double total() const { return static_cast<double>(total_); }
  [[nodiscard]] std::int64_t least() const { return least_; }
  [[nodiscard]] std::int64_t most() const { return most_; }
  // In ticks squared: the mean of the squared differences from the mean.
  [[nodiscard]] double variance() const;
  // Returns the length that `quarters` quarters of the waits do not exceed: the mean of the waits
  // in its class.
  [[nodiscard]] double quartile(std::uint64_t quarters) const;
  // Returns the waits that are not longer than `length`, to the width of a class.
  struct Part {
    std::uint64_t count = 0;
    double ticks = 0.0;
  };
  [[nodiscard]] Part up_to(std::int64_t length) const;
  // Longest first, then by time.
  [[nodiscard]] const std::vector<SurveyedWait>& longest() const { return longest_; }
  [[nodiscard]] std::vector<SurveyedWait>& longest() { return longest_; }

  // The waits on one communicator.
  struct OnCommunicator {
    std::uint64_t count = 0;
    std::uint64_t ticks = 0;
  };
  [[nodiscard]] const std::map<model::CommId, OnCommunicator>& by_communicator() const {
    return by_communicator_;
  }

  void pack(workers::Bytes& to) const;
  static WaitLengths unpack(workers::MessageReader& from);

 private:
  __extension__ using Wide = unsigned __int128;

  struct Class {
    std::uint32_t number = 0;
    std::uint64_t count = 0;
    std::uint64_t above = 0;  // sum of the differences from the shortest length of the class
  };
  void add(const Class& some);
  void keep(const SurveyedWait& wait);

  std::uint64_t count_ = 0;
  std::int64_t least_ = INT64_MAX, most_ = 0;
  // Sums that would overflow stay at the largest number.
  Wide total_ = 0, squares_ = 0;
  std::vector<Class> classes_;  // those with waits, ascending
  std::vector<SurveyedWait> longest_;
  std::map<model::CommId, OnCommunicator> by_communicator_;
};

using WaitsByCallPath = std::map<model::CallPathId, WaitLengths>;
using WaitSurvey = std::map<model::MetricId, WaitsByCallPath>;

// Returns the waits at all call paths together. Each of the longest is at another call path.
WaitLengths all_of(const WaitsByCallPath& waits);

}  // namespace tarry::analysis
