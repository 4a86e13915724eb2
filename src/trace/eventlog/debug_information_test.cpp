// SPDX-License-Identifier: BSD-3-Clause
// The test examines its own file, which has debug information in every build.
#include "trace/eventlog/debug_information.h"

#include <gtest/gtest.h>

#include <string>

#include "base/files.h"
#include "base/temporary_directory.h"

namespace tarry::trace::eventlog {
namespace {

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

TEST(DebugInformation, IsKnownByItsSections) {
  EXPECT_TRUE(has_debug_information("/proc/self/exe"));
  const auto program = base::read_file("/proc/self/exe");
  ASSERT_TRUE(program.ok());
  const base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  const auto tells_as_file = [&](const std::string& content) {
    const std::string file = (directory.path() / "file").string();
    EXPECT_TRUE(base::write_file(file, content).ok());
    return has_debug_information(file);
  };
  std::string without = *program;
  for (const std::string name : {".debug_info", ".zdebug_info", ".gnu_debuglink"})
    replace_all(without, name, std::string(name.size(), '.'));
  EXPECT_TRUE(tells_as_file(*program));
  EXPECT_FALSE(tells_as_file(without));
  EXPECT_FALSE(tells_as_file(program->substr(0, program->size() / 2)));
  EXPECT_FALSE(tells_as_file(program->substr(0, 100)));
  EXPECT_FALSE(tells_as_file("#!/bin/sh\n"));
  EXPECT_FALSE(has_debug_information("/no/such/file"));
}

}  // namespace
}  // namespace tarry::trace::eventlog
