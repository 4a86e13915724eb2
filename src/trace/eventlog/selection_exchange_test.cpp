// SPDX-License-Identifier: BSD-3-Clause
#include "trace/eventlog/selection_exchange.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tarry::trace::eventlog {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

constexpr CommKey kWorldKey{0, 1};
constexpr CommKey kSelfKey{0, 2};
constexpr CommKey kInterKey{5, 6};

using Recorded = std::map<Stream, PlaceRanges>;

// A job of processes that report what they recorded; nullopt: the process reports nothing.
class Job {
 public:
  explicit Job(std::uint32_t size) : size_(size), told_(size) {}

  void tell(std::uint32_t rank, const Recorded& recorded) {
    ProcessDefinitions definitions;
    definitions.process.rank = rank;
    definitions.communicators = {{kWorldKey, rank, size_, 0, 0, false, false, true},
                                 {kSelfKey, 0, 1, 0, 0, true, false, true},
                                 {kInterKey, rank / 2, 2, 2, rank % 2, false, false, true}};
    told_[rank].emplace(definitions, recorded, size_);
  }

  // Returns what each process must leave out.
  std::vector<Recorded> exchange() {
    std::vector<Recorded> out(size_);
    for (std::uint32_t at = 0; at < size_; ++at) {
      std::vector<std::string_view> heard;
      for (const auto& sides : told_)
        heard.push_back(sides ? std::string_view(sides->messages()[at]) : std::string_view());
      const std::vector<std::string> answers = answer_sides(heard);
      for (std::uint32_t to = 0; to < size_; ++to)
        if (told_[to]) {
          EXPECT_TRUE(told_[to]->read_answer(at, answers[to], out[to]));
        }
    }
    return out;
  }

 private:
  std::uint32_t size_;
  std::vector<std::optional<SelectionSides>> told_;
};

Stream sends(std::uint32_t comm, std::uint32_t to, std::uint32_t tag = 7) {
  return {StreamKind::Sends, comm, to, tag};
}
Stream receives(std::uint32_t comm, std::uint32_t from, std::uint32_t tag = 7) {
  return {StreamKind::Receives, comm, from, tag};
}

TEST(SelectionExchange, WhatBothRecordedStays) {
  Job job(2);
  job.tell(0, {{sends(0, 1), {{0, 9}}}});
  job.tell(1, {{receives(0, 0), {{0, 9}}}});
  EXPECT_THAT(job.exchange(), ElementsAre(IsEmpty(), IsEmpty()));
}

TEST(SelectionExchange, HolesOfOneSideAreLeftOutOnTheOther) {
  Job job(3);
  job.tell(0, {{sends(0, 1), {{0, 10}, {12, 20}}}});
  job.tell(1, {{receives(0, 0), {{0, 2}, {5, 11}, {12, 15}}}});
  job.tell(2, {});
  const auto out = job.exchange();
  EXPECT_THAT(out[0], ElementsAre(Pair(sends(0, 1), PlaceRanges{{2, 5}, {15, 20}})));
  EXPECT_THAT(out[1], ElementsAre(Pair(receives(0, 0), PlaceRanges{{10, 11}})));
}

TEST(SelectionExchange, StreamsAreApart) {
  Job job(2);
  job.tell(0, {{sends(0, 1, 7), {{0, 4}}}, {receives(0, 1, 7), {{0, 3}}}});
  job.tell(1, {{receives(0, 0, 8), {{0, 4}}}, {sends(0, 0, 7), {{0, 3}}}});
  const auto out = job.exchange();
  EXPECT_THAT(out[0], ElementsAre(Pair(sends(0, 1, 7), PlaceRanges{{0, 4}})));
  EXPECT_THAT(out[1], ElementsAre(Pair(receives(0, 0, 8), PlaceRanges{{0, 4}})));
}

// Rank 0 of one group sends to rank 1 of the other, and the other way round.
TEST(SelectionExchange, GroupsOfAnIntercommunicatorAreApart) {
  Job job(4);  // even ranks are the first group
  job.tell(0, {{sends(2, 1), {{0, 5}}}});
  job.tell(3, {{receives(2, 0), {{0, 5}}}});
  job.tell(1, {{sends(2, 1), {{0, 2}}}});
  job.tell(2, {{receives(2, 0), {{0, 1}}}});
  EXPECT_THAT(job.exchange(),
              ElementsAre(IsEmpty(), ElementsAre(Pair(sends(2, 1), PlaceRanges{{1, 2}})), IsEmpty(),
                          IsEmpty()));
}

TEST(SelectionExchange, CollectivesStayThatAllRecorded) {
  const Stream world{StreamKind::Collectives, 0};
  Job job(4);
  job.tell(0, {{world, {{0, 10}}}});
  job.tell(1, {{world, {{0, 4}, {6, 10}}}});
  job.tell(2, {{world, {{0, 9}}}});
  const auto without_last = job.exchange();  // the last process reports nothing: it is left out
  EXPECT_THAT(without_last[0], ElementsAre(Pair(world, PlaceRanges{{4, 6}, {9, 10}})));
  EXPECT_THAT(without_last[1], ElementsAre(Pair(world, PlaceRanges{{9, 10}})));
  job.tell(3, {});
  EXPECT_THAT(job.exchange()[0], ElementsAre(Pair(world, PlaceRanges{{0, 10}})));
}

TEST(SelectionExchange, EveryProcessHasASelfOfItsOwn) {
  const Stream self{StreamKind::Collectives, 1};
  Job job(2);
  job.tell(0, {{self, {{0, 3}}}, {sends(1, 0), {{0, 1}}}, {receives(1, 0), {{0, 1}}}});
  job.tell(1, {{receives(1, 0), {{0, 2}}}});
  EXPECT_THAT(job.exchange(),
              ElementsAre(IsEmpty(), ElementsAre(Pair(receives(1, 0), PlaceRanges{{0, 2}}))));
}

TEST(SelectionExchange, MessagesThatMakeNoSenseAreNoAnswers) {
  EXPECT_THAT(answer_sides({"nonsense", ""}), ElementsAre("", ""));
  Job job(1);
  ProcessDefinitions definitions;
  const SelectionSides sides(definitions, {}, 1);
  Recorded left_out;
  EXPECT_FALSE(sides.read_answer(0, "nonsense", left_out));
  EXPECT_FALSE(sides.read_answer(0, std::string(16, '\0'), left_out));
}

}  // namespace
}  // namespace tarry::trace::eventlog
