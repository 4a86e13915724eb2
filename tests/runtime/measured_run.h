// SPDX-License-Identifier: BSD-3-Clause
// Runs a test program under the injected runtime and reads what it left behind.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "trace/eventlog/log_format.h"

namespace tarry::tests {

struct Event {
  trace::eventlog::RecordKind kind;
  std::uint64_t ticks;
  std::uint64_t payload;
};

struct Log {
  trace::eventlog::LogHeader header;
  std::vector<Event> events;

  [[nodiscard]] std::size_t count(trace::eventlog::RecordKind kind) const;
  // Time stamps do not decrease, and every leave belongs to the innermost open function. At the end
  // `open` functions are left.
  void expect_sound(std::size_t open = 0) const;
  // "ProgramBegin main step step ..." with functions as '(' and ')', in order, flushes left out.
  [[nodiscard]] std::string shape() const;
};

struct Process {
  std::map<unsigned, Log> logs;          // by thread
  std::vector<std::string> definitions;  // lines
  [[nodiscard]] std::vector<std::string> lines_of(const std::string& type) const;
};

struct Measured {
  int status = -1;  // exit status as a shell sees it (137: killed)
  std::string out;
  std::string err;
  std::vector<Process> processes;
};

struct RunOptions {
  std::vector<std::string> settings{};  // "TARRY_BUFFER=64K"
  std::string shell_before{};           // "ulimit -f 100;"
  std::filesystem::path experiment{};   // default: a folder of the test's own
  std::string preload_of_user{};
  std::string shell{};  // runs the program by this instead: "sh -c"
};

// `command`: program of tests/programs and its arguments.
Measured run_measured(const std::string& command, const RunOptions& options = {});

// The same without measurement.
Measured run_bare(const std::string& command);

// A fresh folder of the running test.
std::filesystem::path test_folder();

}  // namespace tarry::tests
