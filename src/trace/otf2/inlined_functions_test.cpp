// SPDX-License-Identifier: BSD-3-Clause
// Inlined functions in archives: events name only the call, readers see the functions around it.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/temporary_directory.h"
#include "trace/otf2/archive_test_support.h"

namespace tarry::trace::otf2::test {
namespace {

using Lines = std::vector<std::string>;
using model::Paradigm;
using model::Region;
using model::RegionId;
using model::Ticks;

constexpr RegionId kMain{0}, kSend{1}, kSendElsewhere{2}, kWait{3}, kStep{4}, kTransfer{5};

Region function(const std::string& name, bool is_inlined) {
  Region region = region_named(name);
  region.role = model::RegionRole::Function;
  region.paradigm = Paradigm::Compiler;
  region.is_inlined = is_inlined;
  return region;
}

Region call(const std::string& name, const std::string& file, std::vector<RegionId> inlined) {
  Region region = region_named(name);
  region.role = model::RegionRole::PointToPoint;
  region.paradigm = Paradigm::Mpi;
  region.file = file;
  region.begin_line = 7;
  region.call_site = file + ":7";
  region.inlined_around = std::move(inlined);
  return region;
}

// Returns what a reader sees of an archive with these regions and events.
template <class Write>
Lines read_back(const std::vector<Region>& regions, Write write) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  model::Definitions definitions = small_definitions(1);
  definitions.regions = regions;
  auto archive = ArchiveWriter::create(directory.path());
  EXPECT_TRUE(archive.ok());
  write_location(**archive, definitions.locations[0], {},
                 [&](LocationWriter& events) { write(events); });
  write_definitions(**archive, definitions);
  auto source = open_archive(directory.path());
  EXPECT_TRUE(source.ok()) << source.error().message();
  EventLines seen((*source)->definitions());
  model::Anomalies anomalies;
  EXPECT_TRUE((*source)->read(model::LocationIndex{0}, seen, anomalies).ok());
  EXPECT_TRUE(anomalies.sentences().empty());
  return seen.lines;
}

std::vector<Region> some_regions() {
  return {function("main", false),
          call("MPI_Send", "a.c", {kStep, kTransfer}),
          call("MPI_Send", "a.c", {kTransfer}),
          call("MPI_Wait", "b.c", {}),
          function("step", true),
          function("transfer", true)};
}

TEST(InlinedFunctionsInArchives, AreEnteredAndLeftWithTheirCalls) {
  const Lines lines = read_back(some_regions(), [](auto& events) {
    events.enter(Ticks{1}, kMain);
    events.enter(Ticks{2}, kSend);
    events.leave(Ticks{5}, kSend);
    events.enter(Ticks{6}, kWait);
    events.leave(Ticks{7}, kWait);
    events.enter(Ticks{8}, kSendElsewhere);
    events.leave(Ticks{9}, kSendElsewhere);
    events.leave(Ticks{10}, kMain);
  });
  EXPECT_EQ(lines,
            (Lines{"1 enter main", "2 enter step", "2 enter transfer", "2 enter MPI_Send",
                   "5 leave MPI_Send", "5 leave transfer", "5 leave step", "6 enter MPI_Wait",
                   "7 leave MPI_Wait", "8 enter transfer", "8 enter MPI_Send", "9 leave MPI_Send",
                   "9 leave transfer", "10 leave main"}));
}

TEST(InlinedFunctionsInArchives, AreEnteredAndLeftWithCallsOfFunctions) {
  std::vector<Region> regions = some_regions();
  const RegionId solve{static_cast<std::uint32_t>(regions.size())};
  regions.push_back(function("solve", false));
  const RegionId solve_in_step{solve.value + 1};
  regions.push_back(function("solve", false));
  regions.back().inlined_around = {kStep};
  const RegionId solve_elsewhere{solve.value + 2};
  regions.push_back(function("solve", false));
  regions.back().same_as = solve_in_step;
  const Lines lines = read_back(regions, [&](auto& events) {
    events.enter(Ticks{1}, kMain);
    events.enter(Ticks{2}, solve_in_step);
    events.enter(Ticks{3}, kSendElsewhere);
    events.leave(Ticks{4}, kSendElsewhere);
    events.leave(Ticks{5}, solve_in_step);
    events.enter(Ticks{6}, solve);
    events.leave(Ticks{7}, solve);
    events.enter(Ticks{8}, solve_elsewhere);
    events.leave(Ticks{9}, solve_elsewhere);
    events.leave(Ticks{10}, kMain);
  });
  EXPECT_EQ(lines,
            (Lines{"1 enter main", "2 enter step", "2 enter solve", "3 enter transfer",
                   "3 enter MPI_Send", "4 leave MPI_Send", "4 leave transfer", "5 leave solve",
                   "5 leave step", "6 enter solve", "7 leave solve", "8 enter step",
                   "8 enter solve", "9 leave solve", "9 leave step", "10 leave main"}));
}

TEST(InlinedFunctionsInArchives, AFunctionThatIsTheSameAsNoneIsOneOfItsOwn) {
  for (const RegionId same : {kSend, kWait, RegionId{77}}) {
    std::vector<Region> regions = some_regions();
    const RegionId solve{static_cast<std::uint32_t>(regions.size())};
    regions.push_back(function("solve", false));
    regions.back().same_as = same;
    const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
    model::Definitions definitions = small_definitions(1);
    definitions.regions = regions;
    auto archive = ArchiveWriter::create(directory.path());
    ASSERT_TRUE(archive.ok());
    write_location(**archive, definitions.locations[0], {}, [](auto&) {});
    write_definitions(**archive, definitions);
    const auto source = open_archive(directory.path());
    ASSERT_TRUE(source.ok());
    const std::vector<Region>& read = (*source)->definitions().regions;
    EXPECT_EQ(std::count_if(
                  read.begin(), read.end(),
                  [](const Region& each) { return each.name == "solve" && !each.same_as.valid(); }),
              1);
  }
}

TEST(InlinedFunctionsInArchives, WhatHooksHaveEnteredIsNotSaidTwice) {
  std::vector<Region> regions = some_regions();
  const RegionId hooked{static_cast<std::uint32_t>(regions.size())};
  regions.push_back(function("step", false));
  const RegionId innermost{static_cast<std::uint32_t>(regions.size())};
  regions.push_back(function("transfer", false));
  const Lines lines = read_back(regions, [&](auto& events) {
    events.enter(Ticks{1}, kMain);
    events.enter(Ticks{2}, hooked);
    events.enter(Ticks{3}, kSend);
    events.leave(Ticks{4}, kSend);
    events.enter(Ticks{5}, innermost);
    events.enter(Ticks{6}, kSend);
    events.leave(Ticks{7}, kSend);
    events.leave(Ticks{8}, innermost);
    events.leave(Ticks{9}, hooked);
    events.leave(Ticks{10}, kMain);
  });
  EXPECT_EQ(lines,
            (Lines{"1 enter main", "2 enter step", "3 enter transfer", "3 enter MPI_Send",
                   "4 leave MPI_Send", "4 leave transfer", "5 enter transfer", "6 enter MPI_Send",
                   "7 leave MPI_Send", "8 leave transfer", "9 leave step", "10 leave main"}));
}

TEST(InlinedFunctionsInArchives, OneFunctionMayHaveTwoNames) {
  std::vector<Region> regions = some_regions();
  const RegionId hooked{static_cast<std::uint32_t>(regions.size())};
  regions.push_back(function("Grid::step", false));
  for (const RegionId each : {hooked, kStep, kTransfer}) {
    regions[each.index()].file = "a.h";
    regions[each.index()].begin_line = 3;
  }
  const Lines lines = read_back(regions, [&](auto& events) {
    events.enter(Ticks{1}, hooked);
    events.enter(Ticks{2}, kSend);
    events.leave(Ticks{3}, kSend);
    events.leave(Ticks{4}, hooked);
  });
  EXPECT_EQ(lines, (Lines{"1 enter Grid::step", "2 enter transfer", "2 enter MPI_Send",
                          "3 leave MPI_Send", "3 leave transfer", "4 leave Grid::step"}));
}

TEST(InlinedFunctionsInArchives, LeavesInAnotherOrderTakeTheirOwnFunctionsAlong) {
  const Lines lines = read_back(some_regions(), [](auto& events) {
    events.enter(Ticks{1}, kSend);
    events.enter(Ticks{2}, kMain);
    events.leave(Ticks{3}, kSend);
    events.leave(Ticks{4}, kSend);
    events.leave(Ticks{5}, kMain);
  });
  EXPECT_EQ(lines, (Lines{"1 enter step", "1 enter transfer", "1 enter MPI_Send", "2 enter main",
                          "3 leave MPI_Send", "3 leave transfer", "3 leave step",
                          "4 leave MPI_Send", "5 leave main"}));
}

TEST(InlinedFunctionsInArchives, EqualCallsAreOneRegionAndOthersAreNot) {
  std::vector<Region> regions = some_regions();
  regions.push_back(regions[kSend.index()]);
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  model::Definitions definitions = small_definitions(1);
  definitions.regions = regions;
  auto archive = ArchiveWriter::create(directory.path());
  ASSERT_TRUE(archive.ok());
  write_location(**archive, definitions.locations[0], {}, [](auto&) {});
  write_definitions(**archive, definitions);
  const auto source = open_archive(directory.path());
  ASSERT_TRUE(source.ok());
  const std::vector<Region>& read = (*source)->definitions().regions;
  const auto sends =
      std::count_if(read.begin(), read.end(), [](auto& each) { return each.name == "MPI_Send"; });
  EXPECT_EQ(sends, 2);
  EXPECT_EQ(read[kSend.index()], regions[kSend.index()]);
}

TEST(InlinedFunctionsInArchives, RegionsThatAreNoneAreNotShown) {
  std::vector<Region> regions = some_regions();
  regions[kSend.index()].inlined_around = {kMain, RegionId{77}, kTransfer};
  const Lines lines = read_back(regions, [](auto& events) {
    events.enter(Ticks{2}, kSend);
    events.leave(Ticks{5}, kSend);
  });
  EXPECT_EQ(lines, (Lines{"2 enter transfer", "2 enter MPI_Send", "5 leave MPI_Send",
                          "5 leave transfer"}));
}

}  // namespace
}  // namespace tarry::trace::otf2::test
