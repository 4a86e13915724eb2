// SPDX-License-Identifier: BSD-3-Clause
// Converts counters from the lines and records of a process to definitions and events.
#include <gtest/gtest.h>

#include "base/temporary_directory.h"
#include "trace/eventlog/id_translation.h"
#include "trace/eventlog/log_builder.h"
#include "trace/eventlog/log_converter.h"
#include "trace/eventlog/log_reader.h"
#include "trace/eventlog/process_definitions.h"

namespace tarry::trace::eventlog {
namespace {

using model::CounterType;

constexpr const char* kWithCounters =
    "tarry-definitions\t3\n"
    "process\t0\t1\t77\thost\n"
    "region\t0\t1\t4\t0\t\tsolve\n"
    "counter\t0\tru_utime\ts\t4\t0\t2\t10\t-6\tTime in the program\n"
    "counter\t1\tpage-faults\t#\t4\t0\t0\t10\t0\tPage\\tfaults\n"
    "counter\t2\tresidual\t\t10\t17\t3\t10\t0\t\n"
    "counter-set\t5\t0\t1,0\n"
    "counter-set\t33\t2\t2\n";

ProcessDefinitions definitions(const std::string& more = "") {
  auto parsed = parse_process_definitions(kWithCounters + more, "host-77");
  EXPECT_TRUE(parsed.ok());
  return *std::move(parsed);
}

struct Read {
  std::int64_t time;
  std::uint32_t set;
  std::vector<std::uint64_t> bits;
  std::vector<CounterType> types;
  bool operator==(const Read&) const = default;
};

class Readings : public model::EventHandler {
 public:
  std::vector<Read> all;
  void counters_read(model::Ticks time, model::CounterSetId set,
                     std::span<const model::CounterValue> values) override {
    Read read{time.count, set.value, {}, {}};
    for (const model::CounterValue& value : values) {
      read.bits.push_back(value.bits);
      read.types.push_back(value.type);
    }
    all.push_back(std::move(read));
  }
};

std::vector<Read> convert(const LogBuilder& builder, const ProcessDefinitions& process,
                          model::Anomalies& anomalies) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  builder.write(directory.path() / "thread-0.log");
  auto log = LogReader::open(directory.path() / "thread-0.log");
  EXPECT_TRUE(log.ok());
  DefinitionSet unified = process.set;
  unified.assign_ids();
  IdTranslation ids(process, unified);
  Readings out;
  LogConverter(ids, unified.late_region(), {}, out, anomalies).convert(*log);
  return out.all;
}

TEST(LogCounters, DefinitionsAreRead) {
  const ProcessDefinitions process = definitions();
  EXPECT_TRUE(process.anomalies.empty());
  ASSERT_EQ(process.counters.size(), 3u);
  EXPECT_EQ(process.counters[0].exponent, -6);
  EXPECT_EQ(process.counters[0].origin, model::CounterOrigin::ResourceUsage);
  EXPECT_EQ(process.counters[1].description, "Page\tfaults");
  EXPECT_EQ(process.counters[2].mode, model::CounterMode::AbsolutePoint);
  ASSERT_EQ(process.counter_sets.size(), 34u);
  EXPECT_FALSE(process.counter_sets[0]);
  ASSERT_TRUE(process.counter_sets[5]);
  EXPECT_EQ(process.counter_sets[5]->members[0].name, "page-faults");
  EXPECT_EQ(process.counter_sets[33]->occurrence, model::CounterOccurrence::Anywhere);
}

TEST(LogCounters, SenselessDefinitionsAreCounted) {
  const ProcessDefinitions process = definitions(
      "counter\t7\tgap\t#\t4\t0\t0\t10\t0\t\n"
      "counter\t3\tbase\t#\t4\t0\t0\t7\t0\t\n"
      "counter\t3\tshort\t#\n"
      "counter-set\t6\t0\t9\n"
      "counter-set\t6\t0\tx\n");
  EXPECT_EQ(process.anomalies.counts().begin()->second, 5u);
  EXPECT_EQ(process.counters.size(), 3u);
  EXPECT_EQ(process.counter_sets.size(), 34u);
}

TEST(LogCounters, SetsOfProcessesAreUnited) {
  DefinitionSet one = definitions().set;
  const DefinitionSet other = definitions("counter-set\t6\t0\t1\n").set;
  one.merge(other);
  EXPECT_EQ(one.counter_sets.size(), 3u);
  const auto read = DefinitionSet::parse(one.serialize(true));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->counter_sets, one.counter_sets);
  EXPECT_EQ(*DefinitionSet::parse(one.serialize(false)),
            *DefinitionSet::parse(one.serialize(false)));
}

TEST(LogCounters, RecordsOfAnyLengthAreTranslated) {
  LogBuilder log;
  log.counters(10, 5, {7, 1'000'000})
      .simple(10, RecordKind::RegionEnter, 0)
      .counters(20, 33, {0x3FF0000000000000u})
      .counters(30, 5, {9, 2'000'000})
      .simple(30, RecordKind::RegionLeave, 0);
  model::Anomalies anomalies;
  const std::vector<CounterType> whole(2, CounterType::UInt64);
  const auto read = convert(log, definitions(), anomalies);
  ASSERT_EQ(read.size(), 3u);
  // Sets are numbered in the order of their keys: those at every enter and leave come first.
  EXPECT_EQ(read[0], (Read{1010, 0, {7, 1'000'000}, whole}));
  EXPECT_EQ(read[1], (Read{1020, 1, {0x3FF0000000000000u}, {CounterType::Double}}));
  EXPECT_EQ(read[2], (Read{1030, 0, {9, 2'000'000}, whole}));
  EXPECT_TRUE(anomalies.empty());
}

TEST(LogCounters, WhatWasNotDefinedIsCounted) {
  LogBuilder log;
  log.counters(10, 4, {7, 1}).counters(11, 5, {7}).counters(12, 5, {}).counters(13, 5, {8, 2});
  model::Anomalies anomalies;
  EXPECT_EQ(convert(log, definitions(), anomalies).size(), 1u);
  ASSERT_EQ(anomalies.counts().size(), 1u);
  EXPECT_EQ(anomalies.counts().begin()->second, 3u);
}

TEST(LogCounters, ARecordThatReachesOverItsWindowIsDamage) {
  LogBuilder log(0, 4096);
  for (int i = 0; i < 255; ++i) log.simple(10, RecordKind::FunctionEnter, 1);
  log.simple(20, RecordKind::CountersRead, set_and_count(5, 2));  // no room for its values
  model::Anomalies anomalies;
  EXPECT_TRUE(convert(log, definitions(), anomalies).empty());
  EXPECT_FALSE(anomalies.empty());
}

}  // namespace
}  // namespace tarry::trace::eventlog
