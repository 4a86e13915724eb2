// SPDX-License-Identifier: BSD-3-Clause
#include "experiment/products.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/temporary_directory.h"
#include "experiment/voice_fixture.h"

namespace tarry::experiment {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Lines = std::vector<std::string>;

// Which step of a product fails.
enum class Fails : std::uint8_t { Never, Gather, Finish, Conclude };

class FakeProduct final : public Product {
 public:
  FakeProduct(std::string name, Part part, Lines& steps, Fails fails, bool is_wanted)
      : name_(std::move(name)), part_(part), steps_(steps), fails_(fails), is_wanted_(is_wanted) {}

  [[nodiscard]] Part part() const override { return part_; }
  [[nodiscard]] std::string missing() const override { return "there is no " + name_; }
  [[nodiscard]] bool is_wanted() const override { return is_wanted_; }
  base::Status gather(Recorded& /*recorded*/) override { return step("gather", Fails::Gather); }
  base::Status finish(Recorded& /*recorded*/) override { return step("finish", Fails::Finish); }
  base::Status conclude(Recorded& /*recorded*/, const Products& /*all*/) override {
    return step("conclude", Fails::Conclude);
  }

 private:
  base::Status step(const std::string& what, Fails failing) {
    steps_.push_back(what + " " + name_);
    if (fails_ != failing) return base::kOk;
    return base::Error{base::ErrorCode::Io, "disk full", "", ""};
  }

  std::string name_;
  Part part_;
  Lines& steps_;
  Fails fails_;
  bool is_wanted_;
};

class ProductsTest : public testing::Test {
 protected:
  void SetUp() override { fs::create_directory(directory.path() / "raw"); }
  void keep(const std::string& name, Part part, Fails fails = Fails::Never, bool is_wanted = true) {
    products.add(std::make_unique<FakeProduct>(name, part, steps, fails, is_wanted));
  }
  [[nodiscard]] std::string log() const {
    std::ifstream file(directory.path() / "tarry.log");
    return {std::istreambuf_iterator<char>(file), {}};
  }

  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  CollectingVoice voice;
  Lines steps;
  Products products;
  Recorded recorded{
      .experiment = Experiment(directory.path()), .manifest = {}, .voice = voice, .threads = 1};
};

TEST_F(ProductsTest, AllAreGatheredBeforeOneIsFinished) {
  keep("trace", Part::Archive);
  keep("summary", Part::Summary);
  ASSERT_TRUE(products.finish(recorded).ok());
  ASSERT_TRUE(products.conclude(recorded).ok());
  EXPECT_THAT(steps, ElementsAre("gather trace", "gather summary", "finish trace", "finish summary",
                                 "conclude trace", "conclude summary"));
  EXPECT_THAT(voice.lines, IsEmpty());
}

TEST_F(ProductsTest, OneThatCannotBeMadeIsGivenUp) {
  keep("trace", Part::Archive);
  keep("summary", Part::Summary, Fails::Gather);
  ASSERT_TRUE(products.finish(recorded).ok());
  EXPECT_FALSE(products.has(Part::Summary));
  EXPECT_THAT(steps, ElementsAre("gather trace", "gather summary", "finish trace"));
  EXPECT_THAT(voice.lines, ElementsAre("warning: there is no summary: disk full"));
  EXPECT_THAT(log(), HasSubstr(" disk full\n"));
}

TEST_F(ProductsTest, TheLastOneIsNotGivenUp) {
  keep("compressed trace", Part::Compressed, Fails::Finish);
  keep("summary", Part::Summary, Fails::Finish);
  EXPECT_EQ(products.finish(recorded).error().what, "disk full");
  EXPECT_THAT(voice.lines, ElementsAre("warning: there is no compressed trace: disk full"));
}

TEST_F(ProductsTest, TheArchiveIsTriedAgainLater) {
  keep("trace", Part::Archive, Fails::Finish);
  keep("summary", Part::Summary);  // would remove what the archive is made of
  keep("samples", Part::Samples);
  EXPECT_FALSE(products.finish(recorded).ok());
  EXPECT_TRUE(products.has(Part::Archive));
  EXPECT_THAT(steps,
              ElementsAre("gather trace", "gather summary", "finish trace", "finish samples"));
}

TEST_F(ProductsTest, EventsAreKeptWithoutTheirSamples) {
  keep("trace", Part::Archive);
  keep("samples", Part::Samples, Fails::Finish);
  EXPECT_TRUE(products.finish(recorded).ok());
  EXPECT_FALSE(products.has(Part::Samples));
  EXPECT_THAT(voice.lines, ElementsAre("warning: there is no samples: disk full"));
}

TEST_F(ProductsTest, SamplesAloneMustBeMade) {
  keep("samples", Part::Samples, Fails::Finish);
  EXPECT_FALSE(products.finish(recorded).ok());
  EXPECT_FALSE(recorded.has_events);
}

TEST_F(ProductsTest, WithoutEventsOnlyWantedSamplesAreLeft) {
  fs::remove(directory.path() / "raw");
  recorded.manifest.exit_status = 3;
  keep("trace", Part::Archive);
  keep("analysis", Part::Analysis);
  keep("samples", Part::Samples);
  ASSERT_TRUE(products.finish(recorded).ok());
  ASSERT_TRUE(products.conclude(recorded).ok());
  EXPECT_THAT(steps, ElementsAre("finish samples", "conclude samples"));
  EXPECT_THAT(voice.lines, ElementsAre("nothing was recorded before that"));
}

TEST_F(ProductsTest, SamplesForTheAnalysisAreOfNoUseWithoutEvents) {
  fs::remove(directory.path() / "raw");
  recorded.manifest.exit_status = 0;
  keep("trace", Part::Archive);
  keep("samples", Part::Samples, Fails::Never, false);
  ASSERT_TRUE(products.finish(recorded).ok());
  EXPECT_FALSE(products.has(Part::Samples));
  EXPECT_THAT(steps, IsEmpty());
  EXPECT_THAT(voice.lines, ElementsAre(HasSubstr("no process recorded anything")));
}

TEST_F(ProductsTest, ConcludingEndsAtAnError) {
  keep("trace", Part::Archive, Fails::Conclude);
  keep("samples", Part::Samples);
  ASSERT_TRUE(products.finish(recorded).ok());
  EXPECT_FALSE(products.conclude(recorded).ok());
  EXPECT_EQ(steps.back(), "conclude trace");
}

TEST_F(ProductsTest, AmountNamesWhatWasAskedFor) {
  recorded.manifest.archive.emplace();
  recorded.manifest.archive->events = 12;
  recorded.manifest.sampling.emplace();
  recorded.manifest.sampling->samples = 3;
  EXPECT_EQ(products.amount(recorded), "12 samples");
  recorded.has_events = true;
  keep("compressed trace", Part::Compressed);
  EXPECT_EQ(products.amount(recorded), "12 calls");
  keep("trace", Part::Archive);
  keep("samples", Part::Samples);
  EXPECT_EQ(products.amount(recorded), "12 events and 3 samples");
}

}  // namespace
}  // namespace tarry::experiment
