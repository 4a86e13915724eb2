// SPDX-License-Identifier: BSD-3-Clause
// Converts times without a core from the file beside a log to readings between its events.
#include <gtest/gtest.h>

#include <fstream>

#include "base/temporary_directory.h"
#include "trace/eventlog/id_translation.h"
#include "trace/eventlog/log_builder.h"
#include "trace/eventlog/log_converter.h"
#include "trace/eventlog/log_reader.h"
#include "trace/eventlog/lost_cores.h"
#include "trace/eventlog/process_definitions.h"

namespace tarry::trace::eventlog {
namespace {

constexpr const char* kWithLostCores =
    "tarry-definitions\t3\n"
    "process\t0\t1\t77\thost\n"
    "region\t0\t1\t4\t0\t\tsolve\n"
    "counter\t0\tlost_cores\ts\t4\t0\t0\t10\t-9\tcores 0-1\n"
    "counter\t1\trun_delay\ts\t4\t0\t0\t10\t-9\t\n"
    "counter-set\t17\t2\t0,1\n";

// Represents events as "enter 1010" or "read 1020 5/7": lost time and the system's count.
class Story : public model::EventHandler {
 public:
  std::vector<std::string> told;
  void enter(model::Ticks time, model::RegionId) override { tell("enter", time); }
  void leave(model::Ticks time, model::RegionId) override { tell("leave", time); }
  void program_begin(model::Ticks time, model::RegionId) override { tell("begin", time); }
  void program_end(model::Ticks time, model::RegionId) override { tell("end", time); }
  void measurement_on_off(model::Ticks time, bool on) override { tell(on ? "on" : "off", time); }
  void counters_read(model::Ticks time, model::CounterSetId,
                     std::span<const model::CounterValue> values) override {
    tell("read", time);
    told.back() += " " + std::to_string(values[0].bits) + "/" + std::to_string(values[1].bits);
  }

 private:
  void tell(const char* what, model::Ticks time) {
    told.push_back(std::string(what) + " " + std::to_string(time.count));
  }
};

std::vector<std::string> convert(const LogBuilder& builder, const std::vector<LostCore>& entries) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  const auto path = directory.path() / "thread-0.log";
  builder.write(path);
  std::ofstream(switches_beside(path), std::ios::binary)
      .write(reinterpret_cast<const char*>(entries.data()),
             static_cast<std::streamsize>(entries.size() * sizeof(LostCore)));
  auto process = parse_process_definitions(kWithLostCores, "host-77");
  EXPECT_TRUE(process.ok());
  auto log = LogReader::open(path);
  EXPECT_TRUE(log.ok());
  DefinitionSet unified = process->set;
  unified.assign_ids();
  IdTranslation ids(*process, unified);
  auto lost = LostCores::beside(path, log->header().tick_base);
  EXPECT_TRUE(lost.has_value());
  Story out;
  model::Anomalies anomalies;
  const TeamsByFork none;
  LogConverter converter(ids, unified.late_region(), none, out, anomalies);
  converter.tell(*lost, 0);
  converter.convert(*log);
  EXPECT_TRUE(anomalies.empty());
  return out.told;
}

LogBuilder program() {
  LogBuilder log;
  log.simple(0, RecordKind::ProgramBegin)
      .simple(10, RecordKind::RegionEnter, 0)
      .simple(50, RecordKind::RegionLeave, 0)
      .simple(90, RecordKind::ProgramEnd);
  return log;
}

using Told = std::vector<std::string>;

TEST(LogLostCores, AReadingStandsBehindEachTimeAndBeforeTheNextEvent) {
  EXPECT_EQ(convert(program(), {{20, 5, 4}, {30, 5, 5}, {60, 10, 10}}),
            (Told{"begin 1000", "read 1000 0/0", "enter 1010", "read 1035 9/9", "leave 1050",
                  "read 1070 19/19", "end 1090"}));
}

TEST(LogLostCores, WhatTheSystemCountsIsToldWithThem) {
  EXPECT_EQ(convert(program(), {{20, 5, 4}, number_entry(SwitchEntry::RunDelay, 80, 6)}),
            (Told{"begin 1000", "read 1000 0/0", "enter 1010", "read 1025 4/4", "leave 1050",
                  "read 1050 4/6", "end 1090"}));
}

TEST(LogLostCores, PausesTellNothing) {
  LogBuilder log;
  log.simple(0, RecordKind::ProgramBegin)
      .simple(10, RecordKind::MeasurementOff)
      .simple(50, RecordKind::MeasurementOn, 0)
      .simple(90, RecordKind::ProgramEnd);
  EXPECT_EQ(convert(log, {{20, 5, 4}, {60, 5, 5}}), (Told{"begin 1000", "read 1000 0/0", "off 1010",
                                                          "on 1050", "read 1065 5/5", "end 1090"}));
}

}  // namespace
}  // namespace tarry::trace::eventlog
