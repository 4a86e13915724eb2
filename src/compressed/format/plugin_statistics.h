// SPDX-License-Identifier: BSD-3-Clause
// Statistics from shared libraries (include/tarry/statistics.h): loads the libraries, calls them
// around the calls of a thread, and turns their results into whole numbers.
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

// Loaded libraries stay until the process ends because threads may be in them. Thread: any, once
// loaded.
class PluginStatistics {
 public:
  static constexpr std::size_t kMost = 16;

  // Adds the statistics of a library. It returns an error and changes nothing if the file cannot be
  // loaded, exports no tarry_statistics, is of another version, or would bring more than kMost.
  base::Status load(const std::string& file);
  // Adds statistics that are linked in. The table must outlive the object.
  base::Status add(const tarry_statistic* const* ended_by_null, const std::string& file);

  // Returns them in the form of Trace::statistics.
  [[nodiscard]] std::vector<Statistic> statistics() const;
  [[nodiscard]] std::span<const tarry_statistic* const> all() const { return all_; }

 private:
  std::vector<const tarry_statistic*> all_;
};

// The statistics of one thread. It allocates only in the constructor. Thread: its own.
class ThreadStatistics {
 public:
  explicit ThreadStatistics(const PluginStatistics& plugins);
  ~ThreadStatistics();
  ThreadStatistics(const ThreadStatistics&) = delete;
  ThreadStatistics& operator=(const ThreadStatistics&) = delete;

  // Return the values of this call, valid until the next call of these functions: enter() those of
  // the time before the call, leave() those of the call itself.
  std::span<const StatisticValue> enter(const tarry_statistics_call& call);
  std::span<const StatisticValue> leave(const tarry_statistics_call& call);
  // The program goes on behind `call`. Must be called again if the program was interrupted by code
  // that is not its own.
  void go_on(const tarry_statistics_call& call);

 private:
  void take(std::uint32_t statistic, const tarry_statistics_call& call);

  std::span<const tarry_statistic* const> all_;
  std::array<void*, PluginStatistics::kMost> states_{};
  std::array<StatisticValue, PluginStatistics::kMost> values_{};
  std::size_t count_ = 0;
  bool had_call_ = false;   // a call has ended, so time between calls can be measured
  bool is_inside_ = false;  // a call has begun
};

// Rounds to the nearest whole number. Returns false if the value is not a number, negative, or too
// large.
bool whole_number(double value, std::uint64_t& whole);

}  // namespace tarry::compressed
