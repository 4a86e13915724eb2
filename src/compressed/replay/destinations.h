// SPDX-License-Identifier: BSD-3-Clause
// To whom a process may send when its peers are drawn. The number is limited, so that a receiver
// has to follow few senders; what is drawn outside goes to somebody inside, and whoever follows the
// sender comes to the same.
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, section 5.2.6.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "workers/transport.h"

namespace tarry::replay {

class Destinations {
 public:
  Destinations() = default;
  explicit Destinations(std::vector<std::uint32_t> ranks) : ranks_(std::move(ranks)) {}
  // The most frequent ones; of equally frequent ones the lower.
  static Destinations of(const std::map<std::uint32_t, std::uint64_t>& messages,
                         std::uint32_t at_most);

  // Where a message to `drawn` goes. There must be a destination.
  [[nodiscard]] std::uint32_t instead_of(std::uint32_t drawn) const;
  [[nodiscard]] const std::vector<std::uint32_t>& ranks() const { return ranks_; }  // ascending

 private:
  std::vector<std::uint32_t> ranks_;
};

// Collective. The destinations of all processes that may send to this one, by their rank.
std::map<std::uint32_t, Destinations> senders_to_me(const Destinations& own,
                                                    workers::Transport& transport);

}  // namespace tarry::replay
