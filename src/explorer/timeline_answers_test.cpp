// SPDX-License-Identifier: BSD-3-Clause
#include "explorer/timeline_answers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "explorer/one_file_page.h"
#include "explorer/session.h"
#include "report/sample_cube.h"

namespace tarry::explorer {
namespace {

using model::LocationIndex;
using nlohmann::json;
using testing::ElementsAre;
using testing::IsEmpty;

// What a timeline was asked for.
struct Asked {
  timeline::Window window;
  std::uint32_t columns = 0, rows = 0;
  timeline::PictureRows kind = timeline::PictureRows::Neighbors;
  timeline::PictureEffort effort = timeline::PictureEffort::Full;
  timeline::DetailsRequest details;
};

class SaidTimeline final : public timeline::Timeline {
 public:
  explicit SaidTimeline(std::vector<Asked>& asked) : asked_(asked) {
    overview_.begin_s = 0.5;
    overview_.end_s = 2.5;
    for (std::uint32_t l = 0; l < 4; ++l) overview_.lines.emplace_back(l);
    overview_.states = {{"solve\xff", "user", {}},
                        {"Late Sender", "wait", model::metric::mpi_latesender}};
    overview_.messages = 7;
    overview_.counters = {{"FLOPS", "1/s", true, false}};
  }

  [[nodiscard]] const timeline::Overview& overview() const override { return overview_; }
  [[nodiscard]] base::Result<timeline::Picture> picture(
      const timeline::Window& window, std::uint32_t columns, std::uint32_t rows,
      timeline::PictureRows kind, timeline::PictureEffort effort) const override {
    asked_.push_back({window, columns, rows, kind, effort, {}});
    timeline::Picture picture;
    if (kind == timeline::PictureRows::Alike) {
      picture.row_of_line = {0, 0, 0, 0};
      picture.alike_percent = 5;
    }
    picture.from_s = window.from_s;
    picture.to_s = window.to_s;
    picture.columns = 1;
    picture.rows = {{0, 4}};
    picture.state = {1};
    picture.share = picture.waiting = {255};
    picture.wait = {1};
    return picture;
  }
  [[nodiscard]] base::Result<timeline::Details> details(
      const timeline::DetailsRequest& request) const override {
    asked_.push_back({request.window, 0, 0, timeline::PictureRows::Neighbors,
                      timeline::PictureEffort::Full, request});
    timeline::Details details;
    details.from_s = request.window.from_s;
    details.to_s = request.window.to_s;
    details.slice_count = 2;
    if (request.lines.empty()) details.slices = {{{0, 1, 0, 0.5, 1.25}, {3, 0, 1, 1.0, 2.0}}};
    details.messages = {{2, 3, 0.75, 1.5, 4096, 9}};
    details.message_count = 1;
    details.path = {{1, 0.5, 0.75}};
    details.path_count = 4;
    return details;
  }
  [[nodiscard]] base::Result<timeline::CounterCurves> counter(
      const timeline::CounterRequest& request) const override {
    EXPECT_EQ(request.counter, 0u);
    if (request.columns == 7) return timeline::CounterCurves{};
    return timeline::CounterCurves{{{{1, {0.5, std::nan("")}}}}};
  }
  [[nodiscard]] timeline::Communication communication() const override {
    return {.ranks_in_bin = 2, .traffic = {{0, 1, 3, 4096, 0.25, 0.125}, {1, 0, 1, 8, 0.0}}};
  }
  [[nodiscard]] base::Result<std::vector<timeline::LongWait>> longest_waits(
      const std::vector<std::uint16_t>& states, std::size_t most) const override {
    EXPECT_THAT(states, ElementsAre(1));
    EXPECT_GT(most, 0u);
    return std::vector<timeline::LongWait>{{1, 0, 2, 0.5, 1.5, 0.75, {2, 3}, 2}};
  }

 private:
  std::vector<Asked>& asked_;
  timeline::Overview overview_;
};

class TimelineQuestions : public testing::Test {
 protected:
  TimelineQuestions() {
    std::vector<std::unique_ptr<ReportAnswers>> reports;
    model::SeverityCube cube = report::sample_cube();
    cube.findings.push_back(report::sample_finding());
    reports.push_back(std::make_unique<ReportAnswers>("run1", std::move(cube),
                                                      std::vector<std::filesystem::path>()));
    session = std::make_unique<Session>(
        std::move(reports),
        std::make_unique<TimelineAnswers>(nullptr, std::make_unique<SaidTimeline>(asked),
                                          std::vector<std::uint32_t>{0, 1, 2, 3}));
  }
  json answer(const char* address, const Parameters& parameters) {
    const Answer answer = session->answer(address, parameters);
    EXPECT_EQ(answer.status, 200) << answer.body;
    return json::parse(answer.body);
  }
  int status(const char* address, const Parameters& parameters) {
    return session->answer(address, parameters).status;
  }

