// SPDX-License-Identifier: BSD-3-Clause
#include "trace/recording/settings.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace tarry::trace::recording {
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

TEST(Settings, SizeAsTextIsReadBack) {
  for (const std::uint64_t bytes :
       {0ull, 1ull, 100ull, 65536ull, 1572864ull, 2ull << 30, 1ull << 40})
    EXPECT_EQ(size_from_text(size_to_text(bytes)), bytes);
  EXPECT_EQ(size_to_text(16u << 20), "16M");
}

TEST(Settings, TableDefaultsAreTheDefaults) {
  const Settings untouched;
  for (const SettingInfo& info : kSettings) {
    Settings set_to_default;
    ASSERT_TRUE(set_quietly(set_to_default, info.name, info.default_value)) << info.name;
    EXPECT_EQ(set_to_default.buffer_bytes, untouched.buffer_bytes);
    EXPECT_EQ(set_to_default.max_trace_bytes, untouched.max_trace_bytes);
    EXPECT_EQ(set_to_default.paused, untouched.paused);
    EXPECT_EQ(set_to_default.clock, untouched.clock);
  }
}

TEST(Settings, SaysWhatIsWrong) {
  Settings settings;
  EXPECT_EQ(set(settings, "buffer", "12").error().message(),
            "bad value '12': --buffer (expected a size of at least 64K, for example 16M)");
  EXPECT_EQ(set(settings, "clock", "sun").error().message(),
            "bad value 'sun': --clock (expected one of auto|tsc|monotonic)");
  EXPECT_EQ(set(settings, "colour", "red").error().message(), "unknown setting: colour");
  EXPECT_EQ(settings.buffer_bytes, Settings{}.buffer_bytes);
}

TEST(Settings, ReadsTheEnvironment) {
  ::setenv("TARRY_BUFFER", "1M", 1);
  ::setenv("TARRY_PAUSE", "on", 1);
  ::setenv("TARRY_CLOCK", "moon", 1);
  Settings settings;
  EXPECT_EQ(read_environment(settings).error().message(),
            "bad value 'moon': TARRY_CLOCK (expected one of auto|tsc|monotonic)");
  EXPECT_EQ(settings.buffer_bytes, 1u << 20);
  EXPECT_TRUE(settings.paused);
  EXPECT_EQ(settings.clock, ClockChoice::Auto);
  for (const SettingInfo& info : kSettings) ::unsetenv(info.variable);
}

}  // namespace
}  // namespace tarry::trace::recording
