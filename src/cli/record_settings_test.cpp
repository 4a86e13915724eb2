// SPDX-License-Identifier: BSD-3-Clause
#include "cli/record_settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "cli/command_line.h"

namespace tarry::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;

class RecordSettingsTest : public testing::Test {
 protected:
  ~RecordSettingsTest() override {
    for (const char* name : {"TARRY_BUFFER", "TARRY_PAUSE", "TARRY_CLOCK"}) ::unsetenv(name);
    std::filesystem::remove(file);
  }
  base::Status resolve(std::vector<std::string> options) {
    TRY(read_options(settings.options(), "record", std::move(options)));
    return settings.resolve();
  }
  void write_file(const std::string& text) const { std::ofstream(file) << text; }

  RecordSettings settings;
  std::string file = testing::TempDir() + "tarry_record_settings" + std::to_string(getpid());
};

TEST_F(RecordSettingsTest, DefaultsSetNothing) {
  ASSERT_TRUE(resolve({}).ok());
  EXPECT_THAT(settings.variables(), IsEmpty());
}

TEST_F(RecordSettingsTest, OptionsBecomeVariables) {
  ASSERT_TRUE(resolve({"--buffer", "64K", "--pause", "--clock", "monotonic"}).ok());
  EXPECT_THAT(settings.variables(),
              ElementsAre("TARRY_BUFFER=64K", "TARRY_PAUSE=on", "TARRY_CLOCK=monotonic"));
}

TEST_F(RecordSettingsTest, OptionWinsOverVariableOverFile) {
  write_file("# of our machine\nbuffer = 1M  # small\n clock=\"tsc\"\nmax-trace = 1G\n");
  ::setenv("TARRY_BUFFER", "2M", 1);
  ::setenv("TARRY_CLOCK", "auto", 1);
  ASSERT_TRUE(resolve({"--config", file, "--buffer", "3M"}).ok());
  EXPECT_THAT(settings.variables(),
              ElementsAre("TARRY_BUFFER=3M", "TARRY_MAX_TRACE=1G", "TARRY_CLOCK=auto"));
}

TEST_F(RecordSettingsTest, SourcesAreTold) {
  write_file("max-trace = 1G\n");
  ::setenv("TARRY_CLOCK", "auto", 1);
  ASSERT_TRUE(resolve({"--config", file, "--buffer", "3M"}).ok());
  EXPECT_EQ(settings.explanations().size(), std::size(trace::recording::kSettings));
  EXPECT_THAT(
      settings.explanations(),
      IsSupersetOf(std::vector<std::string>{
          "buffer 3M (--buffer)", "max-trace 1G (max-trace in " + file + ":1:13)",
          "pause off (default)", "clock auto (TARRY_CLOCK)", "loop-window 8192 (default)"}));
}

TEST_F(RecordSettingsTest, WhatIsOffStaysOff) {
  write_file("trace = off\n");
  ASSERT_TRUE(resolve({"--config", file}).ok());
  settings.choose_what_to_keep();
  EXPECT_TRUE(settings.is_on("profile"));
  EXPECT_FALSE(settings.is_on("trace"));
  EXPECT_TRUE(settings.check_options().ok());
}

TEST_F(RecordSettingsTest, SomethingMustBeKept) {
  write_file("trace = off\nprofile = off\n");
  ASSERT_TRUE(resolve({"--config", file}).ok());
  settings.choose_what_to_keep();
  EXPECT_EQ(settings.check_options().error().code, base::ErrorCode::Usage);
}

TEST_F(RecordSettingsTest, CountersAreKnownBeforeTheProgramStarts) {
  ASSERT_TRUE(resolve({"--metrics", "ru_minflt,process:ru_maxrss"}).ok());
  settings.choose_what_to_keep();
  EXPECT_TRUE(settings.check_counters().ok());
  EXPECT_EQ(settings.variables(),
            (std::vector<std::string>{"TARRY_PROFILE=on", "TARRY_TRACE=on",
                                      "TARRY_METRICS=ru_minflt,process:ru_maxrss"}));
}

TEST_F(RecordSettingsTest, UnknownCountersAreRefusedWithNearOnes) {
  ASSERT_TRUE(resolve({"--metrics", "ru_minflt,page-fault"}).ok());
  settings.choose_what_to_keep();
  const base::Status refused = settings.check_counters();
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, base::ErrorCode::Usage);
  EXPECT_THAT(refused.error().message(), testing::HasSubstr("did you mean 'page-faults'?"));
}

TEST_F(RecordSettingsTest, OnlyEventTracesHaveCounters) {
  ASSERT_TRUE(resolve({"--metrics", "ru_minflt", "--compressed", "--profile"}).ok());
  settings.choose_what_to_keep();
  EXPECT_EQ(settings.check_counters().error().code, base::ErrorCode::Usage);
}

