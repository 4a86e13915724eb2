// SPDX-License-Identifier: BSD-3-Clause
#include "trace/eventlog/stream_places.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "base/temporary_directory.h"
#include "trace/eventlog/log_builder.h"

namespace tarry::trace::eventlog {
namespace {

using testing::ElementsAre;
using testing::Pair;

constexpr std::uint64_t kFirstBase = 1000;  // ticks of LogBuilder
constexpr Stream kTo1{StreamKind::Sends, 0, 1, 7};
constexpr Stream kFrom1{StreamKind::Receives, 0, 1, 7};
constexpr Stream kFrom2{StreamKind::Receives, 0, 2, 7};
constexpr Stream kWorld{StreamKind::Collectives, 0};

class StreamPlacesTest : public testing::Test {
 protected:
  void write(const std::string& name, const LogBuilder& log) {
    logs_.push_back(directory_.path() / name);
    std::ofstream(logs_.back(), std::ios::binary) << log.bytes();
  }
  void unrecorded(const Stream& stream, std::int64_t count, std::uint64_t ticks) {
    selection_.unrecorded.push_back({stream, count, kFirstBase + ticks});
  }

  template <class Consumer>
  void read(Consumer& consumer) {
    OperationReader reader(
        [&](const Stream& stream, const Operation& operation) { consumer.add(stream, operation); });
    for (const auto& path : logs_) {
      auto log = LogReader::open(path);
      ASSERT_TRUE(log.ok());
      reader.read(*log);
    }
    reader.finish();
  }

  std::map<Stream, PlaceRanges> recorded() {
    RecordedPlaces places(selection_);
    read(places);
    return places.ranges();
  }

  // Returns the numbers of the records that stay, in the first log.
  std::vector<std::uint64_t> kept() {
    LeftOut left_out(selection_);
    read(left_out);
    left_out.decide();
    messages_ = left_out.messages();
    collectives_ = left_out.collectives();
    std::vector<std::uint64_t> out;
    auto log = LogReader::open(logs_[0]);
    std::uint64_t number = 0;
    for (LogRecord record; log->next(record); ++number)
      if (!left_out.contains(record, log->header().thread, number)) out.push_back(number);
    return out;
  }

