// SPDX-License-Identifier: BSD-3-Clause
// Runs a test program under the injected runtime and reads the files it leaves behind.
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
  // Checks that time stamps do not decrease and that every leave belongs to the innermost open
  // function. At the end `open` functions must be left open.
  void expect_sound(std::size_t open = 0) const;
  // Returns "ProgramBegin main step step ..." with functions as '(' and ')', in order, without
  // flushes.
  [[nodiscard]] std::string shape() const;
};

struct Process {
  std::map<unsigned, Log> logs;          // by thread
  std::vector<std::string> definitions;  // all lines
  [[nodiscard]] std::vector<std::string> lines_of(const std::string& type) const;
};

struct Measured {
  int status = -1;  // exit status in the form of a shell (137 if killed)
  std::string out;
  std::string err;
  std::vector<Process> processes;
};

struct RunOptions {
  std::vector<std::string> settings{};  // such as "TARRY_BUFFER=64K"
  std::string shell_before{};           // such as "ulimit -f 100;"
  std::filesystem::path experiment{};   // a folder of the test's own by default
  std::string preload_of_user{};
  std::string shell{};  // runs the program through this, such as "sh -c"
};

// `command` is a program of tests/programs with its arguments.
Measured run_measured(const std::string& command, const RunOptions& options = {});

// Runs the command without measurement.
Measured run_bare(const std::string& command);

// Returns a fresh folder for the running test.
std::filesystem::path test_folder();

}  // namespace tarry::tests