  std::vector<Asked> asked;
  std::unique_ptr<Session> session;
};

TEST_F(TimelineQuestions, OverviewNamesLinesAndStates) {
  EXPECT_EQ(answer("/api/session", {})["timeline"], true);
  EXPECT_EQ(answer("/api/timeline", {}), json::parse(R"({
    "begin_s": 0.5, "end_s": 2.5, "locations": [0, 1, 2, 3],
    "states": [{"name": "solve?", "kind": "user"},
               {"name": "Late Sender", "kind": "wait", "metric": "mpi_latesender"}],
    "messages": 7, "counters": [{"name": "FLOPS", "unit": "1/s", "has_curve": true, "per_second": false}]})"));
}

TEST_F(TimelineQuestions, PicturesAreBytes) {
  const Answer answer = session->answer(
      "/api/timeline/picture", {{"from", "1e-1"}, {"to", "2"}, {"columns", "80"}, {"rows", "5"}});
  EXPECT_EQ(answer.type, kBytesType);
  EXPECT_EQ(answer.body.size(), 16u + 20u + 8u + 6u);
  ASSERT_EQ(asked.size(), 1u);
  EXPECT_EQ(asked[0].window.from_s, 0.1);
  EXPECT_EQ(asked[0].window.to_s, 2.0);
  EXPECT_EQ(asked[0].columns, 80u);
  EXPECT_EQ(asked[0].rows, 5u);
  EXPECT_EQ(asked[0].effort, timeline::PictureEffort::Full);
  EXPECT_EQ(status("/api/timeline/picture",
                   {{"from", "0"}, {"to", "2"}, {"columns", "80"}, {"rows", "5"}, {"quick", "1"}}),
            200);
  EXPECT_EQ(asked.back().effort, timeline::PictureEffort::Quick);
  EXPECT_EQ(asked.back().kind, timeline::PictureRows::Neighbors);
}

TEST_F(TimelineQuestions, PicturesOfAlikeLinesSayWhichTheyAre) {
  const Answer answer = session->answer(
      "/api/timeline/picture",
      {{"from", "0"}, {"to", "2"}, {"columns", "80"}, {"rows", "5"}, {"alike", "1"}});
  EXPECT_EQ(asked.back().kind, timeline::PictureRows::Alike);
  EXPECT_EQ(answer.body.size(), 16u + 20u + 8u + 4u * 4u + 6u);
}

TEST_F(TimelineQuestions, DetailsAreAllOrSomeLines) {
  const Parameters window = {{"from", "0.5"}, {"to", "2"}};
  const char* const address = "/api/timeline/details";
  EXPECT_EQ(answer(address, window), json::parse(R"({
    "from_s": 0.5, "to_s": 2.0, "slice_count": 2, "message_count": 1,
    "path": [{"line": 1, "begin_s": 0.5, "end_s": 0.75}], "path_count": 4,
    "slices": [{"line": 0, "depth": 1, "state": 0, "begin_s": 0.5, "end_s": 1.25},
               {"line": 3, "depth": 0, "state": 1, "begin_s": 1.0, "end_s": 2.0}],
    "messages": [{"from": 2, "to": 3, "sent_s": 0.75, "received_s": 1.5, "bytes": 4096,
                  "tag": 9}]})"));
  EXPECT_THAT(asked.back().details.lines, IsEmpty());
  Parameters some = window;
  some["lines"] = "3,1";
  some["messages"] = "5";
  EXPECT_EQ(answer(address, some)["slices"], json());
  EXPECT_THAT(asked.back().details.lines, ElementsAre(3, 1));
  EXPECT_EQ(asked.back().details.most_messages, 5u);
}

TEST_F(TimelineQuestions, CommunicationIsByBinsOfRanks) {
  EXPECT_EQ(answer("/api/timeline/communication", {}), json::parse(R"({
    "ranks_in_bin": 2,
    "traffic": [{"from": 0, "to": 1, "messages": 3, "bytes": 4096, "waited_s": 0.25,
                 "sender_waited_s": 0.125},
                {"from": 1, "to": 0, "messages": 1, "bytes": 8, "waited_s": 0.0,
                 "sender_waited_s": 0.0}]})"));
}

TEST_F(TimelineQuestions, CountersAreCurves) {
  const char* const address = "/api/timeline/counter";
  Parameters parameters = {{"counter", "0"}, {"from", "1"}, {"to", "2"}, {"columns", "2"}};
  EXPECT_EQ(answer(address, parameters), json::parse(R"({"counter": 0, "from_s": 1.0, "to_s": 2.0,
    "columns": 2, "lines": [{"line": 1, "values": [0.5, null]}]})"));
  parameters["columns"] = "7";
  EXPECT_EQ(answer(address, parameters)["lines"], json());
  for (const char* columns : {"", "0", "2001"}) {
    parameters["columns"] = columns;
    EXPECT_EQ(status(address, parameters), 400) << columns;
  }
  parameters["columns"] = "2";
  for (const char* counter : {"", "1", "x"}) {
    parameters["counter"] = counter;
    EXPECT_EQ(status(address, parameters), 400) << counter;
  }
}

TEST_F(TimelineQuestions, WaitsAreThoseOfSomeStates) {
  const char* const address = "/api/timeline/waits";
  const json wait = json::parse(R"([{"state": 1, "call": 0, "line": 2, "begin_s": 0.5,
    "end_s": 1.5, "waited_s": 0.75, "lines": [2, 3], "line_count": 2}])");
  EXPECT_EQ(answer(address, {{"states", "1"}, {"most", "5"}}), wait);
  for (const char* states : {"", "0", "2", "1,", "x", "65536"})
    EXPECT_EQ(status(address, {{"states", states}, {"most", "5"}}), 400) << states;
  for (const char* most : {"", "0", "65", "-1"})
    EXPECT_EQ(status(address, {{"states", "1"}, {"most", most}}), 400) << most;
  EXPECT_EQ(status(address, {{"most", "5"}}), 400);
}

