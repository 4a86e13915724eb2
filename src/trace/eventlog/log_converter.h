// SPDX-License-Identifier: BSD-3-Clause
// Converts one event log to one location's events: translates the process' numbers and addresses to
// ids and repairs nesting, so that in the trace enter and leave match whatever state the log
// is in.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "model/anomalies.h"
#include "model/event_handler.h"
#include "model/mpi_operands.h"
#include "trace/eventlog/id_lookup.h"
#include "trace/eventlog/log_reader.h"
#include "trace/eventlog/lost_cores.h"
#include "trace/eventlog/short_functions.h"
#include "trace/eventlog/stream_places.h"

namespace tarry::trace::eventlog {

// The team that each fork made, from the logs of the forking threads: [thread][fork - 1].
using TeamsByFork = std::map<std::uint32_t, std::vector<std::uint32_t>>;

class LogConverter {
 public:
  // An event takes some 30 bytes: it should report more time than recording it costs.
  static constexpr std::uint64_t kLeastLostNs = 100'000;

  LogConverter(IdLookup& ids, model::RegionId late_region, const TeamsByFork& teams,
               model::EventHandler& out, model::Anomalies& anomalies)
      : ids_(ids), late_region_(late_region), teams_(teams), out_(out), anomalies_(anomalies) {}

  // Skips these operations. Call it before converting. `left_out` must outlive the converter.
  void leave_out(const LeftOut& left_out) { left_out_ = &left_out; }

  // Skips these functions. Call it before converting. `functions` must outlive the converter.
  void leave_out(const ShortFunctions& functions) { short_functions_ = &functions; }

  // Reports them as readings of counters. Call it before converting. `lost_cores` must outlive the
  // converter. Amounts below `least_ns` are reported together with the next ones.
  void tell(LostCores& lost_cores, std::uint64_t least_ns = kLeastLostNs);

  // Hands on what calls on windows and files were told. Call it before converting. `operands` must
  // outlive the converter.
  void tell(model::OperandsHandler& operands) { operands_ = &operands; }

  // Delivers all records of `log`, in absolute local ticks, and closes everything that is open at
  // its end.
  void convert(LogReader& log);
  // Does the same without closing anything: more of the log will follow.
  void convert_begin(LogReader& log);

  // Returns the regions that are open, the outermost first; !valid() if unknown.
  [[nodiscard]] const std::vector<model::RegionId>& open() const { return open_; }
  // Takes these regions for open, without events, as if an earlier part of the log had entered
  // them.
  void go_on_inside(std::vector<model::RegionId> regions) { open_ = std::move(regions); }

  // Return the time of the first and of the last delivered event.
  [[nodiscard]] std::uint64_t first() const { return first_; }
  [[nodiscard]] std::uint64_t last() const { return last_; }
  [[nodiscard]] std::uint64_t late_functions() const { return late_functions_; }

 private:
  void record(const LogRecord& record);
  void arguments(const LogRecord& record, model::Ticks time);
  void operands(const LogRecord& record, model::Ticks time);
  void counters(const LogRecord& record, model::Ticks time);
  void tell_lost_cores(std::uint64_t until, bool at_end = false);
  void message(const LogRecord& record, model::Ticks time);
  void collective(const LogRecord& record, model::Ticks time);
  void one_sided(const LogRecord& record, model::Ticks time);
  void file(const LogRecord& record, model::Ticks time);
  void one_sided_operation(const LogRecord& record, model::Ticks time);
  bool is_known(model::WindowId window);
  void enter_function(std::uint64_t address, model::Ticks time);
  void enter_region(std::uint64_t number, model::Ticks time);
  void leave(model::RegionId region, model::Ticks time);
  void team_begin(std::uint64_t fork, model::Ticks time);
  void team_end(std::uint64_t fork, model::Ticks time);
  void lock(const LogRecord& record, model::Ticks time);
  void thread_begin(std::uint64_t payload, model::Ticks time);
  void thread_end(model::Ticks time);
  void task(const LogRecord& record, model::Ticks time);
  void measurement_on(std::uint64_t unknown, model::Ticks time);
  void close_down_to(std::size_t depth, model::Ticks time);
  void close_all(model::Ticks time);  // regions and teams
  void end_of_log(const LogReader& log);
  model::Ticks advance(std::uint64_t ticks);

  IdLookup& ids_;
  model::RegionId late_region_;
  const TeamsByFork& teams_;
  model::EventHandler& out_;
  model::OperandsHandler* operands_ = nullptr;
  model::Anomalies& anomalies_;
  const LeftOut* left_out_ = nullptr;
  const ShortFunctions* short_functions_ = nullptr;
  LostCores* lost_cores_ = nullptr;
  model::CounterSetId lost_cores_set_;
  std::uint64_t least_lost_ns_ = kLeastLostNs;
  std::uint64_t told_ns_ = 0;
  bool has_told_lost_cores_ = false;
  bool has_lost_more_ = false;         // since the last reading
  std::vector<model::RegionId> open_;  // !valid(): entered in a pause, otherwise unknown
  std::vector<model::RegionId> left_in_pause_;
  struct OpenTeam {
    std::uint64_t fork = 0;
    std::uint32_t number = 0;
    model::CommId id;       // !valid(): unknown, left out
    std::size_t depth = 0;  // number of regions around it
  };
  std::vector<OpenTeam> open_teams_;
  std::vector<model::CounterValue> values_;  // the present reading
  std::uint64_t tick_base_ = 0;
  std::uint64_t first_ = 0;
  std::uint64_t last_ = 0;
  std::uint64_t late_functions_ = 0;
  std::uint64_t skipped_leaves_ = 0;
  std::uint64_t repaired_leaves_ = 0;
  std::uint64_t backwards_ = 0;
  bool started_ = false;
  bool in_program_ = false;
  bool from_any_source_ = false;  // true if the next receive was posted so
  bool in_thread_ = false;
  std::uint32_t thread_ = 0;  // number of the present thread
  bool paused_ = false;
};

}  // namespace tarry::trace::eventlog
