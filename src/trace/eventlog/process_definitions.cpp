// SPDX-License-Identifier: BSD-3-Clause
#include "trace/eventlog/process_definitions.h"

#include <algorithm>

#include "base/experiment_files.h"
#include "trace/eventlog/address_set.h"
#include "trace/eventlog/log_reader.h"

namespace tarry::trace::eventlog {
namespace {

bool is_log(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  return name.starts_with(base::kThreadPrefix) && name.ends_with(base::kEventLogEnding);
}

}  // namespace

FunctionKey function_key(const std::vector<Module>& modules, std::uint64_t address) {
  for (auto m = modules.rbegin(); m != modules.rend(); ++m)
    if (address >= m->begin && address < m->end) return {m->path, address - m->bias};
  // Function hooks do not tell which of the successive objects at a place it was.
  constexpr std::uint64_t kPlain = (std::uint64_t{1} << 48) - 1;
  if (address > kPlain) return {};
  for (auto m = modules.rbegin(); m != modules.rend(); ++m)
    if (address >= (m->begin & kPlain) && address < (m->end & kPlain))
      return {m->path, address - (m->bias & kPlain)};
  return {};
}

FunctionKey function_key(const ProcessDefinitions& definitions, std::uint64_t payload) {
  if (!is_called_function(payload)) return function_key(definitions.modules, payload);
  const std::uint32_t number = called_function_of(payload);
  return number < definitions.called_functions.size() ? definitions.called_functions[number]
                                                      : FunctionKey{};
}

void add_teams(ProcessDefinitions& definitions) {
  for (std::uint32_t i = 0; i < definitions.teams.size(); ++i) {
    std::string threads;
    for (const std::uint32_t thread : definitions.teams[i])
      threads += (threads.empty() ? "" : ",") + std::to_string(thread);
    if (!threads.empty())
      definitions.set.communicators[team_key(definitions.process.rank, i + 1)] = {
          "team", "", std::move(threads), ""};
  }
}

base::Result<std::vector<std::filesystem::path>> list_logs(const std::filesystem::path& directory) {
  std::error_code error;
  std::vector<std::filesystem::path> logs;
  for (std::filesystem::directory_iterator it(directory, error), end; !error && it != end;
       it.increment(error))
    if (is_log(it->path())) logs.push_back(it->path());
  if (error)
    return base::Error{base::ErrorCode::Io, "cannot list (" + error.message() + ")",
                       directory.string(), ""};
  std::sort(logs.begin(), logs.end());
  return logs;
}

base::Status collect_functions(const std::filesystem::path& directory,
                               ProcessDefinitions& definitions) {
  TRY_ASSIGN(const std::vector<std::filesystem::path> logs, list_logs(directory));
  AddressSet addresses;
  for (const std::filesystem::path& path : logs) {
    base::Result<LogReader> log = LogReader::open(path);
    if (!log.ok()) continue;  // the converter counts it
    for (LogRecord record; log->next(record);)
      if (record.kind == RecordKind::FunctionEnter) addresses.insert(record.payload());
  }
  for (const std::uint64_t address : addresses.values())
    definitions.set.functions.emplace(function_key(definitions, address), model::RegionId{});
  return base::kOk;
}

}  // namespace tarry::trace::eventlog
