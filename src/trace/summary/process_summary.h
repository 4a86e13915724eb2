// SPDX-License-Identifier: BSD-3-Clause
// The call trees of one process put together: one tree of call paths for all its threads, what is
// done in teams below where they were forked, and what only the threads together tell (times of
// teams between fork and join, idle threads: docs/definitions.md, "Teams and idle threads").
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

// What is kept of a call path on a location. Times are ticks, each in one column only.
enum class Column : std::uint8_t {
  Visits,
  Time,        // in the region itself
  Management,  // between fork and region, region and join
  Idle,        // the initial thread is alone
  Limited,     // the initial thread is in a team without this one
  Off,         // idle as well, while recording is off
  Shortest,    // visit, with all it calls
  Longest,
  FirstMessageCount,
};
inline constexpr std::size_t kColumns =
    static_cast<std::size_t>(Column::FirstMessageCount) + kMessageCounts;

inline constexpr std::size_t kMostColumns = kColumns + CounterTable::kMostCounters;

// Not zero.
struct Cell {
  std::uint16_t thread = 0;  // position in ProcessSummary::threads
  std::uint16_t column = 0;  // a Column, or from kColumns on one of ProcessSummary::counters
  std::uint64_t value = 0;
  friend bool operator==(const Cell&, const Cell&) = default;
};

struct ProcessSummary {
  // The union of summaries (united_rows.h) that has the call paths that are not here; 0: all are
  // here.
  std::uint64_t united = 0;
  std::uint32_t rank = 0;
  std::string host;
  std::uint32_t clock = 0;  // trace::eventlog::ClockSource
  trace::eventlog::ClockReading begin{};
  trace::eventlog::ClockReading latest{};
  double slope = 1;  // of the run's clock, per tick of this process
  std::uint64_t records = 0;
  bool is_complete = true;  // the process ended orderly
  std::uint64_t first = 0;  // ticks of the first record and of the last
  std::uint64_t last = 0;
  std::vector<std::uint32_t> threads;  // numbers
  // By number in the process; nothing: it has not been read.
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

// `trees` in the order of their threads, ended.
ProcessSummary summarise_process(const std::vector<LoadedTree>& trees,
                                 const trace::eventlog::ProcessDefinitions& definitions);

}  // namespace tarry::trace::summary
