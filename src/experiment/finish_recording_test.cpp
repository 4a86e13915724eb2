// SPDX-License-Identifier: BSD-3-Clause
#include "experiment/finish_recording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <string>

#include "base/temporary_directory.h"
#include "experiment/voice_fixture.h"
#include "trace/finish/recorded_experiment.h"

namespace tarry::experiment {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using trace::finish::RecordedExperiment;

class FinishRecordingTest : public testing::Test {
 protected:
  void record(const std::map<std::string, std::string>& options) {
    for (const unsigned rank : {0U, 1U})
      recorded.add_process("node-" + std::to_string(rank), RecordedExperiment::mpi_lines(rank, 2),
                           RecordedExperiment::message_log(rank));
    Manifest manifest;
    manifest.options = options;
    ASSERT_TRUE(experiment.write(manifest).ok());
  }
  void put(const std::string& name) const { std::ofstream(recorded.path() / name) << "x"; }

  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  RecordedExperiment recorded;
  Experiment experiment = Experiment(recorded.path());
  CollectingVoice voice;
};

TEST_F(FinishRecordingTest, MakesTheArchiveOnce) {
  record({{"trace", "on"}});
  EXPECT_EQ(experiment.state(), State::Killed);
  base::Result<bool> finished = finish_recording(experiment, voice, 1);
  ASSERT_TRUE(finished.ok()) << finished.error().message();
  EXPECT_TRUE(*finished);
  EXPECT_TRUE(experiment.has(Part::Archive));
  EXPECT_FALSE(experiment.is_unfinished());
  EXPECT_THAT(voice.lines, ElementsAre("the recording was not finished; doing that first"));
  EXPECT_FALSE(*finish_recording(experiment, voice, 1));
  EXPECT_EQ(*find_trace(recorded.path(), voice, 1), recorded.path() / "traces.otf2");
}

TEST_F(FinishRecordingTest, GoesOnWhereSomebodyWasKilled) {
  record({{"trace", "on"}});
  namespace fs = std::filesystem;
  const fs::path copy = directory.path() / "raw";
  fs::copy(recorded.path() / "raw", copy, fs::copy_options::recursive);
  ASSERT_TRUE(finish_recording(experiment, voice, 1).ok());
  const std::vector<std::string> warnings = experiment.manifest().warnings;
  EXPECT_FALSE(warnings.empty());
  // Everything was done but the last step.
  fs::copy(copy, recorded.path() / "raw", fs::copy_options::recursive);
  EXPECT_TRUE(*finish_recording(experiment, voice, 1));
  EXPECT_EQ(experiment.manifest().warnings, warnings);
  EXPECT_FALSE(experiment.is_unfinished());
  // The last step was done in part.
  fs::rename(copy, recorded.path() / "raw-finished");
  fs::remove_all(recorded.path() / "raw-finished/node-0");
  EXPECT_FALSE(*finish_recording(experiment, voice, 1));
  EXPECT_FALSE(fs::exists(recorded.path() / "raw-finished"));
}

TEST_F(FinishRecordingTest, ASummaryThatIsNotThereIsMissed) {
  record({{"profile", "on"}});
  const base::Result<bool> finished = finish_recording(experiment, voice, 1);
  ASSERT_FALSE(finished.ok());
  EXPECT_THAT(finished.error().message(), HasSubstr("nothing was recorded of the summary"));
  EXPECT_TRUE(experiment.is_unfinished());
}

TEST_F(FinishRecordingTest, NobodyElseMayBeAtWork) {
  record({{"trace", "on"}});
  experiment.log("a file to be locked");
  const base::Result<Lock> lock = experiment.lock();
  ASSERT_TRUE(lock.ok());
  EXPECT_EQ(finish_recording(experiment, voice, 1).error().code, base::ErrorCode::Exists);
  EXPECT_FALSE(experiment.has(Part::Archive));
  EXPECT_THAT(voice.lines, IsEmpty());
}

TEST_F(FinishRecordingTest, FindsTheTraceThatIsMeant) {
  EXPECT_EQ(find_trace(recorded.path() / "gone", voice, 1).error().code, base::ErrorCode::NotFound);
  EXPECT_FALSE(find_trace(recorded.path(), voice, 1).ok());
  std::ofstream(experiment.make_room(Part::Compressed)) << "x";
  EXPECT_EQ(*find_trace(recorded.path(), voice, 1), experiment.path(Part::Compressed));
  put("other.otf2");
  EXPECT_EQ(*find_trace(recorded.path(), voice, 1), recorded.path() / "other.otf2");
  put("traces.otf2");
  EXPECT_EQ(*find_trace(recorded.path(), voice, 1), experiment.path(Part::Archive));
  EXPECT_EQ(*find_trace(recorded.path() / "other.otf2", voice, 1), recorded.path() / "other.otf2");
}

}  // namespace
}  // namespace tarry::experiment
