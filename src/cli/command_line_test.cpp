// SPDX-License-Identifier: BSD-3-Clause
#include "cli/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tarry::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Takes a file, options of every kind, and a program.
class Sample final : public Command {
 public:
  std::string name() const override { return "sample"; }
  std::string summary() const override { return "Nothing"; }
  std::vector<std::string> description() const override { return {}; }
  std::vector<Example> examples() const override { return {}; }
  std::string takes_command() const override { return "program"; }
  void set_command(std::vector<std::string> words) override { program = std::move(words); }
  OptionTable options() override {
    return {{.names = "-o,--output", .target = &output, .help = "File", .value = "FILE"},
            {.names = "--all", .target = &all, .help = "All"},
            {.names = "--no-color", .target = Clears{&color}, .help = "None"},
            {.names = "--metric", .target = &metrics, .help = "Metric", .value = "ID"},
            {.names = "--top", .target = Number{&top, 1, 9}, .help = "Rows", .value = "N"},
            {.names = "--by",
             .target = &by,
             .help = "Rows",
             .choices = {"rank", "region"},
             .former_choices = {"node"}},
            {.names = "--one", .target = &one, .help = "One", .excludes = "--all"},
            {.names = "--cost", .value = "MODEL"}};
  }
  base::Result<int> run(const CommonOptions& /*common*/) override { return 0; }

  std::string output, by;
  std::vector<std::string> metrics, program;
  bool all = false, color = true, one = false;
  unsigned top = 0;
};

class CommandLine : public testing::Test {
 protected:
  CommandLine() {
    auto made = std::make_unique<Sample>();
    sample = made.get();
    commands.push_back(std::move(made));
  }
  base::Result<Request> read(std::vector<std::string> words) {
    return read_command_line(commands, common, std::move(words));
  }
  std::string error(std::vector<std::string> words) {
    const auto request = read(std::move(words));
    if (request.ok()) return "";
    EXPECT_EQ(request.error().code, base::ErrorCode::Usage);
    return request.error().message();
  }

  Commands commands;
  Sample* sample = nullptr;
  CommonOptions common;
};

TEST_F(CommandLine, OptionsReachTheirTargets) {
  const auto request = read({"sample", "-qj3", "--output=a b", "--all", "--no-color", "--metric",
                             "x", "--metric", "y", "--top", "9", "--by", "rank"});
  ASSERT_TRUE(request.ok()) << request.error().message();
  EXPECT_EQ(request->command, sample);
  EXPECT_TRUE(common.quiet);
  EXPECT_EQ(common.threads, 3u);
  EXPECT_EQ(sample->output, "a b");
  EXPECT_TRUE(sample->all);
  EXPECT_FALSE(sample->color);
  EXPECT_THAT(sample->metrics, ElementsAre("x", "y"));
  EXPECT_EQ(sample->top, 9u);
  EXPECT_EQ(sample->by, "rank");
  EXPECT_THAT(sample->program, IsEmpty());
}

TEST_F(CommandLine, TheProgramKeepsItsOwnOptions) {
  ASSERT_TRUE(read({"sample", "-vo", "out", "./a", "--all", "--", "-q"}).ok());
  EXPECT_EQ(sample->output, "out");
  EXPECT_FALSE(sample->all);
  EXPECT_THAT(sample->program, ElementsAre("./a", "--all", "--", "-q"));
  ASSERT_TRUE(read({"sample", "--top", "2", "--", "--odd"}).ok());
  EXPECT_THAT(sample->program, ElementsAre("--odd"));
}

TEST_F(CommandLine, WrongUsageIsExplained) {
  EXPECT_THAT(error({}), HasSubstr("no command given"));
  EXPECT_THAT(error({"smaple"}), HasSubstr("did you mean 'sample'?"));
  EXPECT_THAT(error({"sample", "--otput", "x"}), HasSubstr("did you mean '--output'?"));
  EXPECT_THAT(error({"sample", "--top", "10"}), HasSubstr("--top"));
  EXPECT_THAT(error({"sample", "--by", "colour"}), HasSubstr("colour"));
  EXPECT_THAT(error({"sample", "--all", "--one"}), HasSubstr("--one"));
  EXPECT_THAT(error({"sample", "--output", ""}), HasSubstr("--output: its value is empty"));
  EXPECT_THAT(error({"--all", "sample"}), HasSubstr("no command given before --all"));
  EXPECT_THAT(error({"-q", "--all", "sample"}), HasSubstr("no command given before -q"));
  EXPECT_THAT(error({"-q"}), HasSubstr("no command given before -q"));
  EXPECT_THAT(error({"-q", "-j"}), HasSubstr("--jobs"));
}

TEST_F(CommandLine, CommonOptionsMayStandInFrontOfTheVerb) {
  ASSERT_TRUE(read({"-qj", "3", "--color=never", "sample", "--all", "./a", "-v"}).ok());
  EXPECT_TRUE(common.quiet);
  EXPECT_EQ(common.threads, 3u);
  EXPECT_EQ(common.color, "never");
  EXPECT_FALSE(common.verbose);
  EXPECT_TRUE(sample->all);
  EXPECT_THAT(sample->program, ElementsAre("./a", "-v"));
  EXPECT_THAT(read({"--help", "sample"})->text, HasSubstr("--by rank|region"));
  EXPECT_THAT(read({"-q", "help", "sample"})->text, HasSubstr("--by rank|region"));
  EXPECT_THAT(read({"help", "-q", "sample"})->text, HasSubstr("--by rank|region"));
}

TEST_F(CommandLine, WhatIsToComeIsNamed) {
  for (const std::string& verb : verbs_to_come())
    EXPECT_THAT(error({verb, "x"}), HasSubstr("not available")) << verb;
  EXPECT_THAT(error({"sample", "--cost", "high"}), HasSubstr("--cost is not available"));
  EXPECT_THAT(error({"sample", "--cost"}), HasSubstr("--cost is not available"));
}

TEST_F(CommandLine, HelpAndVersionStopEverythingElse) {
  const auto help = read({"sample", "--help", "--top", "1"});
  ASSERT_TRUE(help.ok());
  EXPECT_EQ(help->command, nullptr);
  EXPECT_THAT(help->text, HasSubstr("--by rank|region"));
  EXPECT_THAT(help->text, testing::Not(HasSubstr("--cost")));
  EXPECT_THAT(read({"--version"})->text, HasSubstr("tarry "));
  EXPECT_EQ(read({"sample", "--version"})->text, read({"--version"})->text);
  EXPECT_EQ(read({"-q", "--version"})->text, read({"--version"})->text);
  EXPECT_EQ(read({"-qj", "3", "--help"})->text, read({"--help"})->text);
  EXPECT_EQ(read({"-h", "--all"})->text, read({"--help"})->text);
}

}  // namespace
}  // namespace tarry::cli
