// SPDX-License-Identifier: BSD-3-Clause
#include "cli/record_settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/temporary_directory.h"
#include "cli/command_line.h"
#include "compressed/live/fold_settings.h"

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
  }
  base::Status resolve(std::vector<std::string> options) {
    TRY(read_options(settings.options(), "record", std::move(options)));
    return settings.resolve();
  }
  void write_file(const std::string& text) const { std::ofstream(file) << text; }

  RecordSettings settings;
  base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  std::string file = directory.path() / "config";
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

// Returns a value that is not the default.
std::string some_value(const trace::eventlog::SettingInfo& setting, const std::string& file) {
  using enum trace::eventlog::SettingType;
  const std::string choices = setting.choices;
  switch (setting.type) {
    case Size:
      return "3M";
    case Flag:
      return std::string(setting.default_value) == "on" ? "off" : "on";
    case Choice:
      return choices.substr(choices.rfind('|') + 1);
    case List:
      return choices.substr(0, choices.find('|'));
    case Names:
      return "ru_minflt";
    case File:
    case Files:
      return file;
    case Share:
      return "0.25";
    case NumberOrOff:
    case Number:
      return "17";
    case Period:
      return "9ms";
  }
  return "";
}

TEST_F(RecordSettingsTest, EverySettingCanBeGivenInThreeWays) {
  for (const trace::eventlog::SettingInfo& setting : trace::eventlog::kSettings) {
    SCOPED_TRACE(setting.name);
    const std::string value = some_value(setting, file);
    ASSERT_NE(value, setting.default_value);
    write_file(setting.name + (" = " + value) + "\n");
    const auto check = [&](const std::string& source, const std::vector<std::string>& options) {
      RecordSettings given;
      ASSERT_TRUE(read_options(given.options(), "record", options).ok());
      const base::Status resolved = given.resolve();
      ASSERT_TRUE(resolved.ok()) << resolved.error().message();
      EXPECT_EQ(given.values(), (SettingValues{{setting.name, value}}));
      EXPECT_THAT(given.variables(), ElementsAre(setting.variable + ("=" + value)));
      EXPECT_THAT(given.explanations(), testing::Contains(HasSubstr(source)));
    };
    std::vector<std::string> option = {option_name(setting)};
    if (setting.type == trace::eventlog::SettingType::Period)
      option[0] += "=" + value;
    else if (setting.type != trace::eventlog::SettingType::Flag)
      option.push_back(value);
    check("(" + option_name(setting) + ")", option);
    check("(" + std::string(setting.name) + " in " + file + ":1:", {"--config", file});
    ::setenv(setting.variable, value.c_str(), 1);
    check("(" + std::string(setting.variable) + ")", {});
    ::unsetenv(setting.variable);
  }
}

TEST_F(RecordSettingsTest, SwitchesHaveFourSpellings) {
  const auto is_paused = [&](const std::string& word) -> base::Result<bool> {
    write_file("pause = " + word + "\n");
    RecordSettings given;
    TRY(read_options(given.options(), "record", {"--config", file}));
    TRY(given.resolve());
    return given.is_on("pause");
  };
  for (const char* word : {"on", "yes", "true", "1", "ON", "Yes"}) EXPECT_TRUE(*is_paused(word));
  for (const char* word : {"off", "no", "false", "0", "False"}) EXPECT_FALSE(*is_paused(word));
  for (const char* word : {"enabled", "2", "", "onn"}) {
    const auto wrong = is_paused(word);
    ASSERT_FALSE(wrong.ok()) << word;
    EXPECT_THAT(wrong.error().message(), HasSubstr("on, yes, true, 1, off, no, false or 0"));
  }
}

// Names in a file are relative to the current folder, as on the command line, wherever the file is.
TEST_F(RecordSettingsTest, NamesInAFileStartFromTheCurrentFolder) {
  const std::string rules = "tarry_rules_" + std::to_string(getpid()) + ".filter";
  std::ofstream(rules) << "";
  write_file("filter = " + rules + "\n");
  const base::Status resolved = resolve({"--config", file});
  const std::filesystem::path expected = std::filesystem::absolute(rules);
  std::filesystem::remove(rules);
  ASSERT_TRUE(resolved.ok()) << resolved.error().message();
  EXPECT_EQ(settings.filter_file(), expected);
}

TEST_F(RecordSettingsTest, WhatIsNoFileIsSaid) {
  EXPECT_THAT(resolve({"--filter", testing::TempDir()}).error().message(),
              HasSubstr("this is a directory, not a file: '" + testing::TempDir()));
  EXPECT_EQ(resolve({"--config", testing::TempDir()}).error().code, base::ErrorCode::Usage);
  EXPECT_EQ(resolve({"--config", "/no/such/file"}).error().code, base::ErrorCode::Usage);
}

