// SPDX-License-Identifier: BSD-3-Clause
// Times are corrected by the offsets of clocks that an archive has.
#include "base/temporary_directory.h"
#include "trace/otf2/anchor.h"
#include "trace/otf2/archive_test_support.h"

namespace tarry::trace::otf2::test {
namespace {

using model::RegionId;

TEST(RoundTripOfClocks, ClockOffsetsAreInterpolated) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  auto archive = ArchiveWriter::create(directory.path());
  ASSERT_TRUE(archive.ok());
  model::Definitions definitions = small_definitions(3);
  definitions.regions = {region_named("f")};
  const std::vector<std::vector<ClockOffset>> offsets = {
      {{1000, 50}, {2000, 150}, {3000, 100}}, {{1000, -500}}, {}};
  for (std::size_t rank = 0; rank < offsets.size(); ++rank)
    write_location(**archive, definitions.locations[rank], offsets[rank], [](LocationWriter& to) {
      for (const std::int64_t time : {900, 1000, 1004, 1005, 2000, 2010, 3000, 3100})
        to.enter({time}, RegionId{0});
    });
  write_definitions(**archive, definitions);
  const auto trace = open_checked(directory.path());
  ASSERT_NE(trace, nullptr);
  const auto times = [&](std::uint32_t location) {
    std::vector<std::int64_t> result;
    for (const std::string& line : lines_of(*trace, location)) result.push_back(std::stoll(line));
    return result;
  };
  // The slopes are 0.1 and -0.05, also before the first and behind the last measurement; halves are
  // rounded to even.
  EXPECT_EQ(times(0), (std::vector<std::int64_t>{940, 1050, 1054, 1055, 2150, 2160, 3100, 3195}));
  EXPECT_EQ(times(1), (std::vector<std::int64_t>{400, 500, 504, 505, 1500, 1510, 2500, 2600}));
  EXPECT_EQ(times(2), (std::vector<std::int64_t>{900, 1000, 1004, 1005, 2000, 2010, 3000, 3100}));
}

// The run's begin and end are corrected times and must not exclude the others.
TEST(RoundTripOfClocks, TimesCanBeTakenAsRecorded) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  auto archive = ArchiveWriter::create(directory.path());
  ASSERT_TRUE(archive.ok());
  model::Definitions definitions = small_definitions(1);
  definitions.regions = {region_named("f")};
  definitions.clock = {1000, 1'000'000, 2000, 0};
  const std::vector<ClockOffset> offsets = {{1000, 999'000}, {2000, 999'100}};
  write_location(**archive, definitions.locations[0], offsets, [](LocationWriter& to) {
    for (const std::int64_t time : {1000, 1500}) to.enter({time}, RegionId{0});
  });
  write_definitions(**archive, definitions);
  const auto corrected = open_archive(directory.path());
  const auto recorded = open_archive(directory.path(), {.correct_clocks = false});
  ASSERT_TRUE(corrected.ok() && recorded.ok());
  EXPECT_EQ(lines_of(**corrected, 0),
            (std::vector<std::string>{"1000000 enter f", "1000550 enter f"}));
  EXPECT_EQ(lines_of(**recorded, 0), (std::vector<std::string>{"1000 enter f", "1500 enter f"}));
}

// Archives of other writers have no such property, but others.
TEST(RoundTripOfClocks, TimesCanBeDeclaredMadeUp) {
  for (const bool is_measured : {true, false})
    for (const bool is_described : {true, false}) {
      const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
      auto archive = ArchiveWriter::create(directory.path());
      ASSERT_TRUE(archive.ok());
      ASSERT_TRUE((*archive)->write_definitions(small_definitions(1)).ok());
      if (is_described) {
        EXPECT_TRUE((*archive)->declare_communication(false).ok());
      }
      if (!is_measured) {
        EXPECT_TRUE((*archive)->declare_times_made_up().ok());
      }
      ASSERT_TRUE((*archive)->close().ok());
      const auto anchor = read_anchor(directory.path());
      ASSERT_TRUE(anchor.ok()) << anchor.error().message();
      EXPECT_EQ(anchor->has_measured_times, is_measured);
      EXPECT_TRUE(open_archive(directory.path()).ok());
    }
}

}  // namespace
}  // namespace tarry::trace::otf2::test
