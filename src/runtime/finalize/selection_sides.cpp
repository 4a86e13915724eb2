// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/finalize/selection_sides.h"

#include <climits>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/experiment_files.h"
#include "base/files.h"
#include "runtime/finalize/safely.h"
#include "trace/eventlog/process_definitions.h"
#include "trace/eventlog/selection_exchange.h"
#include "trace/eventlog/stream_places.h"

namespace tarry::runtime::finalize {
namespace {

namespace fs = std::filesystem;
namespace eventlog = trace::eventlog;

struct Told {
  eventlog::Selection selection;
  eventlog::SelectionSides sides;
};
constinit Told* told = nullptr;

bool put(const std::vector<std::string>& messages, MessagePerProcess& out) {
  if (!out.resize(messages.size())) return false;
  std::string content;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    if (messages[i].size() > INT_MAX) return false;
    out.lengths()[i] = static_cast<int>(messages[i].size());
    content += messages[i];
  }
  return out.content.assign(content);
}

std::vector<std::string_view> take(const MessagePerProcess& in) {
  std::vector<std::string_view> out;
  std::string_view rest = in.content.view();
  for (std::size_t i = 0; i < in.length_text.size() / sizeof(int); ++i) {
    out.push_back(rest.substr(0, static_cast<std::size_t>(in.lengths()[i])));
    rest.remove_prefix(out.back().size());
  }
  return out;
}

eventlog::Selection selection_of(const Unrecorded& unrecorded) {
  eventlog::Selection out;
  out.unrecorded.assign(unrecorded.runs, unrecorded.runs + unrecorded.run_count);
  for (eventlog::UnrecordedRun& run : out.unrecorded) run.ticks += unrecorded.tick_base;
  out.lost_requests.assign(unrecorded.lost_requests,
                           unrecorded.lost_requests + unrecorded.lost_count);
  return out;
}

bool read_places(const fs::path& directory, eventlog::RecordedPlaces& places) {
  const auto logs = eventlog::list_logs(directory);
  if (!logs.ok()) return false;
  eventlog::OperationReader operations(
      [&](const eventlog::Stream& stream, const eventlog::Operation& operation) {
        places.add(stream, operation);
      });
  for (const fs::path& path : *logs)
    if (auto log = eventlog::LogReader::open(path); log.ok()) operations.read(*log);
  operations.finish();
  return true;
}

}  // namespace

bool tell_sides(const char* directory, const Unrecorded& unrecorded, std::uint32_t processes,
                MessagePerProcess& out) {
  return safely([&] {
    if (directory[0] == '\0') return put(std::vector<std::string>(processes), out);
    const auto definitions = eventlog::read_process_definitions(directory);
    if (!definitions.ok()) return false;
    eventlog::Selection selection = selection_of(unrecorded);
    eventlog::RecordedPlaces places(selection);
    if (!read_places(directory, places)) return false;
    eventlog::SelectionSides sides(*definitions, places.ranges(), processes);
    told = new Told{std::move(selection), std::move(sides)};
    return put(told->sides.messages(), out);
  });
}

bool answer_sides(const MessagePerProcess& in, MessagePerProcess& out) {
  return safely([&] { return put(eventlog::answer_sides(take(in)), out); });
}

bool keep_answers(const char* directory, const MessagePerProcess& answers) {
  if (directory[0] == '\0') return true;
  return safely([&] {
    if (told == nullptr) return false;
    const std::vector<std::string_view> messages = take(answers);
    for (std::uint32_t from = 0; from < messages.size(); ++from)
      if (!told->sides.read_answer(from, messages[from], told->selection.left_out)) return false;
    const fs::path path = fs::path(directory) / base::kSelectionFile;
    return base::write_file(path, told->selection.serialize()).ok();
  });
}

void end_selection(const char* directory, bool good) {
  delete told;
  told = nullptr;
  if (good || directory[0] == '\0') return;
  safely([&] {
    std::error_code ignored;
    return fs::remove(fs::path(directory) / base::kSelectionFile, ignored);
  });
}

}  // namespace tarry::runtime::finalize