TEST_F(RecordSettingsTest, GroupsThatAreLeftOutAreSaid) {
  EXPECT_EQ(settings.mpi_calls_left_out(), "");
  ASSERT_TRUE(resolve({"--mpi-groups", "p2p,coll"}).ok());
  EXPECT_EQ(settings.mpi_calls_left_out(),
            "only MPI calls of the groups p2p,coll were recorded (--mpi-groups)");
}

TEST_F(RecordSettingsTest, NoGroupStandsAlone) {
  EXPECT_THAT(resolve({"--mpi-groups", "p2p,none"}).error().message(), HasSubstr("or none alone"));
}

TEST_F(RecordSettingsTest, SourcesAreTold) {
  write_file("max-trace = 1G\n");
  ::setenv("TARRY_CLOCK", "auto", 1);
  ASSERT_TRUE(resolve({"--config", file, "--buffer", "3M"}).ok());
  EXPECT_EQ(settings.explanations().size(), std::size(trace::eventlog::kSettings));
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

TEST_F(RecordSettingsTest, CompressedTracesHaveNoCounters) {
  ASSERT_TRUE(resolve({"--metrics", "ru_minflt", "--compressed", "--profile"}).ok());
  settings.choose_what_to_keep();
  EXPECT_EQ(settings.check_counters().error().code, base::ErrorCode::Usage);
}

TEST_F(RecordSettingsTest, SummariesHaveCounters) {
  ASSERT_TRUE(resolve({"--metrics", "ru_minflt", "--profile"}).ok());
  settings.choose_what_to_keep();
  EXPECT_TRUE(settings.check_counters().ok());
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
  EXPECT_EQ(compressed::fold_options(SettingValues()), compressed::FoldOptions());
  const compressed::FoldOptions fold = compressed::fold_options(settings.values());
  EXPECT_FALSE(fold.partial_iterations);
  EXPECT_FALSE(fold.loop_agnostic_merge);
  EXPECT_EQ(fold.vectors, compressed::VectorForm::Folded);
  EXPECT_EQ(fold.least_common_share, 0.25);
  EXPECT_EQ(fold.stack_threshold, 3u);
  EXPECT_EQ(fold.histogram_threshold, 0u);
  EXPECT_THAT(settings.check_options().error().message(),
              HasSubstr("--no-loop-agnostic-merge applies to a compressed trace"));
  EXPECT_THAT(settings.variables(),
              ElementsAre("TARRY_PARTIAL_ITERATIONS=no", "TARRY_LOOP_AGNOSTIC_MERGE=off",
                          "TARRY_COMMON_SHARE=0.25", "TARRY_STACK_THRESHOLD=3"));
}

// Names become absolute because the program may be started elsewhere.
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

TEST_F(RecordSettingsTest, SamplesMayBeAllThatIsKept) {
  ::setenv("TARRY_BUFFER", "1M", 1);
  ASSERT_TRUE(resolve({"--sample"}).ok());
  settings.choose_what_to_keep();
  EXPECT_TRUE(settings.takes_samples());
  EXPECT_FALSE(settings.records_events());
  EXPECT_TRUE(settings.check_options().ok());
  EXPECT_THAT(settings.variables(), ElementsAre("TARRY_BUFFER=1M", "TARRY_SAMPLE=4ms"));
}

TEST_F(RecordSettingsTest, PeriodOfSamplesStandsBehindTheSign) {
  ASSERT_TRUE(resolve({"--sample=10ms", "--sample-clock", "cpu"}).ok());
  EXPECT_TRUE(settings.check_options().ok());
  EXPECT_THAT(settings.variables(), ElementsAre("TARRY_SAMPLE=10ms", "TARRY_SAMPLE_CLOCK=cpu"));
  EXPECT_THAT(resolve({"--sample=10"}).error().message(), HasSubstr("--sample"));
}

TEST_F(RecordSettingsTest, SamplesAndEventsAreKeptTogether) {
  ASSERT_TRUE(resolve({"--sample", "--trace", "--buffer", "1M"}).ok());
  settings.choose_what_to_keep();
  EXPECT_TRUE(settings.takes_samples());
  EXPECT_TRUE(settings.records_events());
  EXPECT_TRUE(settings.check_options().ok());
  EXPECT_THAT(settings.variables(),
              ElementsAre("TARRY_TRACE=on", "TARRY_BUFFER=1M", "TARRY_SAMPLE=4ms"));
}

TEST_F(RecordSettingsTest, HowToRecordEventsIsForEvents) {
  ASSERT_TRUE(resolve({"--sample", "--buffer", "1M"}).ok());
  settings.choose_what_to_keep();
  EXPECT_EQ(settings.check_options().error().code, base::ErrorCode::Usage);
}

TEST_F(RecordSettingsTest, HowToSampleIsForSamples) {
  ASSERT_TRUE(resolve({"--sample-clock", "cpu"}).ok());
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
