// SPDX-License-Identifier: BSD-3-Clause
#include "trace/eventlog/settings.h"

#include <gtest/gtest.h>

#include <cctype>
#include <cstdlib>
#include <string>
#include <tuple>

namespace tarry::trace::eventlog {
namespace {

TEST(Settings, ReadsSizes) {
  EXPECT_EQ(size_from_text("4096"), 4096u);
  EXPECT_EQ(size_from_text("64K"), 65536u);
  EXPECT_EQ(size_from_text("16m"), 16u << 20);
  EXPECT_EQ(size_from_text("2G"), 2ull << 30);
  EXPECT_EQ(size_from_text("1.5M"), 1572864u);
  EXPECT_EQ(size_from_text("1MiB"), 1u << 20);
  EXPECT_EQ(size_from_text("10B"), 10u);
}

TEST(Settings, RejectsWhatIsNoSize) {
  for (const char* text : {"", "K", ".", "-1", "1X", "1 M", "1iB", "1.2.3", "99999999999999999999T",
                           "18446744073709551616", "0x10"})
    EXPECT_EQ(size_from_text(text), std::nullopt) << text;
}

TEST(Settings, TableDefaultsAreTheDefaults) {
  const Settings untouched;
  for (const SettingInfo& info : kSettings) {
    Settings made;
    ASSERT_TRUE(set_quietly(made, info.name, info.default_value)) << info.name;
#define TARRY_SETTING(type, field, ...) EXPECT_EQ(made.field, untouched.field) << info.name;
#define TARRY_FOLD_SETTING(...)
#include "trace/eventlog/settings.def"
    EXPECT_EQ(made.fold, untouched.fold) << info.name;
  }
}

TEST(Settings, VariablesAreNamedLikeOptions) {
  for (const SettingInfo& info : kSettings) {
    std::string variable = "TARRY_" + std::string(info.name);
    for (char& c : variable)
      c = c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    EXPECT_EQ(info.variable, variable);
  }
}

TEST(Settings, ChoicesAreTheirEnumerators) {
  Settings settings;
  EXPECT_TRUE(set_quietly(settings, "clock", "monotonic"));
  EXPECT_EQ(settings.clock, ClockChoice::Monotonic);
  EXPECT_TRUE(set_quietly(settings, "openmp", "pomp2"));
  EXPECT_EQ(settings.openmp, OpenMpChoice::Pomp2);
  EXPECT_TRUE(set_quietly(settings, "pthread", "off"));
  EXPECT_EQ(settings.pthread, PthreadChoice::Off);
  EXPECT_TRUE(set_quietly(settings, "switches", "off"));
  EXPECT_EQ(settings.switches, SwitchChoice::Off);
  EXPECT_TRUE(set_quietly(settings, "sample-clock", "cpu"));
  EXPECT_EQ(settings.sample_clock, SampleClockChoice::Cpu);
  EXPECT_EQ(settings.polls, PollChoice::Estimated);
  EXPECT_TRUE(set_quietly(settings, "polls", "joined"));
  EXPECT_EQ(settings.polls, PollChoice::Joined);
  EXPECT_TRUE(set_quietly(settings, "call-sites", "off"));
  EXPECT_FALSE(settings.call_sites);
  for (const char* wrong : {"", "OFF", "auto|off", "of"})
    EXPECT_FALSE(set_quietly(settings, "pthread", wrong)) << wrong;
}

TEST(Settings, NumbersHaveLimits) {
  Settings settings;
  for (const auto& [name, least, most] : {std::tuple{"profile-depth", 1u, 1000u},
                                          {"profile-paths", 16u, 1u << 24},
                                          {"sample-paths", 16u, (1u << 24) - 1}}) {
    EXPECT_TRUE(set_quietly(settings, name, std::to_string(least))) << name;
    EXPECT_TRUE(set_quietly(settings, name, std::to_string(most))) << name;
    EXPECT_FALSE(set_quietly(settings, name, std::to_string(least - 1))) << name;
    EXPECT_FALSE(set_quietly(settings, name, std::to_string(most + 1))) << name;
  }
}

TEST(Settings, WrongValuesAreRefused) {
  Settings settings;
  EXPECT_FALSE(set_quietly(settings, "buffer", "12"));
  EXPECT_FALSE(set_quietly(settings, "clock", "sun"));
  EXPECT_FALSE(set_quietly(settings, "statistics", std::string(4096, 'x')));
  EXPECT_FALSE(set_quietly(settings, "colour", "red"));
  for (const char* value : {"", "1.5", "-0.1", "half", "0.5x", "nan"})
    EXPECT_FALSE(set_quietly(settings, "common-share", value)) << value;
  for (const char* value : {"", "-1", "1.5", "9999999999"})
    EXPECT_FALSE(set_quietly(settings, "loop-window", value)) << value;
  EXPECT_EQ(settings.buffer_bytes, Settings{}.buffer_bytes);
  EXPECT_EQ(expectation(*find_setting("buffer")), "a size of at least 64K, for example 16M");
  EXPECT_EQ(expectation(*find_setting("clock")), "one of auto|tsc|monotonic");
  EXPECT_EQ(expectation(*find_setting("common-share")), "a number from 0 to 1");
  EXPECT_EQ(expectation(*find_setting("loop-window")), "a whole number from 0 to 1073741824");
  EXPECT_EQ(expectation(*find_setting("profile-depth")), "a whole number from 1 to 1000");
  EXPECT_EQ(find_setting("colour"), nullptr);
}

TEST(Settings, PeriodsOfSamples) {
  EXPECT_EQ(period_from_text("4ms"), 4'000'000u);
  EXPECT_EQ(period_from_text("0.5s"), 500'000'000u);
  EXPECT_EQ(period_from_text("100us"), 100'000u);
  EXPECT_EQ(period_from_text("10s"), 10'000'000'000u);
  for (const char* wrong : {"", "4", "ms", "4 ms", "99us", "11s", "-4ms", "nanms", "1e3ms", "4mss"})
    EXPECT_FALSE(period_from_text(wrong)) << wrong;
  Settings settings;
  EXPECT_TRUE(set_quietly(settings, "sample", kUsualSamplePeriod));
  EXPECT_EQ(settings.sample_period_ns, 4'000'000u);
  for (const char* none : {"off", "auto"}) {
    settings.sample_period_ns = 1;
    EXPECT_TRUE(set_quietly(settings, "sample", none));
    EXPECT_EQ(settings.sample_period_ns, 0u) << none;
  }
  EXPECT_TRUE(set_quietly(settings, "sample", kAutoSamplePeriod));
  EXPECT_EQ(settings.sample_period_ns, 10'000'000u);
}

TEST(Settings, ListsOfMpiGroups) {
  Settings settings;
  EXPECT_TRUE(set_quietly(settings, "mpi-groups", "p2p,Coll"));
  EXPECT_EQ(settings.mpi_groups, bit_of(MpiGroup::PointToPoint) | bit_of(MpiGroup::Collective));
  EXPECT_TRUE(set_quietly(settings, "mpi-groups", "none"));
  EXPECT_EQ(settings.mpi_groups, 0u);
  EXPECT_TRUE(set_quietly(settings, "mpi-groups", "misc,env"));
  EXPECT_EQ(settings.mpi_groups, bit_of(MpiGroup::Data) | bit_of(MpiGroup::Environment));
  EXPECT_TRUE(set_quietly(settings, "mpi-groups", "io,all"));
  EXPECT_EQ(settings.mpi_groups, kAllMpiGroups);
  for (const char* value : {"", "p2p,", ",p2p", "p2p coll", "foo", "p2p,none"})
    EXPECT_FALSE(set_quietly(settings, "mpi-groups", value)) << value;
  EXPECT_EQ(expectation(*find_setting("mpi-groups")),
            "some of p2p|coll|cg|rma|io|env|misc|all, commas between them; or none alone");
}

TEST(Settings, CallStacksAreANumberOrOff) {
  Settings settings;
  EXPECT_EQ(settings.adaptive_ns, 500u);
  EXPECT_TRUE(set_quietly(settings, "adaptive", "200"));
  EXPECT_EQ(settings.adaptive_ns, 200u);
  EXPECT_TRUE(set_quietly(settings, "adaptive", "off"));
  EXPECT_EQ(settings.adaptive_ns, 0u);
  for (const char* value : {"", "0", "on", "1000001", "2us"})
    EXPECT_FALSE(set_quietly(settings, "adaptive", value)) << value;
  EXPECT_TRUE(set_quietly(settings, "call-stacks", "256"));
  EXPECT_EQ(settings.call_stacks, 256u);
  EXPECT_TRUE(set_quietly(settings, "call-stacks", "off"));
  EXPECT_EQ(settings.call_stacks, 0u);
  for (const char* value : {"", "0", "257", "-1", "on", "12x"})
    EXPECT_FALSE(set_quietly(settings, "call-stacks", value)) << value;
  EXPECT_EQ(expectation(*find_setting("call-stacks")), "off, or a whole number from 1 to 256");
}

TEST(Settings, OfFoldingAreTakenOver) {
  Settings settings;
  EXPECT_TRUE(set_quietly(settings, "partial-iterations", "off"));
  EXPECT_TRUE(set_quietly(settings, "loop-agnostic-merge", "off"));
  EXPECT_TRUE(set_quietly(settings, "vector-folding", "off"));
  EXPECT_TRUE(set_quietly(settings, "common-share", "0.75"));
  EXPECT_TRUE(set_quietly(settings, "loop-window", "100"));
  EXPECT_TRUE(set_quietly(settings, "stack-threshold", "2"));
  EXPECT_TRUE(set_quietly(settings, "histogram-threshold", "64"));
  EXPECT_EQ(settings.fold, (FoldSettings{false, false, false, 0.75, 100, 2, 64}));
}

TEST(Settings, ReadsTheEnvironment) {
  ::setenv("TARRY_BUFFER", "1M", 1);
  ::setenv("TARRY_PAUSE", "on", 1);
  ::setenv("TARRY_CLOCK", "moon", 1);
  ::setenv("TARRY_STATISTICS", "/a.so,/b.so", 1);
  Settings settings;
  EXPECT_EQ(read_environment_quietly(settings), find_setting("clock"));
  EXPECT_EQ(settings.buffer_bytes, 1u << 20);
  EXPECT_TRUE(settings.paused);
  EXPECT_STREQ(settings.statistics.data(), "/a.so,/b.so");
  EXPECT_EQ(settings.clock, ClockChoice::Auto);
  for (const SettingInfo& info : kSettings) ::unsetenv(info.variable);
}

}  // namespace
}  // namespace tarry::trace::eventlog
