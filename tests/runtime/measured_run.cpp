// SPDX-License-Identifier: BSD-3-Clause
#include "measured_run.h"

#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "trace/eventlog/log_reader.h"

namespace tarry::tests {
namespace {

namespace fs = std::filesystem;
using trace::eventlog::LogReader;
using trace::eventlog::LogRecord;
using trace::eventlog::RecordKind;

std::string text_of(const fs::path& file) {
  std::ifstream stream(file);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

Log read_log(const fs::path& path) {
  Log log{};
  auto reader = LogReader::open(path);
  EXPECT_TRUE(reader.ok()) << path;
  if (!reader.ok()) return log;
  log.header = reader->header();
  LogRecord record;
  while (reader->next(record)) log.events.push_back({record.kind, record.ticks, record.payload()});
  EXPECT_EQ(reader->damaged_windows(), 0u) << path;
  EXPECT_FALSE(reader->cut_short()) << path;
  return log;
}

Process read_process(const fs::path& folder) {
  Process process;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".log") {
      Log log = read_log(entry.path());
      const unsigned thread = log.header.thread;
      process.logs.emplace(thread, std::move(log));
    }
  std::istringstream lines(text_of(folder / "definitions.tsv"));
  for (std::string line; std::getline(lines, line);) process.definitions.push_back(line);
  return process;
}

Measured run_in_shell(const std::string& command) {
  const fs::path folder = test_folder();
  const std::string redirected = "(" + command + ") >" + (folder / "stdout").string() + " 2>" +
                                 (folder / "stderr").string() + " </dev/null";
  const int status = std::system(redirected.c_str());
  Measured run;
  run.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  run.out = text_of(folder / "stdout");
  run.err = text_of(folder / "stderr");
  return run;
}

}  // namespace

fs::path test_folder() {
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  const fs::path folder = fs::path(TARRY_BUILD) / "runtime-tests" /
                          (std::string(test->test_suite_name()) + "." + test->name());
  fs::create_directories(folder);
  return folder;
}

Measured run_measured(const std::string& command, const RunOptions& options) {
  fs::path experiment = options.experiment;
  if (experiment.empty()) {
    experiment = test_folder() / "experiment";
    fs::remove_all(experiment);
    fs::create_directories(experiment);
  }
  std::string line = options.shell_before;
  if (!options.preload_of_user.empty()) line += " LD_PRELOAD=" + options.preload_of_user;
  line += " " TARRY_BUILD "/lib/tarry/tarry-start --preload " TARRY_BUILD
          "/lib/tarry/libtarry-serial.so --set TARRY_EXPERIMENT=" +
          experiment.string();
  line += " --set TARRY_ADAPTIVE=off";  // the tests count calls of short functions
  for (const std::string& setting : options.settings) line += " --set " + setting;
  line += " -- ";
  const std::string program = TARRY_TEST_PROGRAMS "/" + command;
  line += options.shell.empty() ? program : options.shell + " '" + program + "'";
  Measured run = run_in_shell(line);
  if (!fs::exists(experiment / "raw")) return run;
  for (const auto& folder : fs::directory_iterator(experiment / "raw"))
    run.processes.push_back(read_process(folder.path()));
  return run;
}

Measured run_bare(const std::string& command) {
  return run_in_shell(TARRY_TEST_PROGRAMS "/" + command);
}

std::vector<std::string> Process::lines_of(const std::string& type) const {
  std::vector<std::string> found;
  for (const std::string& line : definitions)
    if (line.starts_with(type + "\t")) found.push_back(line.substr(type.size() + 1));
  return found;
}

std::size_t Log::count(RecordKind kind) const {
  return static_cast<std::size_t>(std::count_if(
      events.begin(), events.end(), [kind](const Event& event) { return event.kind == kind; }));
}

void Log::expect_sound(std::size_t open) const {
  std::vector<std::uint64_t> stack;
  std::uint64_t last = header.tick_base;
  std::size_t backwards = 0;
  std::size_t unmatched = 0;
  for (const Event& event : events) {
    backwards += event.ticks < last ? 1 : 0;
    last = event.ticks;
    if (event.kind == RecordKind::FunctionEnter) {
      stack.push_back(event.payload);
    } else if (event.kind == RecordKind::FunctionLeave) {
      if (stack.empty() || stack.back() != event.payload)
        ++unmatched;
      else
        stack.pop_back();
    }
  }
  EXPECT_EQ(backwards, 0u);
  EXPECT_EQ(unmatched, 0u);
  EXPECT_EQ(stack.size(), open);
}

std::string Log::shape() const {
  std::string text;
  for (const Event& event : events) switch (event.kind) {
      case RecordKind::FunctionEnter:
        text += '(';
        break;
      case RecordKind::FunctionLeave:
        text += ')';
        break;
      case RecordKind::RegionEnter:
        text += '[' + std::to_string(event.payload);
        break;
      case RecordKind::RegionLeave:
        text += ']';
        break;
      case RecordKind::MeasurementOff:
        text += " off ";
        break;
      case RecordKind::MeasurementOn:
        text += " on ";
        break;
      case RecordKind::ProgramBegin:
        text += "begin ";
        break;
      case RecordKind::ProgramEnd:
        text += " end " + std::to_string(event.payload);
        break;
      case RecordKind::BufferFlush:
        break;
      default:
        text += '?';
    }
  return text;
}

}  // namespace tarry::tests
