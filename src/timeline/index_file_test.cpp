// SPDX-License-Identifier: BSD-3-Clause
// Damaged, cut and foreign index files are errors, whatever is asked of them.
#include "timeline/index_file.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "timeline/timeline_fixture.h"

namespace tarry::timeline::test {
namespace {

class DamagedIndex : public ::testing::Test {
 protected:
  void SetUp() override {
    fill_at_random(trace_, 7);
    ASSERT_TRUE(make_index(trace_, disk_.place, trace_.insights(1), 1).ok());
    whole_ = *base::read_file(disk_.place.index);
  }

  // Asks everything; returns whether there was an error.
  bool fails(const std::string& bytes) {
    EXPECT_TRUE(base::write_file(disk_.place.index, bytes).ok());
    const auto timeline = open_timeline(trace_, disk_.place, 1);
    EXPECT_EQ(has_index(trace_, disk_.place), timeline.ok());
    if (!timeline.ok()) return true;
    bool any = false;
    for (const Window& window : {Window{0, 5}, Window{1, 1.2}})
      any =
          !(*timeline)->picture(window, 60, 3, PictureRows::Neighbors, PictureEffort::Full).ok() ||
          any;
    any = !(*timeline)->details({.window = {0, 5}, .lines = {}}).ok() || any;
    return any;
  }

  MadeTrace trace_{6, 4, 5000, 20};
  OnDisk disk_;
  std::string whole_;
};

TEST_F(DamagedIndex, TheWholeOneIsSound) { EXPECT_FALSE(fails(whole_)); }

TEST_F(DamagedIndex, BinsAreReadOnceAndThenKnown) {
  const base::Result<IndexFile> index = IndexFile::open(disk_.place.index);
  ASSERT_TRUE(index.ok());
  Unpacker unpacker;
  const unsigned level = index->lines()[0].shift;
  const auto all = index->bins(0, level, 0, 10, unpacker);
  ASSERT_TRUE(all.ok());
  const std::uint64_t read = index->blocks_read();
  EXPECT_GT(read, 0u);
  const auto some = index->bins(0, level, 2, 5, unpacker);
  ASSERT_TRUE(some.ok());
  EXPECT_EQ(index->blocks_read(), read);
  EXPECT_EQ(*some, std::vector<Bin>(all->begin() + 2, all->begin() + 7));
}

TEST_F(DamagedIndex, CutFilesAreErrors) {
  for (std::size_t size = 0; size < whole_.size(); size += 1 + whole_.size() / 97)
    EXPECT_TRUE(fails(whole_.substr(0, size))) << size;
}

// All parts have checksums; some of them no question reads here.
TEST_F(DamagedIndex, FlippedBitsAreErrorsOrNotRead) {
  std::mt19937 random(5);
  const auto sound = open_timeline(trace_, disk_.place, 1);
  int errors = 0;
  for (int i = 0; i < 300; ++i) {
    std::string bytes = whole_;
    const std::size_t at = i < 128 ? static_cast<std::size_t>(i) : random() % bytes.size();
    bytes[at] = static_cast<char>(bytes[at] ^ 1 << random() % 8);
    errors += fails(bytes) ? 1 : 0;
  }
  EXPECT_GT(errors, 200);
}

TEST_F(DamagedIndex, AnIndexOfAnotherTraceOrVersionIsRefused) {
  MadeTrace other(7, 4, 5000, 20);
  EXPECT_FALSE(has_index(other, disk_.place));
  Place uncorrected = disk_.place;
  uncorrected.correct_clocks = false;
  EXPECT_FALSE(has_index(trace_, uncorrected));
  std::string newer = whole_;
  newer[8] = 99;
  EXPECT_TRUE(fails(newer));
  ASSERT_TRUE(base::write_file(disk_.place.index, whole_).ok());
  ASSERT_TRUE(has_index(trace_, disk_.place));
  ASSERT_TRUE(base::write_file(disk_.place.trace, "changed").ok());
  EXPECT_FALSE(has_index(trace_, disk_.place));
}

TEST_F(DamagedIndex, ADamagedIndexIsReplaced) {
  ASSERT_TRUE(base::write_file(disk_.place.index, "nothing").ok());
  ASSERT_FALSE(has_index(trace_, disk_.place));
  ASSERT_TRUE(make_index(trace_, disk_.place, trace_.insights(1), 1).ok());
  EXPECT_EQ(*base::read_file(disk_.place.index), whole_);
}

TEST_F(DamagedIndex, NothingIsLeftWhereNoIndexCanBeMade) {
  Place nowhere = disk_.place;
  nowhere.index = disk_.directory.path() / "missing" / "index";
  EXPECT_FALSE(make_index(trace_, nowhere, trace_.insights(1), 1).ok());
  const auto fail = [](const model::VisitEvents&, const model::TakePath&) -> base::Status {
    return base::Error{base::ErrorCode::Failed, "no analysis", "", ""};
  };
  EXPECT_FALSE(make_index(trace_, disk_.place, fail, 1).ok());
  EXPECT_EQ(*base::read_file(disk_.place.index), whole_);
}

}  // namespace
}  // namespace tarry::timeline::test
