// SPDX-License-Identifier: BSD-3-Clause
#include "cli/config_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/temporary_directory.h"

namespace tarry::cli {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class ConfigFileTest : public testing::Test {
 protected:
  [[nodiscard]] base::Result<Config> read(const std::string& text) const {
    std::ofstream(file) << text;
    return read_config(file);
  }
  // Returns "name=value" for each value.
  [[nodiscard]] std::vector<std::string> values(const std::string& text) const {
    const base::Result<Config> config = read(text);
    if (!config.ok()) return {config.error().message()};
    std::vector<std::string> out;
    for (const ConfigValue& value : config->values)
      out.push_back(std::string(value.setting->name) + "=" + value.value);
    return out;
  }
  // Returns the message of an error, which must be wrong usage.
  [[nodiscard]] std::string error_of(const std::string& text) const {
    const base::Result<Config> config = read(text);
    if (config.ok()) return "";
    EXPECT_EQ(config.error().code, base::ErrorCode::Usage);
    return config.error().message();
  }

  base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  std::string file = directory.path() / "config";
};

TEST_F(ConfigFileTest, ReadsNamesAndValues) {
  EXPECT_THAT(
      values("# ours\n\n buffer=1M\nmax-trace =  2G # not more\n\tclock = \"tsc\"\t# x\r\n"),
      ElementsAre("buffer=1M", "max-trace=2G", "clock=tsc"));
  EXPECT_THAT(values("statistics = 'a #1.so'"), ElementsAre("statistics=a #1.so"));
  EXPECT_THAT(values(""), IsEmpty());
  EXPECT_EQ(read("pause = on\nbuffer = 1M")->values[1].source, "buffer in " + file + ":2:10");
}

TEST_F(ConfigFileTest, ErrorsSayWhere) {
  EXPECT_THAT(error_of("buffer = 1M\n  bufer = 2M\n"),
              AllOf(HasSubstr("'bufer'"), HasSubstr(file + ":2:3"), HasSubstr("'buffer'")));
  EXPECT_THAT(error_of("buffer 1M"), AllOf(HasSubstr("'='"), HasSubstr(file + ":1:8")));
  EXPECT_THAT(error_of("buffer"), HasSubstr(file + ":1:7"));
  EXPECT_THAT(error_of("= 1M"), AllOf(HasSubstr("the name"), HasSubstr(file + ":1:1")));
  EXPECT_THAT(error_of("clock = \"tsc"), AllOf(HasSubstr("quote"), HasSubstr(file + ":1:13")));
  EXPECT_THAT(error_of("clock = 'tsc' x"), HasSubstr(file + ":1:15"));
  EXPECT_THAT(error_of("buffer = 1M\npause = on\nbuffer = 2M"),
              AllOf(HasSubstr("twice"), HasSubstr(file + ":3:1"), HasSubstr(file + ":1:10")));
  EXPECT_FALSE(read_config("/no/such/file").ok());
}

TEST_F(ConfigFileTest, ManifestsGiveSettingsAndCommand) {
  const base::Result<Config> config =
      read(R"({"schema": "tarry-experiment/1", "command": ["mpirun", "-n", "2", "./a b"],
               "directory": "/tmp", "options": {"pause": "on"},
               "settings": {"buffer": "1M", "max-trace": "2G", "statistics": ""}})");
  ASSERT_TRUE(config.ok()) << config.error().message();
  EXPECT_THAT(config->command, ElementsAre("mpirun", "-n", "2", "./a b"));
  EXPECT_EQ(config->directory, "/tmp");
  ASSERT_EQ(config->values.size(), 1u);  // the others are at their default
  EXPECT_EQ(config->values[0].value, "1M");
  EXPECT_EQ(config->values[0].source, "buffer in " + file);
}

TEST_F(ConfigFileTest, ManifestsOfBeforeHaveOptionsOnly) {
  EXPECT_THAT(values(R"({"schema": "tarry-experiment/1", "options": {"buffer": "1M"}})"),
              ElementsAre("buffer=1M"));
}

TEST_F(ConfigFileTest, WhatIsNoManifestIsRefused) {
  EXPECT_THAT(error_of("{\n \"schema\": x}"), AllOf(HasSubstr(file + ":2:12"), HasSubstr("JSON")));
  EXPECT_THAT(error_of("{"), HasSubstr(file + ":1:2"));
  EXPECT_THAT(error_of("{\"schema\": \"tarry-report/1\"}"), HasSubstr("tarry-experiment/1"));
  EXPECT_THAT(error_of("{\"schema\": 1}"), HasSubstr(file));
  EXPECT_THAT(error_of(R"({"schema": "tarry-experiment/1", "settings": {"bufer": "1M"}})"),
              AllOf(HasSubstr("'bufer'"), HasSubstr("'buffer'")));
}

}  // namespace
}  // namespace tarry::cli
