// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/regions/region_table.h"

#include <gtest/gtest.h>

namespace tarry::analysis {
namespace {

model::Region region(const char* name, const char* canonical, model::RegionRole role,
                     model::Paradigm paradigm) {
  model::Region out;
  out.name = name;
  out.canonical = canonical;
  out.role = role;
  out.paradigm = paradigm;
  return out;
}

model::Region program_region() {
  return region("app", "/home/me/app", model::RegionRole::Artificial,
                model::Paradigm::MeasurementSystem);
}

TEST(RegionTable, TheProgramIsTheRegionThatHasItsPath) {
  model::Definitions definitions;
  definitions.program = "/home/me/app";
  definitions.regions = {
      region("app", "app", model::RegionRole::Function, model::Paradigm::Compiler),
      program_region()};
  const RegionTable table(definitions);
  EXPECT_EQ(table.program, model::RegionId{1});
}

TEST(RegionTable, AFunctionOfTheProgramsNameIsNotTheProgram) {
  model::Definitions definitions;
  definitions.program = "app";
  definitions.regions = {
      region("app", "app", model::RegionRole::Function, model::Paradigm::Compiler)};
  const RegionTable table(definitions);
  EXPECT_GE(table.program.index(), 1u);
  EXPECT_EQ(table.regions[table.program.index()].name, "app");
}

TEST(RegionTable, AProgramWithoutARegionGetsOneWithTheNameOfItsFile) {
  model::Definitions definitions;
  definitions.program = "/home/me/app";
  const RegionTable table(definitions);
  const model::Region& program = table.regions[table.program.index()];
  EXPECT_EQ(program.name, "app");
  EXPECT_EQ(program.canonical, "/home/me/app");
}

TEST(RegionTable, ArtificialRegionsOfTheTraceAreUsed) {
  model::Definitions definitions;
  definitions.regions = {region("THREADS", "THREADS", model::RegionRole::Artificial,
                                model::Paradigm::MeasurementSystem)};
  const RegionTable table(definitions);
  EXPECT_EQ(table.threads, model::RegionId{0});
  EXPECT_EQ(table.regions.size(), table.kinds.size());
}

}  // namespace
}  // namespace tarry::analysis
