// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/evidence/unseen_calls.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace tarry::diagnosis {
namespace {

using samples::FrameId;

using Calls = std::set<FrameId>;
using Steps = std::map<FrameId, Calls>;

Calls step(const Steps& steps, const Calls& from) {
  Calls to;
  for (const FrameId call : from)
    if (const auto found = steps.find(call); found != steps.end())
      to.insert(found->second.begin(), found->second.end());
  return to;
}

class Namer {
 public:
  explicit Namer(const std::vector<FrameId>& seen) {
    for (std::size_t at = 1; at < seen.size(); ++at) {
      if (!seen[at - 1].valid() || !seen[at].valid()) continue;
      after_[seen[at - 1]].insert(seen[at]);
      before_[seen[at]].insert(seen[at - 1]);
    }
  }

  // Names the row [first, last), which lies between two calls that were seen.
  void name(std::vector<FrameId>& calls, std::size_t first, std::size_t last) const {
    std::vector<Calls> from_first{{calls[first - 1]}};
    for (std::size_t at = first; at < last; ++at)
      from_first.push_back(step(after_, from_first.back()));
    Calls to_last{calls[last]};
    for (std::size_t at = last; at-- > first;) {
      const Calls before = step(before_, to_last);
      const Calls& behind = from_first[at - first + 1];
      to_last.clear();
      std::set_intersection(before.begin(), before.end(), behind.begin(), behind.end(),
                            std::inserter(to_last, to_last.end()));
      if (to_last.size() == 1) calls[at] = *to_last.begin();
    }
  }

 private:
  Steps after_;
  Steps before_;
};

}  // namespace

std::vector<FrameId> with_unseen_calls(std::vector<FrameId> by_number) {
  const Namer namer(by_number);
  const auto is_seen = [](FrameId call) { return call.valid(); };
  auto before = std::find_if(by_number.begin(), by_number.end(), is_seen);
  while (before != by_number.end()) {
    const auto behind = std::find_if(before + 1, by_number.end(), is_seen);
    if (behind != by_number.end())
      namer.name(by_number, static_cast<std::size_t>(before + 1 - by_number.begin()),
                 static_cast<std::size_t>(behind - by_number.begin()));
    before = behind;
  }
  return by_number;
}

}  // namespace tarry::diagnosis
