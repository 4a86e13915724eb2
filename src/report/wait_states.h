// SPDX-License-Identifier: BSD-3-Clause
// The wait states of a cube (model/wait_states.h) in plain words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/severity_cube.h"

namespace tarry::report {

// Attributes of a cube that is about other losses: what its maker has to say of it, in place of a
// sentence about wait states, and ids, with spaces between them, of the metrics that are shown as
// wait states are.
inline constexpr const char* kHeadlineKey = "tarry.headline";
inline constexpr const char* kSectionsKey = "tarry.sections";

struct WaitState {
  model::MetricId metric;
  double total = 0.0;
};

// Those with a value, largest first.
std::vector<WaitState> wait_states(const model::SeverityCube& cube);

// What reports show in detail: the metrics that the cube names, else its wait states.
std::vector<WaitState> sections(const model::SeverityCube& cube);

// Those, and the time in which threads are idle outside of teams. Largest first.
std::vector<WaitState> all_waiting(const model::SeverityCube& cube);

// The sum of all_waiting().
double total_waiting(const model::SeverityCube& cube);

// "MPI Late Sender" -> "Late Sender", for sentences that speak of MPI anyway.
std::string short_name(std::string_view metric_name);

// How a wait state falls on the ranks.
struct Sufferers {
  std::vector<std::uint32_t> ranks;           // those that wait noticeably, ascending
  bool others = false;                        // other ranks wait as well, too little to be named
  std::size_t all = 0;                        // ranks there are
  double min = 0.0, median = 0.0, max = 0.0;  // over all ranks
};
Sufferers sufferers(const model::SeverityCube& cube, model::MetricId metric,
                    model::CallPathId callpath = {});

// "on rank 2", "on ranks 1-3", "on all ranks", "on 17 of 64 ranks".
std::string on_ranks(const Sufferers& who);

// One sentence in plain words: how much of the time is waiting or idle and where most of it lies.
std::string waiting_summary(const model::SeverityCube& cube);

}  // namespace tarry::report
