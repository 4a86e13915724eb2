// SPDX-License-Identifier: BSD-3-Clause
// Reading between places: the events are those that reading from the begin delivers there.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/temporary_directory.h"
#include "trace/otf2/archive_test_support.h"

namespace tarry::trace::otf2::test {
namespace {

using model::EventPlace;
using model::RegionId;
using model::Ticks;

constexpr RegionId kOuter{0}, kCall{1}, kAround{2};
constexpr model::LocationIndex kOnlyLocation{0};

// Remembers how many lines there were at each place.
class Places final : public model::PlaceHandler {
 public:
  explicit Places(const EventLines& events) : events_(events) {}
  void place_reached(const EventPlace& place) override {
    all.emplace_back(place, events_.lines.size());
  }

  std::vector<std::pair<EventPlace, std::size_t>> all;

 private:
  const EventLines& events_;
};

// Writes a location with so many visits; MPI_Send is called in an inlined function if `is_inlined`.
void write_visits(const fs::path& directory, std::int64_t visits, bool is_inlined) {
  model::Definitions definitions = small_definitions(1);
  definitions.regions = {region_named("main"), region_named("MPI_Send"), region_named("step")};
  if (is_inlined) {
    definitions.regions[kCall.index()].inlined_around = {kAround};
    definitions.regions[kCall.index()].call_site = "a.cc:7";
    definitions.regions[kCall.index()].paradigm = model::Paradigm::Mpi;
    definitions.regions[kAround.index()].is_inlined = true;
    definitions.regions[kAround.index()].paradigm = model::Paradigm::Compiler;
  }
  auto archive = ArchiveWriter::create(directory);
  ASSERT_TRUE(archive.ok());
  write_location(**archive, definitions.locations[0], {}, [&](LocationWriter& events) {
    events.enter(Ticks{5}, kOuter);
    for (std::int64_t i = 0; i < visits; ++i) {
      events.enter(Ticks{10 + 3 * i}, kCall);
      events.leave(Ticks{10 + 3 * i + (i % 2)}, kCall);
    }
    events.leave(Ticks{20 + 3 * visits}, kOuter);
  });
  write_definitions(**archive, definitions);
}

void expect_same_between_places(std::int64_t visits, bool is_inlined) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  write_visits(directory.path(), visits, is_inlined);
  const auto trace = open_checked(directory.path());
  ASSERT_NE(trace, nullptr);
  EventLines all(trace->definitions());
  Places places(all);
  model::Anomalies anomalies;
  ASSERT_TRUE(trace->read_with_places(kOnlyLocation, all, places, anomalies).ok());
  ASSERT_EQ(all.lines, lines_of(*trace, 0));
  ASSERT_GT(places.all.size(), static_cast<std::size_t>(visits) / 1024);
  places.all.insert(places.all.begin(), {EventPlace::begin_of_events(), 0});
  places.all.emplace_back(EventPlace::end_of_events(), all.lines.size());
  const std::size_t step = std::max<std::size_t>(1, places.all.size() / 4);
  for (std::size_t i = 0; i < places.all.size(); i += step)
    for (std::size_t j = i; j < places.all.size(); j += step) {
      EventLines part(trace->definitions());
      ASSERT_TRUE(
          trace->read_on(kOnlyLocation, places.all[i].first, places.all[j].first, part, anomalies)
              .ok());
      const auto begin = all.lines.begin();
      ASSERT_EQ(part.lines, std::vector(begin + static_cast<std::ptrdiff_t>(places.all[i].second),
                                        begin + static_cast<std::ptrdiff_t>(places.all[j].second)))
          << i << ' ' << j;
    }
  EXPECT_TRUE(anomalies.sentences().empty());
}

TEST(Places, PartsAreThoseOfTheWhole) { expect_same_between_places(5000, false); }

TEST(Places, PartsBeginInEachChunkOfALargeFile) { expect_same_between_places(100'000, false); }

TEST(Places, CallsThatAreOpenKeepTheirInlinedFunctions) { expect_same_between_places(5000, true); }

TEST(Places, APlaceOfAnotherTraceIsRefusedOrReadsNothing) {
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  write_visits(directory.path(), 5000, true);
  const auto trace = open_checked(directory.path());
  ASSERT_NE(trace, nullptr);
  EventLines seen(trace->definitions());
  model::Anomalies anomalies;
  EventPlace place;
  place.open = {{RegionId{99}, 0}};
  EXPECT_FALSE(trace->read_on(kOnlyLocation, place, place, seen, anomalies).ok());
  place.open = {{kCall, 9}};
  EXPECT_FALSE(trace->read_on(kOnlyLocation, place, place, seen, anomalies).ok());
  place.open.clear();
  place.event = 1;
  place.program = RegionId{99};
  EXPECT_FALSE(trace->read_on(kOnlyLocation, place, place, seen, anomalies).ok());
  place = {};
  for (const std::uint64_t offset : {std::uint64_t{3}, std::uint64_t{1} << 40}) {
    place.offset = offset;
    const EventPlace end = EventPlace::end_of_events();
    EXPECT_TRUE(trace->read_on(kOnlyLocation, place, end, seen, anomalies).ok());
  }
  EXPECT_TRUE(seen.lines.empty());
}

}  // namespace
}  // namespace tarry::trace::otf2::test
