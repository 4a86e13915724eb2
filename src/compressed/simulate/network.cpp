// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/simulate/network.h"

#include <algorithm>
#include <cmath>

namespace tarry::simulate {

Nanoseconds transfer_time(std::uint64_t bytes, double bandwidth) {
  const double time = static_cast<double>(bytes) / bandwidth * 1e9;
  return time < static_cast<double>(kLongestTransfer) ? std::llround(time) : kLongestTransfer;
}

Network::Network(const NetworkModel& model, std::uint32_t ranks) : model_(model) {
  model_.ranks_per_node = std::max(model_.ranks_per_node, 1u);
  free_at_.resize(ranks / model_.ranks_per_node + 1, 0);
}

Route Network::route(std::uint32_t from, std::uint32_t to) const {
  if (model_.routes == nullptr) return model_.route;
  return model_.routes->between(from / model_.ranks_per_node, to / model_.ranks_per_node);
}

Nanoseconds Network::latency(std::uint32_t from, std::uint32_t to) const {
  return route(from, to).latency;
}

Network::Delivery Network::inject(std::uint32_t from, std::uint32_t to, std::uint64_t bytes,
                                  Nanoseconds now) {
  const Route used = route(from, to);
  Nanoseconds& free_at = free_at_[from / model_.ranks_per_node];
  free_at = std::min(std::max(free_at, now) + transfer_time(bytes, used.bandwidth), 2 * kEndOfTime);
  return {free_at, free_at + used.latency};
}

}  // namespace tarry::simulate
