// SPDX-License-Identifier: BSD-3-Clause
// Statistics that come from shared libraries (include/tarry/statistics.h): loads them, calls them
// around the calls of a thread and makes whole numbers of what they return.
//
// Source: X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel
// Applications", dissertation, NC State University, 2013, section 5.2.5.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "compressed/model/call.h"
#include "compressed/model/trace.h"
#include "tarry/statistics.h"

namespace tarry::compressed {

// Loaded libraries stay until the process ends: threads may be in them. Thread: any, once loaded.
class PluginStatistics {
 public:
  static constexpr std::size_t kMost = 16;

  // Adds those of a library. An error leaves what was there: the file cannot be loaded, exports no
  // tarry_statistics, is of another version, or there would be more than kMost.
  base::Status load(const std::string& file);
  // For statistics that are linked in. The table must outlive it.
  base::Status add(const tarry_statistic* const* ended_by_null, const std::string& file);

  // Trace::statistics.
  [[nodiscard]] std::vector<Statistic> statistics() const;
  [[nodiscard]] std::span<const tarry_statistic* const> all() const { return all_; }

 private:
  std::vector<const tarry_statistic*> all_;
};

// Those of one thread. After the constructor it takes no memory of its own. Thread: its own.
class ThreadStatistics {
 public:
  explicit ThreadStatistics(const PluginStatistics& plugins);
  ~ThreadStatistics();
  ThreadStatistics(const ThreadStatistics&) = delete;
  ThreadStatistics& operator=(const ThreadStatistics&) = delete;

  // Values of this call, those of what lies between first; until the next of these functions.
  std::span<const StatisticValue> enter(const tarry_statistics_call& call);
  std::span<const StatisticValue> leave(const tarry_statistics_call& call);
  // The program goes on behind `call`. Once more, if it was interrupted by what is not its own.
  void go_on(const tarry_statistics_call& call);

 private:
  void take(std::uint32_t statistic, const tarry_statistics_call& call);

  std::span<const tarry_statistic* const> all_;
  std::array<void*, PluginStatistics::kMost> states_{};
  std::array<StatisticValue, PluginStatistics::kMost> values_{};
  std::size_t count_ = 0;
  bool had_call_ = false;   // there is something between
  bool is_inside_ = false;  // a call that has begun
};

// To the nearest whole number. False: no number, negative, or beyond what can be counted.
bool whole_number(double value, std::uint64_t& whole);

}  // namespace tarry::compressed
