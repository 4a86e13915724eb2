// SPDX-License-Identifier: BSD-3-Clause
// Joins the call trees of one process: one tree of call paths for all its threads, with the work of
// teams below the places where they were forked, and the metrics that follow only from all threads
// together: times of teams between fork and join, idle threads (docs/definitions.md, "Teams and
// idle threads").
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/anomalies.h"
#include "model/counter.h"
#include "trace/eventlog/process_definitions.h"
#include "trace/summary/path_tree.h"
#include "trace/summary/tree/tree_fold.h"

namespace tarry::trace::summary {

// The values of a call path on a location. Times are ticks; each tick counts in one column only.
enum class Column : std::uint8_t {
  Visits,
  Time,        // in the region itself
  Management,  // between fork and region, region and join
  Idle,        // the initial thread is alone
  Limited,     // the initial thread is in a team without this one
  Off,         // idle, too, while recording is off
  Shortest,    // shortest visit, with everything it calls
  Longest,
  FirstMessageCount,
};
inline constexpr std::size_t kColumns =
    static_cast<std::size_t>(Column::FirstMessageCount) + kMessageCounts;

inline constexpr std::size_t kMostColumns = kColumns + CounterTable::kMostCounters;

// A value that is not zero.
struct Cell {
  std::uint16_t thread = 0;  // position in ProcessSummary::threads
  std::uint16_t column = 0;  // a Column, or from kColumns on one of ProcessSummary::counters
  std::uint64_t value = 0;
  friend bool operator==(const Cell&, const Cell&) = default;
};

struct ProcessSummary {
  // The union of summaries (united_rows.h) that has the call paths which are missing here; 0: none
  // is missing.
  std::uint64_t united = 0;
  std::uint32_t rank = 0;
  std::string host;
  std::uint32_t clock = 0;  // trace::eventlog::ClockSource
  trace::eventlog::ClockReading begin{};
  trace::eventlog::ClockReading latest{};
  double slope = 1;  // rate of the run's clock, per tick of this process
  std::uint64_t records = 0;
  bool is_complete = true;  // the process ended orderly
  std::uint64_t first = 0;  // ticks of the first record and of the last
  std::uint64_t last = 0;
  std::vector<std::uint32_t> threads;  // numbers of the threads
  // Indexed by number in the process; empty: the counter was not read.
  std::vector<std::optional<model::Counter>> counters;
  PathTree tree;                         // canonical
  std::vector<std::vector<Cell>> cells;  // by path
  model::Anomalies anomalies;
};

// One log's tree, outside of the measured process.
struct LoadedTree {
  TreeState state{};
  std::vector<Node> cells;
};

// `trees` are in the order of their threads, and have been ended.
ProcessSummary summarise_process(const std::vector<LoadedTree>& trees,
                                 const trace::eventlog::ProcessDefinitions& definitions);

}  // namespace tarry::trace::summary
