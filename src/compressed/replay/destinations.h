// SPDX-License-Identifier: BSD-3-Clause
// The processes to which one with drawn peers may send. Their number is limited, so a receiver has
// to follow few senders. A message drawn for a process outside goes to one inside, and everybody
// who follows the sender computes the same.
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
  // Chooses the most frequent receivers, and the lower of equally frequent ones.
  static Destinations of(const std::map<std::uint32_t, std::uint64_t>& messages,
                         std::uint32_t at_most);

  // Returns where a message to `drawn` goes. There must be a destination.
  [[nodiscard]] std::uint32_t instead_of(std::uint32_t drawn) const;
  [[nodiscard]] const std::vector<std::uint32_t>& ranks() const { return ranks_; }  // ascending

 private:
  std::vector<std::uint32_t> ranks_;
};

// Collective. Returns the destinations of all processes that may send to this one, by their rank.
std::map<std::uint32_t, Destinations> senders_to_me(const Destinations& own,
                                                    workers::Transport& transport);

}  // namespace tarry::replay
