// SPDX-License-Identifier: BSD-3-Clause
#include "experiment/experiment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>

#include "base/temporary_directory.h"
#include "experiment/missing.h"
#include "experiment/report_file.h"

namespace tarry::experiment {
namespace {

namespace fs = std::filesystem;

class ExperimentTest : public testing::Test {
 protected:
  void put(const fs::path& path) const {
    fs::create_directories((root / path).parent_path());
    std::ofstream(root / path) << "x";
  }
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  const fs::path root = directory.path();
};

TEST_F(ExperimentTest, NameSaysWhatRan) {
  ::setenv("TZ", "UTC", 1);
  EXPECT_EQ(default_name("./bin/heat", 8, 2, 0), "tarry-heat-8x2-19700101-000000");
  EXPECT_EQ(default_name("heat", std::nullopt, 1, 0), "tarry-heat-nx1-19700101-000000");
}

TEST_F(ExperimentTest, IsMadeOnce) {
  EXPECT_EQ(Experiment::create(root / "e", false)->directory(), root / "e");
  const auto again = Experiment::create(root / "e", false);
  ASSERT_FALSE(again.ok());
  EXPECT_EQ(again.error().code, base::ErrorCode::Exists);
  EXPECT_NE(again.error().message().find("--force"), std::string::npos);
}

TEST_F(ExperimentTest, TakesTheNextNameThatNothingHas) {
  put("e-2");
  EXPECT_EQ(Experiment::create_unused(root / "e")->directory(), root / "e");
  EXPECT_EQ(Experiment::create_unused(root / "e")->directory(), root / "e-3");
  EXPECT_EQ(Experiment::create_unused(root / "a/b").error().code, base::ErrorCode::Io);
}

TEST_F(ExperimentTest, ForceReplacesExperimentsOnly) {
  put("e/experiment.json");
  put("e/traces/0.evt");
  ASSERT_TRUE(Experiment::create(root / "e", true).ok());
  EXPECT_TRUE(fs::is_empty(root / "e"));
  EXPECT_TRUE(Experiment::create(root / "e", true).ok());  // an empty one, too

  put("precious/thesis.tex");
  EXPECT_FALSE(Experiment::create(root / "precious", true).ok());
  EXPECT_TRUE(fs::exists(root / "precious/thesis.tex"));
  put("file");
  EXPECT_FALSE(Experiment::create(root / "file", true).ok());
  EXPECT_TRUE(fs::exists(root / "file"));
}

TEST_F(ExperimentTest, IsCheckedWithoutAChange) {
  put("e/experiment.json");
  EXPECT_EQ(Experiment::check_creation(root / "e", false).error().code, base::ErrorCode::Exists);
  EXPECT_TRUE(Experiment::check_creation(root / "e", true).ok());
  EXPECT_TRUE(fs::exists(root / "e/experiment.json"));
  EXPECT_TRUE(Experiment::check_creation(root / "none", false).ok());
  EXPECT_FALSE(fs::exists(root / "none"));
  EXPECT_FALSE(Experiment::check_creation(root / "none/e", false).ok());
}

TEST_F(ExperimentTest, ForceDoesNotFollowLinks) {
  put("e/experiment.json");
  fs::create_directory_symlink(root / "e", root / "link");
  EXPECT_FALSE(Experiment::create(root / "link", true).ok());
  EXPECT_TRUE(fs::exists(root / "e/experiment.json"));
}

TEST_F(ExperimentTest, ParentMustExistAndBeWritable) {
  const auto orphan = Experiment::create(root / "a/b", false);
  ASSERT_FALSE(orphan.ok());
  EXPECT_NE(orphan.error().message().find("parent"), std::string::npos);
  EXPECT_FALSE(Experiment::create("/proc/e", false).ok());
}

TEST_F(ExperimentTest, TakesAnotherNameBesideThePresentOne) {
  Experiment experiment = *Experiment::create(root / "first", false);
  put("first/tarry.log");
  put("final/x");
  ASSERT_TRUE(experiment.rename("final"));
  EXPECT_EQ(experiment.directory(), root / "final-2");
  EXPECT_TRUE(fs::exists(root / "final-2/tarry.log"));
  EXPECT_FALSE(fs::exists(root / "first"));
  EXPECT_FALSE(experiment.rename("no/parent"));
  EXPECT_EQ(experiment.directory(), root / "final-2");
}

TEST_F(ExperimentTest, KnowsItsParts) {
  const Experiment experiment(root / "e");
  EXPECT_FALSE(experiment.has(Part::Manifest));
  put("e/experiment.json");
  put("e/traces.otf2");
  put("e/traces.def");
  put("e/traces/0.evt");
  put("e/samples/node-1/process.tsv");
  EXPECT_TRUE(experiment.has(Part::Manifest));
  EXPECT_TRUE(experiment.has(Part::Archive));
  EXPECT_TRUE(experiment.has(Part::Samples));
  EXPECT_FALSE(experiment.has(Part::Compressed));
  EXPECT_FALSE(experiment.has(Part::Summary));
  EXPECT_EQ(experiment.path(Part::Archive), root / "e/traces.otf2");
  EXPECT_EQ(experiment.bytes(Part::Archive), 3u);
  EXPECT_EQ(experiment.bytes(), 5u);
  EXPECT_TRUE(Experiment::around(root / "e/traces.otf2").has(Part::Manifest));
  EXPECT_TRUE(fs::is_directory(experiment.make_room(Part::Compressed).parent_path()));
}

TEST_F(ExperimentTest, StateTellsHowFarTheRecordingHasCome) {
  const Experiment experiment = *Experiment::create(root / "e", false);
  EXPECT_EQ(experiment.state(), State::Complete);  // somebody else's directory, without a manifest
  ASSERT_TRUE(experiment.write(Manifest{}).ok());
  EXPECT_EQ(experiment.state(), State::Killed);
  experiment.log("a file to be locked");
  {
    const base::Result<Lock> lock = experiment.lock();
    ASSERT_TRUE(lock.ok());
    EXPECT_EQ(experiment.state(), State::Running);
    EXPECT_EQ(experiment.lock().error().code, base::ErrorCode::Exists);
    EXPECT_FALSE(Experiment::create(root / "e", true).ok());
  }
  Manifest manifest;
  manifest.exit_status = 0;
  put("e/raw/node-1/thread-0.log");
  ASSERT_TRUE(experiment.write(manifest).ok());
  EXPECT_EQ(experiment.state(), State::Unfinished);
  experiment.remove_raw();
  EXPECT_EQ(experiment.state(), State::Complete);
  experiment.remove();
  EXPECT_FALSE(fs::exists(root / "e"));
}

TEST_F(ExperimentTest, ManifestIsReadAgain) {
  const Experiment experiment = *Experiment::create(root / "e", false);
  EXPECT_TRUE(experiment.complete_manifest({}).ok());  // there is none
  EXPECT_FALSE(experiment.has(Part::Manifest));
  Manifest manifest;
  manifest.warnings = {"the clock is coarse"};
  manifest.options = {{"trace", "on"}};
  ASSERT_TRUE(experiment.write(manifest).ok());
  trace::finish::FinishedArchive archive;
  archive.notes = {"a process was left out"};
  ASSERT_TRUE(experiment.complete_manifest(archive).ok());
  const RecordedManifest read = experiment.manifest();
  EXPECT_FALSE(read.is_run_over);
  EXPECT_EQ(read.options, manifest.options);
  EXPECT_THAT(read.warnings, testing::ElementsAre("the clock is coarse", "a process was left out"));
  // A later write that knows nothing of the archive keeps what somebody else has found out.
  ASSERT_TRUE(experiment.write(manifest).ok());
  EXPECT_EQ(experiment.manifest().warnings, read.warnings);
}

TEST_F(ExperimentTest, WarningsNameTheProcessesThatWereCut) {
  trace::finish::FinishedArchive archive;
  archive.ranks = 4;
  archive.ticks_per_second = 1000;
  archive.has_mpi = true;
  archive.cut = {{1, 250}};
  const std::string saved = "; what had been recorded was saved";
  EXPECT_THAT(recording_warnings(archive),
              testing::ElementsAre("rank 1 of 4 did not end by itself" + saved +
                                   ", up to 0.250 s after its start"));
  archive.cut = {{0, 300}, {2, 250}, {3, 500}};
  EXPECT_THAT(recording_warnings(archive),
              testing::ElementsAre("ranks 0,2-3 of 4 did not end by themselves" + saved +
                                   ", up to 0.250 to 0.500 s after their start"));
  archive.cut = {{0}};  // it is not known when
  EXPECT_THAT(recording_warnings(archive),
              testing::ElementsAre("rank 0 of 4 did not end by itself" + saved));
  archive.has_mpi = false;  // the numbers are nobody's ranks
  EXPECT_THAT(recording_warnings(archive),
              testing::ElementsAre("1 of 4 processes did not end by itself" + saved));
}

TEST_F(ExperimentTest, DamagedManifestSaysNothing) {
  put("e/experiment.json");
  const RecordedManifest read = Experiment(root / "e").manifest();
  EXPECT_TRUE(read.is_run_over);
  EXPECT_TRUE(read.warnings.empty());
}

TEST_F(ExperimentTest, ReportIsTheOneThatIsPreferred) {
  const std::string named = root / "e";
  put("e/diagnosis.cubex");
  EXPECT_EQ(*report_file(named, Preferred::Analysis), root / "e/diagnosis.cubex");
  put("e/summary.cubex");
  EXPECT_EQ(*report_file(named, Preferred::Analysis), root / "e/summary.cubex");
  put("e/analysis.cubex");
  EXPECT_EQ(*report_file(named, Preferred::Analysis), root / "e/analysis.cubex");
  EXPECT_EQ(*report_file(named, Preferred::Summary), root / "e/summary.cubex");
  EXPECT_EQ(report_file(root / "gone", Preferred::Summary).error().code, base::ErrorCode::NotFound);
}

TEST_F(ExperimentTest, SaysWhatIsMissing) {
  using testing::HasSubstr;
  const Experiment experiment(root / "e");
  fs::create_directory(root / "e");
  EXPECT_THAT(no_trace(experiment).message(), HasSubstr("not an experiment"));
  put("e/experiment.json");
  EXPECT_THAT(no_report(experiment).message(), HasSubstr("nothing was recorded"));
  EXPECT_THAT(no_report(experiment).message(), HasSubstr("'tarry record --sample'"));
  EXPECT_EQ(no_report(experiment).code, base::ErrorCode::Nothing);
  put("e/samples/x");
  EXPECT_THAT(no_report(experiment).message(), HasSubstr("tarry diagnose"));
  put("e/summary.cubex");
  EXPECT_THAT(no_trace(experiment).message(), HasSubstr("only a run-time summary"));
  EXPECT_THAT(more_than_summary(experiment), HasSubstr("'tarry record --trace'"));
  put("e/traces.otf2");
  EXPECT_THAT(no_report(experiment).message(), HasSubstr("not analyzed yet"));
  EXPECT_EQ(more_than_analysis(experiment), "");
  put("e/raw/node-1/thread-0.log");
  EXPECT_THAT(no_report(experiment).message(), HasSubstr("not finished"));
}

}  // namespace
}  // namespace tarry::experiment
