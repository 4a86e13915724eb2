// SPDX-License-Identifier: BSD-3-Clause
// Damaged archives: what makes the whole trace unreadable is one error, anything else is a warning,
// as in docs/robustness.md, and states and pointers are those of a scan of what is left.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "base/temporary_directory.h"
#include "event_library/naive_scan.h"
#include "trace/open_trace.h"
#include "trace/write_archive.h"

namespace tarry::testing {
namespace {

namespace fs = std::filesystem;

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class DamagedTrace : public ::testing::Test {
 protected:
  void SetUp() override {
    auto made = base::TemporaryDirectory::make();
    ASSERT_TRUE(made.ok());
    folder_.emplace(std::move(*made));
    const fs::path parameters = folder_->path() / "made.synth";
    std::ofstream(parameters) << "ranks 4\niterations 15\n";
    auto source = trace::open_trace(parameters, {});
    ASSERT_TRUE(source.ok());
    ASSERT_TRUE(
        trace::write_archive(**source, folder_->path() / "intact", trace::Times::MadeUp).ok());
    restore();
  }
  void restore() {
    fs::remove_all(folder_->path() / "copy");
    fs::copy(folder_->path() / "intact", folder_->path() / "copy", fs::copy_options::recursive);
  }
  [[nodiscard]] fs::path file(const std::string& name) const {
    return folder_->path() / "copy" / name;
  }
  [[nodiscard]] std::string archive() const { return file("traces.otf2"); }

  // Compares all that the library says about some positions with a scan.
  void check() const {
    const events::Trace trace = events::Trace::open(archive());
    NaiveScan naive(trace);
    std::set<std::size_t> places;
    std::mt19937 random(2);
    for (std::size_t i = 0; naive.size() > 0 && i < 60; ++i) places.insert(random() % naive.size());
    EXPECT_THAT(naive.differences(places), IsEmpty());
  }
  [[nodiscard]] std::vector<std::string> warnings() const {
    const events::Trace trace = events::Trace::open(archive());
    EXPECT_GT(trace.event_count(), 0u);
    return trace.warnings();
  }

  std::optional<base::TemporaryDirectory> folder_;
};

TEST_F(DamagedTrace, WithACutEventFileHasWhatIsBeforeTheCut) {
  const events::Trace intact = events::Trace::open(archive());
  const std::uint64_t before = intact.event_count(1);
  fs::resize_file(file("traces/1.evt"), fs::file_size(file("traces/1.evt")) / 2);
  const events::Trace cut = events::Trace::open(archive());
  EXPECT_LT(cut.event_count(1), before);
  EXPECT_GT(cut.event_count(1), 0u);
  EXPECT_EQ(cut.event_count(0), intact.event_count(0));
  EXPECT_THAT(cut.warnings(),
              Contains(HasSubstr("event file is truncated or damaged (read up to there): 1")));
  check();
}

TEST_F(DamagedTrace, WithoutAnEventFileHasTheOthers) {
  fs::remove(file("traces/2.evt"));
  EXPECT_THAT(warnings(), Contains("locations without an event file: 1"));
  check();
}

TEST_F(DamagedTrace, ThatCannotBeReadIsOneError) {
  const auto said = [&] {
    try {
      events::Trace::open(archive());
    } catch (const events::Error& error) {
      return std::string(error.what());
    }
    return std::string("nothing");
  };
  std::ofstream(file("traces.otf2")) << "not an anchor";
  EXPECT_THAT(said(), HasSubstr("traces.otf2"));
  restore();
  fs::remove(file("traces.def"));
  EXPECT_THAT(said(), HasSubstr("traces.def"));
  fs::remove(file("traces.otf2"));
  EXPECT_THAT(said(), HasSubstr("traces.otf2"));
}

TEST_F(DamagedTrace, PositionsThatItDoesNotHaveAreErrors) {
  const events::Trace trace = events::Trace::open(archive());
  const std::uint64_t count = trace.event_count(0);
  EXPECT_THROW(static_cast<void>(trace.event({0, count})), events::Error);
  EXPECT_THROW(static_cast<void>(trace.event({99, 0})), events::Error);
  EXPECT_THROW(static_cast<void>(trace.region_stack({0, count})), events::Error);
  EXPECT_THROW(static_cast<void>(trace.message(trace.message_count())), events::Error);
  EXPECT_THROW(static_cast<void>(trace.collective(trace.collective_count())), events::Error);
  EXPECT_THAT(trace.events({0, count - 2}, 100), ::testing::SizeIs(2));
}

TEST_F(DamagedTrace, WithFlippedBitsIsReadAsFarAsItIsSound) {
  std::mt19937 random(3);
  int opened = 0;
  for (int round = 0; round < 40; ++round) {
    restore();
    std::vector<fs::path> files;
    for (const auto& each : fs::recursive_directory_iterator(folder_->path() / "copy"))
      if (each.is_regular_file()) files.push_back(each.path());
    std::sort(files.begin(), files.end());
    const fs::path chosen = files[random() % files.size()];
    std::fstream bytes(chosen, std::ios::in | std::ios::out | std::ios::binary);
    const auto size = static_cast<std::size_t>(fs::file_size(chosen));
    for (int flip = 0; flip < 3; ++flip) {
      const auto at = static_cast<std::streamoff>(random() % size);
      bytes.seekg(at);
      const int byte = bytes.get() ^ 1 << random() % 8;
      bytes.seekp(at);
      bytes.put(static_cast<char>(byte));
    }
    bytes.close();
    SCOPED_TRACE("round " + std::to_string(round) + ": " + chosen.string());
    try {
      check();
      ++opened;
    } catch (const events::Error& error) {
      EXPECT_STRNE(error.what(), "");
    }
  }
  EXPECT_GT(opened, 10);
}

}  // namespace
}  // namespace tarry::testing
