// SPDX-License-Identifier: BSD-3-Clause
// At 1,000 random positions of every trace, states and pointers must be those of a scan from the
// begin; every case of the suite, generated traces with and without places to read from, and real
// traces where there are any.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <vector>

#include "base/temporary_directory.h"
#include "event_library/naive_scan.h"
#include "reference/real_traces.h"
#include "support/case_files.h"
#include "trace/open_trace.h"
#include "trace/write_archive.h"

namespace tarry::testing {
namespace {

namespace fs = std::filesystem;

using ::testing::IsEmpty;

void check(const std::string& path) {
  EXPECT_THAT(differences_at_random_positions(events::Trace::open(path)), IsEmpty()) << path;
}

TEST(RandomPositions, OfEveryCase) {
  const std::vector<fs::path> files = case_files(TARRY_CASES);
  for (const fs::path& file : files) check(file);
  EXPECT_GT(files.size(), 100u);
}

TEST(RandomPositions, OfAGeneratedTrace) {
  auto folder = base::TemporaryDirectory::make();
  ASSERT_TRUE(folder.ok());
  const fs::path parameters = folder->path() / "waits.synth";
  std::ofstream(parameters) << "ranks 6\nthreads 2\niterations 200\n";
  check(parameters);
  auto source = trace::open_trace(parameters, {});
  ASSERT_TRUE(source.ok());
  ASSERT_TRUE(
      trace::write_archive(**source, folder->path() / "archive", trace::Times::MadeUp).ok());
  check(folder->path() / "archive" / "traces.otf2");
}

TEST(RandomPositions, OfRealTraces) {
  const fs::path folder = reference::real_traces();
  if (!fs::is_directory(folder)) GTEST_SKIP() << reference::no_real_traces();
  int checked = 0;
  for (const auto& each : fs::directory_iterator(folder)) {
    if (!fs::exists(each.path() / "traces.otf2")) continue;
    check(each.path() / "traces.otf2");
    ++checked;
  }
  EXPECT_GT(checked, 0);
}

}  // namespace
}  // namespace tarry::testing
