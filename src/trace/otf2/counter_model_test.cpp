// SPDX-License-Identifier: BSD-3-Clause
#include "trace/otf2/counter_model.h"

#include <gtest/gtest.h>

namespace tarry::trace::otf2 {
namespace {

// Location 0 is alone in process 0, locations 1 and 2 are in process 1, and location 9 of process 0
// is for counters of the whole process; class 5 has members 3 and 4.
DefinitionRecords small_records() {
  DefinitionRecords records;
  records.strings = {"PAPI_TOT_INS", "PAPI_TOT_CYC"};
  records.string_index.set(0, 0);
  records.string_index.set(1, 1);
  records.locations = {{0, 0, 1, 0, 0}, {1, 0, 1, 0, 1}, {2, 0, 1, 0, 1}, {9, 0, 3, 0, 0}};
  records.metric_members = {{3, 0, kUndefined32, 1, 0, 4, 1, 0, kUndefined32},
                            {4, 1, kUndefined32, 1, 0, 4, 1, 0, kUndefined32}};
  records.metric_classes = {{5, {4, 3}, 0}};
  return records;
}

struct Built {
  model::Definitions definitions;
  model::Anomalies anomalies;
  IdTable sets;

  explicit Built(const DefinitionRecords& records)
      : sets(build_counters(records, definitions, anomalies)) {}
};

TEST(CounterModel, SetsHaveTheirMembers) {
  const Built built(small_records());
  ASSERT_EQ(built.definitions.counters.size(), 2u);
  EXPECT_EQ(built.definitions.counters[1].name, "PAPI_TOT_CYC");
  EXPECT_EQ(built.definitions.counters[1].origin, model::CounterOrigin::Papi);
  ASSERT_EQ(built.definitions.counter_sets.size(), 1u);
  EXPECT_EQ(built.definitions.counter_sets[0].members,
            (std::vector{model::CounterId{1}, model::CounterId{0}}));
  EXPECT_EQ(built.sets[5], 0u);
  EXPECT_TRUE(built.anomalies.empty());
}

TEST(CounterModel, UndefinedMembersAndSecondDefinitionsAreCounted) {
  DefinitionRecords records = small_records();
  records.metric_members.push_back(records.metric_members[0]);
  records.metric_classes.push_back({6, {4, 77}, 0});
  records.metric_classes.push_back({5, {3}, 0});
  const Built built(records);
  EXPECT_EQ(built.anomalies.sentences(),
            (std::vector<std::string>{"counters in sets that are not defined (left out): 1",
                                      "definitions whose id another one has (ignored): 2"}));
  EXPECT_FALSE(built.definitions.counter_sets[1].members[1].valid());
  EXPECT_EQ(built.sets[5], 0u);
}

// Only the counts of one thread can be assigned to its call paths.
TEST(CounterModel, InstancesOfMoreThanOneThreadAreLeftOut) {
  DefinitionRecords records = small_records();
  records.metric_instances = {
      {10, 5, 1, kScopeLocation, 1},       // counts itself
      {11, 5, 0, kScopeLocationGroup, 0},  // counts its process of one thread
      {12, 5, 1, kScopeLocationGroup, 1},  // counts its process of two threads
      {13, 5, 1, kScopeLocation, 2},       // counts another thread
      {14, 5, 0, 2, 0},                    // counts a node
      {15, 5, 9, kScopeLocationGroup, 0},  // by a location that is not analyzed
      {16, 99, 0, kScopeLocation, 0},      // without a class
      {17, 5, 99, kScopeLocation, 99},     // without a recorder
      {5, 5, 0, kScopeLocation, 0},        // the id of a class
  };
  const Built built(records);
  for (const std::uint32_t id : {5u, 10u, 11u}) EXPECT_EQ(built.sets[id], 0u) << id;
  for (const std::uint32_t id : {12u, 13u, 14u, 15u, 16u, 17u})
    EXPECT_EQ(built.sets[id], kLeftOut) << id;
  EXPECT_EQ(built.anomalies.sentences(),
            (std::vector<std::string>{
                "definitions whose id another one has (ignored): 1",
                "sets of counters of a class or location that is not defined (left out): 2",
                "sets of counters of more than the thread that read them (left out): 3"}));
}

}  // namespace
}  // namespace tarry::trace::otf2