TEST_F(RecordSettingsTest, EventTracesHaveCountersWhateverElseIsKept) {
  ASSERT_TRUE(resolve({"--metrics", "ru_minflt", "--compressed", "--trace"}).ok());
  settings.choose_what_to_keep();
  EXPECT_TRUE(settings.check_counters().ok());
}

TEST_F(RecordSettingsTest, SaysHowToFold) {
  write_file("common-share = 0.25\npartial-iterations = no\n");
  ASSERT_TRUE(
      resolve({"--config", file, "--no-loop-agnostic-merge", "--stack-threshold", "3"}).ok());
  EXPECT_EQ(fold_options({}), compress::FoldOptions());
  const compress::FoldOptions fold = fold_options(settings.values());
  EXPECT_FALSE(fold.partial_iterations);
  EXPECT_FALSE(fold.loop_agnostic_merge);
  EXPECT_EQ(fold.vectors, compress::VectorForm::Folded);
  EXPECT_EQ(fold.least_common_share, 0.25);
  EXPECT_EQ(fold.stack_threshold, 3u);
  EXPECT_EQ(fold.histogram_threshold, 0u);
  EXPECT_THAT(settings.check_options().error().message(),
              HasSubstr("--no-loop-agnostic-merge says how a compressed trace is made"));
  EXPECT_THAT(settings.variables(),
              ElementsAre("TARRY_PARTIAL_ITERATIONS=no", "TARRY_LOOP_AGNOSTIC_MERGE=off",
                          "TARRY_COMMON_SHARE=0.25", "TARRY_STACK_THRESHOLD=3"));
}

// The program may be started elsewhere.
TEST_F(RecordSettingsTest, FilesWithStatisticsBecomeAbsolute) {
  write_file("");
  const std::string relative = std::filesystem::relative(file).string();
  ASSERT_TRUE(resolve({"--statistics", relative + "," + file, "--compressed"}).ok());
  const std::filesystem::path first(settings.values().at("statistics"));
  EXPECT_TRUE(first.is_absolute());
  EXPECT_TRUE(settings.check_options().ok());
  EXPECT_THAT(resolve({"--statistics", file + ",missing.so"}).error().message(),
              HasSubstr("no such file: 'missing.so', for --statistics"));
}

TEST_F(RecordSettingsTest, SummaryAndTraceAreKeptUnlessSomethingElseIsAskedFor) {
  write_file("");
  ASSERT_TRUE(resolve({}).ok());
  settings.choose_what_to_keep();
  EXPECT_TRUE(settings.is_on("profile"));
  EXPECT_TRUE(settings.is_on("trace"));
  EXPECT_THAT(settings.variables(), ElementsAre("TARRY_PROFILE=on", "TARRY_TRACE=on"));
}

TEST_F(RecordSettingsTest, WhatIsAskedForAloneIsKeptAlone) {
  write_file("");
  ASSERT_TRUE(resolve({"--profile", "--profile-depth", "12"}).ok());
  settings.choose_what_to_keep();
  EXPECT_FALSE(settings.is_on("trace"));
  EXPECT_TRUE(settings.check_options().ok());
  EXPECT_THAT(settings.variables(), ElementsAre("TARRY_PROFILE=on", "TARRY_PROFILE_DEPTH=12"));
}

TEST_F(RecordSettingsTest, DepthOfASummaryThatIsNotMadeIsRefused) {
  write_file("");
  ASSERT_TRUE(resolve({"--trace", "--profile-depth", "12"}).ok());
  settings.choose_what_to_keep();
  EXPECT_EQ(settings.check_options().error().code, base::ErrorCode::Usage);
}

TEST_F(RecordSettingsTest, StatisticsAreForCompressedTracesAlone) {
  write_file("");
  ASSERT_TRUE(resolve({"--statistics", file, "--compressed", "--trace"}).ok());
  EXPECT_EQ(settings.check_options().error().code, base::ErrorCode::Usage);
}

TEST_F(RecordSettingsTest, WrongValuesNameTheirSource) {
  const auto option = resolve({"--buffer", "lots"});
  ASSERT_FALSE(option.ok());
  EXPECT_EQ(option.error().code, base::ErrorCode::Usage);
  EXPECT_THAT(option.error().message(), HasSubstr("--buffer"));
}

TEST_F(RecordSettingsTest, WrongVariablesNameTheVariable) {
  ::setenv("TARRY_CLOCK", "sundial", 1);
  EXPECT_THAT(resolve({}).error().message(), HasSubstr("TARRY_CLOCK"));
}

TEST_F(RecordSettingsTest, WrongFilesNameTheLine) {
  EXPECT_THAT(resolve({"--config", "/no/such/file"}).error().message(), HasSubstr("/no/such/file"));
  write_file("buffer = 1M\nbufer = 2M\n");
  EXPECT_THAT(resolve({"--config", file}).error().message(), HasSubstr(file + ":2"));
}

}  // namespace
}  // namespace tarry::cli
