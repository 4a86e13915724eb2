// SPDX-License-Identifier: BSD-3-Clause
// The local definitions of one location: how its ids and its clock relate to the global ones.
#pragma once

#include <cstdint>
#include <filesystem>
#include <utility>
#include <vector>

#include "model/anomalies.h"
#include "trace/otf2/id_table.h"

namespace tarry::trace::otf2 {

// Maps local ids to global ids. Ids that the table lacks are global ones already.
class IdMapping {
 public:
  void add(std::uint64_t local, std::uint64_t global);
  // Returns the global id of one local id.
  [[nodiscard]] std::uint64_t global(std::uint64_t local) const;
  [[nodiscard]] bool identity() const { return pairs_.empty(); }
  // Returns `globals` as seen through this mapping.
  [[nodiscard]] IdTable compose(const IdTable& globals) const;

 private:
  std::vector<std::pair<std::uint64_t, std::uint64_t>> pairs_;
};

// Global time = local time + an offset that is linear between two measurements; the first and the
// last interval reach beyond their ends.
class ClockCorrection {
 public:
  // Measurements must come in the order of their times; others are refused (false).
  bool add(std::uint64_t time, std::int64_t offset);
  // Times should not decrease from call to call; if they do, the call is slower.
  std::uint64_t correct(std::uint64_t time);

 private:
  struct Interval {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::int64_t offset = 0;  // at `begin`
    double slope = 0.0;
  };
  std::vector<Interval> intervals_;
  std::size_t current_ = 0;
  bool pending_ = false;  // the last measurement has no interval behind it yet
  std::uint64_t last_time_ = 0;
  std::int64_t last_offset_ = 0;
};

struct LocationDefinitions {
  IdMapping strings;
  IdMapping regions;
  IdMapping comms;
  IdMapping groups;
  IdMapping windows;
  IdMapping files;
  IdMapping counter_sets;
  ClockCorrection clock;
};

// Missing or damaged parts are counted; everything that was read before them is used.
LocationDefinitions read_location_definitions(const std::filesystem::path& file,
                                              std::uint64_t chunk_bytes,
                                              model::Anomalies& anomalies);

}  // namespace tarry::trace::otf2
