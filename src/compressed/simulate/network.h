// SPDX-License-Identifier: BSD-3-Clause
// The network between the simulated ranks: how long a message is under way, and how messages that
// leave one node wait for each other.
//
//   sender    |o|                 o: overhead of each call that communicates
//   its link    |==bytes / bandwidth==|
//   receiver          |-- latency ---|==bytes / bandwidth==|
//
// Source: D. Culler et al., "LogP: Towards a Realistic Model of Parallel Computation", PPoPP 1993,
// with the time per byte of A. Alexandrov et al., "LogGP", SPAA 1995.
#pragma once

#include <cstdint>
#include <vector>

namespace tarry::simulate {

using Nanoseconds = std::int64_t;

struct Route {
  Nanoseconds latency = 0;
  double bandwidth = 1;  // bytes per second
};

// What lies between two nodes, if they are not all the same. Thread: caller-locks.
class Routes {
 public:
  virtual ~Routes() = default;
  virtual Route between(std::uint32_t from_node, std::uint32_t to_node) = 0;
};

struct NetworkModel {
  Route route{1'000, 1e10};
  Nanoseconds overhead = 200;         // time that each call that communicates computes
  std::uint64_t eager_limit = 4'096;  // larger messages wait until their receive is posted
  std::uint32_t ranks_per_node = 1;   // ranks that share one link into the network
  Routes* routes = nullptr;           // replaces `route` for messages; not owned
};

// Traces may have any numbers: sizes and times are cut so that sums never overflow.
inline constexpr Nanoseconds kLongestTransfer = Nanoseconds{1} << 55;  // more than a year
inline constexpr Nanoseconds kEndOfTime = Nanoseconds{1} << 60;        // a rank ends there

// Returns the time in which a link takes in so many bytes, to the nearest nanosecond.
Nanoseconds transfer_time(std::uint64_t bytes, double bandwidth);

// The state of the links. Thread: one.
class Network {
 public:
  Network(const NetworkModel& model, std::uint32_t ranks);

  [[nodiscard]] const NetworkModel& model() const { return model_; }
  [[nodiscard]] Nanoseconds latency(std::uint32_t from, std::uint32_t to) const;

  struct Delivery {
    Nanoseconds left = 0;     // the last byte is on the link
    Nanoseconds arrived = 0;  // the last byte is at the receiver
  };
  // Sends a message when the link of the sender's node is free, at the earliest now. Messages of a
  // node must come in the order of their times.
  Delivery inject(std::uint32_t from, std::uint32_t to, std::uint64_t bytes, Nanoseconds now);

 private:
  [[nodiscard]] Route route(std::uint32_t from, std::uint32_t to) const;

  NetworkModel model_;
  std::vector<Nanoseconds> free_at_;  // by node
};

}  // namespace tarry::simulate
