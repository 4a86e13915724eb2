// SPDX-License-Identifier: BSD-3-Clause
// Describes the wait states of a cube (model/wait_states.h) in plain words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/severity_cube.h"

namespace tarry::report {

// Attributes of a cube about other losses: a sentence that replaces the one about wait states, and
// ids, separated by spaces, of the metrics that are shown like wait states.
inline constexpr const char* kHeadlineKey = "tarry.headline";
inline constexpr const char* kSectionsKey = "tarry.sections";

// Returns whether the cube has metrics of wait states, with or without values.
bool looks_for_waiting(const model::SeverityCube& cube);

struct WaitState {
  model::MetricId metric;
  double total = 0.0;
};

// Returns the wait states with a value, largest first. Values of a difference may be negative.
std::vector<WaitState> wait_states(const model::SeverityCube& cube);

// Returns what reports show in detail: the metrics that the cube names, otherwise its wait states.
std::vector<WaitState> sections(const model::SeverityCube& cube);

// Returns the wait states, and the time in which threads are idle outside of teams, largest first.
std::vector<WaitState> all_waiting(const model::SeverityCube& cube);

// Returns the sum of all_waiting().
double total_waiting(const model::SeverityCube& cube);

// Shortens "MPI Late Sender" to "Late Sender", for sentences that are about MPI anyway.
std::string short_name(std::string_view metric_name);

// The distribution of a wait state over the ranks.
struct Sufferers {
  std::vector<std::uint32_t> ranks;  // ranks that wait noticeably, ascending
  bool others = false;               // true if other ranks wait too, but too little to be named
  std::size_t all = 0;               // number of all ranks
  bool is_sum = false;               // one value for all ranks together
  double min = 0.0, median = 0.0, max = 0.0;  // over all ranks
};
Sufferers sufferers(const model::SeverityCube& cube, model::MetricId metric,
                    model::CallPathId callpath = {});

// Returns "on rank 2", "on ranks 1-3", "on all ranks", "on 17 of 64 ranks", or for a sum of all
// ranks "on all ranks together".
std::string on_ranks(const Sufferers& who);

// Returns a sentence that says how much of the time is waiting or idle and where most of it lies.
std::string waiting_summary(const model::SeverityCube& cube);

}  // namespace tarry::report
