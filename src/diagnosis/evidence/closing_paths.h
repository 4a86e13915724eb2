// SPDX-License-Identifier: BSD-3-Clause
// The call paths on which ranks make the calls that close phases. One synchronization has several
// paths if ranks run different code or if the compiler has made two loops of one.
#pragma once

#include <map>
#include <set>

#include "diagnosis/evidence/message_parts.h"

namespace tarry::diagnosis {

using samples::FrameId;

// The paths by call of the reference, which is itself among its paths.
struct ClosingPaths {
  std::map<FrameId, std::set<FrameId>> paths;

  // Returns whether `frame` is a path of `call`. Thread: any.
  [[nodiscard]] bool has(FrameId call, FrameId frame) const {
    const auto own = paths.find(call);
    return own != paths.end() && own->second.contains(frame);
  }
  void merge(const ClosingPaths& other) {
    for (const auto& [call, more] : other.paths) paths[call].insert(more.begin(), more.end());
  }
  void append_to(Bytes& message) const {
    workers::append(message, std::uint64_t{paths.size()});
    for (const auto& [call, own] : paths) {
      workers::append(message, call);
      append_list(message, std::vector<FrameId>(own.begin(), own.end()));
    }
  }
  static ClosingPaths take(MessageReader& message) {
    ClosingPaths made;
    const auto calls = message.take<std::uint64_t>();
    for (std::uint64_t at = 0; at < calls; ++at) {
      std::set<FrameId>& own = made.paths[message.take<FrameId>()];
      const auto all = take_list<FrameId>(message);
      own.insert(all.begin(), all.end());
    }
    return made;
  }
};

}  // namespace tarry::diagnosis