  base::TemporaryDirectory directory_ = *base::TemporaryDirectory::make();
  std::vector<std::filesystem::path> logs_;
  Selection selection_;
  std::uint64_t messages_ = 0;
  std::uint64_t collectives_ = 0;
};

TEST_F(StreamPlacesTest, WithoutPausesPlacesHaveNoGaps) {
  LogBuilder log;
  for (std::uint64_t t = 1; t <= 3; ++t) log.message(t, RecordKind::MpiSend, 1, 0, 7, 8);
  log.message(4, RecordKind::MpiSend, 1, 0, 8, 8);
  write("thread-0.log", log);
  EXPECT_THAT(recorded(),
              ElementsAre(Pair(kTo1, PlaceRanges{{0, 3}}),
                          Pair(Stream{StreamKind::Sends, 0, 1, 8}, PlaceRanges{{0, 1}})));
}

TEST_F(StreamPlacesTest, PausesAreHolesWhereTheyBegan) {
  LogBuilder log;
  log.message(10, RecordKind::MpiSend, 1, 0, 7, 8);
  log.message(20, RecordKind::MpiSend, 1, 0, 7, 8);
  log.message(40, RecordKind::MpiSend, 1, 0, 7, 8);
  write("thread-0.log", log);
  unrecorded(kTo1, 5, 30);
  unrecorded(kTo1, 2, 50);
  unrecorded(kTo1, 1, 5);
  EXPECT_THAT(recorded(), ElementsAre(Pair(kTo1, PlaceRanges{{1, 3}, {8, 9}})));
}

// A receive from any source has its place where it was posted, whichever completes first.
TEST_F(StreamPlacesTest, ReceivesStandWhereTheyWerePosted) {
  LogBuilder log;
  log.simple(10, RecordKind::MpiIrecvRequest, 1);
  log.simple(40, RecordKind::MpiIrecvRequest, 2);
  log.simple(41, RecordKind::MpiIrecvRequest, 3);
  log.message(50, RecordKind::MpiIrecv, 1, 0, 7, 8, 2);
  log.message(51, RecordKind::MpiIrecv, 1, 0, 7, 8, 1);
  log.simple(52, RecordKind::MpiRequestCancelled, 3);
  log.message(60, RecordKind::MpiRecv, 2, 0, 7, 8);
  write("thread-0.log", log);
  unrecorded(kFrom1, 3, 30);
  EXPECT_THAT(recorded(), ElementsAre(Pair(kFrom1, PlaceRanges{{0, 1}, {4, 5}}),
                                      Pair(kFrom2, PlaceRanges{{0, 1}})));
}

TEST_F(StreamPlacesTest, RequestsMayEndInAnotherLog) {
  LogBuilder ends(0);
  ends.message(50, RecordKind::MpiIrecv, 1, 0, 7, 8, 1);
  ends.simple(51, RecordKind::MpiRequestCancelled, 2);
  LogBuilder starts(1);
  starts.simple(10, RecordKind::MpiIrecvRequest, 1);
  starts.message(11, RecordKind::MpiIsend, 1, 0, 7, 8, 2);
  write("thread-0.log", ends);
  write("thread-1.log", starts);
  unrecorded(kFrom1, 1, 20);
  EXPECT_THAT(recorded(), ElementsAre(Pair(kFrom1, PlaceRanges{{0, 1}})));
}

TEST_F(StreamPlacesTest, CollectivesStandWhereTheyBegan) {
  LogBuilder log;
  log.simple(10, RecordKind::NonBlockingCollectiveRequest, 1);
  log.simple(30, RecordKind::CollectiveBegin);
  log.collective(35, RecordKind::CollectiveEnd, 0, 0, 0, 0, 0);
  log.collective(40, RecordKind::NonBlockingCollectiveComplete, 0, 0, 0, 0, 0, 1);
  write("thread-0.log", log);
  unrecorded(kWorld, 2, 20);
  EXPECT_THAT(recorded(), ElementsAre(Pair(kWorld, PlaceRanges{{0, 1}, {3, 4}})));
}

TEST_F(StreamPlacesTest, LeavesOutWholeMessages) {
  LogBuilder log;
  log.message(10, RecordKind::MpiIsend, 1, 0, 7, 8, 1);  // 0: stays
  log.message(20, RecordKind::MpiIsend, 1, 0, 7, 8, 2);  // 1
  log.message(30, RecordKind::MpiSend, 1, 0, 7, 8);      // 2
  log.simple(31, RecordKind::MpiIrecvRequest, 3);        // 3: gets the second message
  log.simple(32, RecordKind::MpiIrecvRequest, 4);        // 4: stays
  log.message(40, RecordKind::MpiIrecv, 2, 0, 7, 8, 4);  // 5: stays
  log.message(41, RecordKind::MpiIrecv, 1, 0, 7, 8, 3);  // 6
  log.simple(42, RecordKind::MpiIsendComplete, 2);       // 7
  log.simple(43, RecordKind::MpiIsendComplete, 1);       // 8: stays
  log.message(50, RecordKind::MpiSend, 1, 0, 7, 8);      // 9: stays
  write("thread-0.log", log);
  unrecorded(kFrom1, 1, 15);
  selection_.left_out[kTo1] = {{1, 3}};
  selection_.left_out[kFrom1] = {{1, 2}};
  EXPECT_THAT(kept(), ElementsAre(0, 4, 5, 8, 9));
  EXPECT_EQ(messages_, 3u);
  EXPECT_EQ(collectives_, 0u);
}

TEST_F(StreamPlacesTest, LeavesOutCollectivesWithTheirBegin) {
  LogBuilder log;
  log.simple(10, RecordKind::CollectiveBegin);                                      // 0: stays
  log.collective(15, RecordKind::CollectiveEnd, 0, 0, 0, 0, 0);                     // 1: stays
  log.simple(20, RecordKind::NonBlockingCollectiveRequest, 1);                      // 2
  log.simple(30, RecordKind::CollectiveBegin);                                      // 3
  log.collective(35, RecordKind::CollectiveEnd, 0, 0, 0, 0, 0);                     // 4
  log.collective(40, RecordKind::NonBlockingCollectiveComplete, 0, 0, 0, 0, 0, 1);  // 5
  log.simple(41, RecordKind::CollectiveBegin);                                      // 6: stays
  log.collective(42, RecordKind::CollectiveEnd, 0, 1, 0, 0, 0);                     // 7: stays
  write("thread-0.log", log);
  unrecorded(kWorld, 3, 18);
  selection_.left_out[kWorld] = {{2, PlaceRange::kOpen}};
  EXPECT_THAT(kept(), ElementsAre(0, 1, 6, 7));
  EXPECT_EQ(collectives_, 2u);
}

TEST_F(StreamPlacesTest, LeavesOutWhatLostItsEnd) {
  LogBuilder log;
  log.simple(10, RecordKind::MpiIrecvRequest, 1);        // 0
  log.simple(11, RecordKind::MpiIrecvRequest, 2);        // 1
  log.message(20, RecordKind::MpiIrecv, 1, 0, 7, 8, 2);  // 2
  write("thread-0.log", log);
  unrecorded(kFrom1, 1, 10);
  selection_.lost_requests = {1};
  EXPECT_THAT(recorded(), ElementsAre(Pair(kFrom1, PlaceRanges{{1, 2}})));
  EXPECT_THAT(kept(), ElementsAre(1, 2));
}

TEST_F(StreamPlacesTest, SelectionIsReadAsItWasWritten) {
  unrecorded(kTo1, -2, 30);
  selection_.lost_requests = {4, 5};
  selection_.left_out[kFrom1] = {{1, 2}, {5, PlaceRange::kOpen}};
  const std::string text = selection_.serialize();
  const auto read = Selection::parse(text);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->serialize(), text);
  EXPECT_EQ(read->left_out, selection_.left_out);
  EXPECT_FALSE(Selection::parse(text.substr(0, text.size() - 5)).ok());
  EXPECT_FALSE(Selection::parse("tarry-selection\t1\nlost\tx\nend\n").ok());
}

}  // namespace
}  // namespace tarry::trace::eventlog
