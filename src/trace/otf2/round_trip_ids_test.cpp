// SPDX-License-Identifier: BSD-3-Clause
// Ids in an archive are those of their writer; ours are dense, and one line of a program is one
// region.
#include <array>

#include "base/temporary_directory.h"
#include "trace/otf2/archive_test_support.h"

namespace tarry::trace::otf2::test {
namespace {

using model::Rank;
using model::RegionId;

// Threads get numbers in the order of definition, whatever their ids are; ranks come from MPI's
// group.
TEST(RoundTripOfIds, LocationsAreSortedByRankAndThread) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  auto archive = ArchiveWriter::create(directory.path());
  ASSERT_TRUE(archive.ok());
  model::Definitions definitions = small_definitions(2);
  for (const std::uint32_t rank : {1u, 0u})
    for (const std::uint32_t thread : {1u, 2u}) {
      model::Location location;
      location.trace_id = std::uint64_t{thread} << 32 | rank;
      location.rank = Rank{rank};
      location.thread = thread;
      definitions.locations.push_back(location);
    }
  write_definitions(**archive, definitions);
  const auto trace = open_checked(directory.path());
  ASSERT_NE(trace, nullptr);
  std::vector<std::array<std::uint64_t, 3>> read;
  for (const model::Location& location : trace->definitions().locations)
    read.push_back({location.rank.value, location.thread, location.trace_id});
  const std::uint64_t thread1 = std::uint64_t{1} << 32;
  const std::uint64_t thread2 = std::uint64_t{2} << 32;
  EXPECT_EQ(read, (std::vector<std::array<std::uint64_t, 3>>{{0, 0, 0},
                                                             {0, 1, thread1},
                                                             {0, 2, thread2},
                                                             {1, 0, 1},
                                                             {1, 1, thread1 | 1},
                                                             {1, 2, thread2 | 1}}));
  EXPECT_EQ(trace->definitions().locations[1].name, "thread 1");
}

// There are more regions than one byte can number, first used in reverse order, with gaps.
TEST(RoundTripOfIds, LocalIdsLeadBackToGlobalOnes) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  auto archive = ArchiveWriter::create(directory.path());
  ASSERT_TRUE(archive.ok());
  model::Definitions definitions = small_definitions(1);
  constexpr std::uint32_t kRegions = 70'001;
  for (std::uint32_t i = 0; i < kRegions; ++i)
    definitions.regions.push_back(region_named("r" + std::to_string(i)));
  std::vector<std::string> expected;
  write_location(**archive, definitions.locations[0], {}, [&](LocationWriter& to) {
    std::int64_t time = 1;
    for (std::uint32_t i = kRegions; i > 0; i -= i > 100 ? 100 : 1, ++time) {
      to.enter({time}, RegionId{i - 1});
      expected.push_back(std::to_string(time) + " enter r" + std::to_string(i - 1));
    }
  });
  write_definitions(**archive, definitions);
  const auto trace = open_checked(directory.path());
  ASSERT_NE(trace, nullptr);
  EXPECT_EQ(lines_of(*trace, 0), expected);
}

model::Region call_of(const std::string& name, const std::string& file, std::uint32_t line) {
  model::Region region = region_named(name);
  region.canonical = name;
  region.paradigm = model::Paradigm::Mpi;
  region.file = file;
  region.begin_line = line;
  if (line != 0) region.call_site = fs::path(file).filename().string() + ':' + std::to_string(line);
  return region;
}

// One line may call MPI at several addresses, each with a region of its own: readers see one.
TEST(RoundTripOfIds, CallSitesOfOneLineAreOneRegion) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  auto archive = ArchiveWriter::create(directory.path());
  ASSERT_TRUE(archive.ok());
  model::Definitions definitions = small_definitions(1);
  definitions.regions = {call_of("MPI_Recv", "/a/x.c", 4), call_of("MPI_Recv", "/a/x.c", 5),
                         call_of("MPI_Recv", "/a/x.c", 4), call_of("MPI_Recv", "/b/x.c", 4),
                         call_of("MPI_Send", "/a/x.c", 4), call_of("MPI_Recv", "", 0),
                         call_of("MPI_Recv", "", 0)};
  write_location(**archive, definitions.locations[0], {}, [&](LocationWriter& to) {
    for (std::uint32_t i = 0; i < definitions.regions.size(); ++i) {
      to.enter({2 * i + 1}, RegionId{i});
      to.leave({2 * i + 2}, RegionId{i});
    }
  });
  write_definitions(**archive, definitions);
  const auto trace = open_checked(directory.path());
  ASSERT_NE(trace, nullptr);
  struct Regions : model::EventHandler {
    std::vector<std::uint32_t> entered;
    void enter(model::Ticks, RegionId region) override { entered.push_back(region.value); }
  } read;
  model::Anomalies anomalies;
  ASSERT_TRUE(trace->read(model::LocationIndex{0}, read, anomalies).ok());
  EXPECT_EQ(read.entered, (std::vector<std::uint32_t>{0, 1, 0, 2, 3, 4, 5}));
  EXPECT_EQ(trace->definitions().regions[1], definitions.regions[1]);
  EXPECT_EQ(trace->definitions().regions[3].call_site, "x.c:4");
  EXPECT_EQ(trace->definitions().regions[4].call_site, "");
}

}  // namespace
}  // namespace tarry::trace::otf2::test