TEST_F(TimelineQuestions, WhatCannotBeIsAnError) {
  const auto picture = [&](const char* name, const char* value) {
    Parameters parameters = {{"from", "0"}, {"to", "1"}, {"columns", "80"}, {"rows", "5"}};
    parameters[name] = value;
    return status("/api/timeline/picture", parameters);
  };
  EXPECT_EQ(picture("rows", "1"), 200);
  for (const char* value : {"", "x", "nan", "inf", "1", "2"})
    EXPECT_EQ(picture("from", value), 400);
  for (const char* value : {"", "x", "nan", "-inf", "0"}) EXPECT_EQ(picture("to", value), 400);
  for (const char* value : {"", "0", "-1", "16385", "1.5"})
    EXPECT_EQ(picture("columns", value), 400);
  for (const char* value : {"", "0", "4294967295"}) EXPECT_EQ(picture("rows", value), 400);
  for (const char* value : {"", "2", "yes"})
    for (const char* name : {"quick", "alike"}) EXPECT_EQ(picture(name, value), 400);
  EXPECT_EQ(status("/api/timeline/picture", {}), 400);
  const auto details = [&](const char* name, const char* value) {
    Parameters parameters = {{"from", "0"}, {"to", "1"}};
    parameters[name] = value;
    return status("/api/timeline/details", parameters);
  };
  for (const char* value : {"", "4", "1,", "x"}) EXPECT_EQ(details("lines", value), 400);
  for (const char* value : {"", "-1", "100001"}) EXPECT_EQ(details("messages", value), 400);
  EXPECT_EQ(status("/api/timeline/nothing", {}), 404);
  EXPECT_EQ(status("/api/timelines", {}), 404);
}

TEST_F(TimelineQuestions, APageHasTheWholeRunAndEachEpisode) {
  const base::Result<std::string> page =
      one_file_page("<script type=\"application/json\" id=\"tarry-data\"></script>", *session);
  ASSERT_TRUE(page.ok()) << page.error().message();
  ASSERT_EQ(asked.size(), 6u);  // two pictures and details of each
  for (const std::size_t i : {0, 1, 2}) {
    EXPECT_EQ(asked[i].window.from_s, 0.5);
    EXPECT_EQ(asked[i].window.to_s, 2.5);
    EXPECT_EQ(asked[3 + i].window.from_s, 0.5);  // the episode begins before the trace of this test
    EXPECT_NEAR(asked[3 + i].window.to_s, 1.65, 1e-12);
  }
  EXPECT_EQ(asked[0].kind, timeline::PictureRows::Neighbors);
  EXPECT_EQ(asked[1].kind, timeline::PictureRows::Alike);
}

TEST(Timelines, ASessionWithoutOneSaysSo) {
  const Session session({});
  EXPECT_EQ(session.answer("/api/timeline", {}).body, "null");
  EXPECT_EQ(session.answer("/api/timeline/picture", {}).status, 404);
}

TEST(Timelines, LinesHavePositionsInTheReport) {
  model::Definitions definitions;
  for (const std::uint32_t rank : {3, 1, 2}) {
    model::Location location;
    location.rank = model::Rank{rank};
    definitions.locations.push_back(location);
  }
  const std::vector<LocationIndex> lines = {LocationIndex{0}, LocationIndex{2}};
  model::SeverityCube cube = report::sample_cube();
  EXPECT_THAT(*positions_of_lines(lines, definitions, cube), ElementsAre(3, 2));
  cube.locations.pop_back();
  EXPECT_EQ(positions_of_lines(lines, definitions, cube), std::nullopt);
}

}  // namespace
}  // namespace tarry::explorer
