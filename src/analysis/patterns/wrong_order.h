// SPDX-License-Identifier: BSD-3-Clause
// Messages in wrong order below Late Sender: the receiver waits for a message although messages
// sent earlier are still to be received. Definition: docs/definitions.md, "Point-to-point waits".
//
//   sender a    ──Send──────────────      b's message is received first and waited for; a's, sent
//   sender b    ─────────Send───────      earlier, is received later: had the order been the other
//   receiver    ──Recv(b)·····Recv(a)     way round, the waiting could have been avoided.
#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "model/ids.h"

namespace tarry::analysis {

// A Late Sender instance at one location.
struct LateSenderInstance {
  model::Ticks send_time;  // t(S) of the late message
  model::Ticks wait;
  model::Rank source;
  model::CallPathId callpath;  // of the receive
  std::uint64_t bytes = 0;
  std::uint32_t number = 0;  // of the wait state, if it has a length
};

// Remembers the last 100 unclassified Late Sender instances of one location.
class WrongOrderDetector {
 public:
  static constexpr std::size_t kWindow = 100;

  // A Late Sender instance has been found.
  void keep(const LateSenderInstance& instance);

  // A matched receive follows, in record order. Calls found(instance, same_source) for every kept
  // instance whose message was sent later than this one, oldest first, and forgets these.
  template <class Found>
  void received(model::Ticks send_time, model::Rank source, Found found) {
    if (count_ == 0 || latest_send_.count <= send_time.count) return;
    std::size_t kept = 0;
    latest_send_ = kNever;
    for (std::size_t i = 0; i < count_; ++i) {
      const LateSenderInstance& instance = instances_[i];
      if (instance.send_time > send_time) {
        found(instance, instance.source == source);
        continue;
      }
      if (instance.send_time > latest_send_) latest_send_ = instance.send_time;
      instances_[kept++] = instance;
    }
    count_ = kept;
  }

 private:
  static constexpr model::Ticks kNever{std::numeric_limits<std::int64_t>::min()};

  std::array<LateSenderInstance, kWindow> instances_;  // oldest first
  std::size_t count_ = 0;
  model::Ticks latest_send_ = kNever;  // at least the latest send_time of the instances kept
};

}  // namespace tarry::analysis
