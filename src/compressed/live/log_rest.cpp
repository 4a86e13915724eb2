// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/live/log_rest.h"

#include "base/parse_number.h"
#include "base/split.h"

namespace tarry::compressed {
namespace {

// Lines: "# rest BEGIN LAST_END LAST_SITE REQUEST...", then for each thread
// "# rest-thread NUMBER EMPTIED REGION...", and, if there are any, "# rest-accesses REQUEST...",
// "# rest-windows NUMBER RANK PEERS ...", three numbers for each window, and "# rest-files
// NUMBER...". Times are ticks and nanoseconds; LAST_SITE is "-" if there is none; functions begin
// with "f".
constexpr std::string_view kRest = "# rest ";
constexpr std::string_view kThread = "# rest-thread ";
constexpr std::string_view kAccesses = "# rest-accesses ";
constexpr std::string_view kWindows = "# rest-windows ";
constexpr std::string_view kFiles = "# rest-files ";
constexpr std::string_view kNone = "-";

using Words = std::vector<std::string_view>;

template <class Number>
bool read(const Words& words, std::size_t at, Number& to) {
  if (at >= words.size()) return false;
  const auto value = base::number_in<Number>(std::string(words[at]));
  if (value) to = *value;
  return value.has_value();
}

bool read_rest(const Words& words, LogRest& rest) {
  std::int64_t begin = 0;
  if (!read(words, 0, begin) || !read(words, 1, rest.progress.last_end_ns)) return false;
  rest.progress.begin = model::Ticks{begin};
  std::uint32_t last = 0;
  if (words.size() < 3) return false;
  if (words[2] != kNone) {
    if (!read(words, 2, last)) return false;
    rest.last = SiteId{last};
  }
  for (std::size_t i = 3; i < words.size(); ++i) {
    std::uint64_t request = 0;
    if (!read(words, i, request)) return false;
    rest.progress.open_requests.emplace_back(request);
  }
  return true;
}

bool read_thread(Words words, LogRest& rest) {
  std::uint32_t number = 0;
  LogRest::Thread thread;
  if (!read(words, 0, number) || !read(words, 1, thread.emptied)) return false;
  for (std::size_t i = 2; i < words.size(); ++i) {
    RegionOrigin origin;
    origin.is_function = words[i].starts_with('f');
    if (origin.is_function) words[i].remove_prefix(1);
    if (!read(words, i, origin.payload)) return false;
    thread.open.push_back(origin);
  }
  rest.threads[number] = std::move(thread);
  return true;
}

bool read_accesses(const Words& words, LogRest& rest) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::uint64_t request = 0;
    if (!read(words, i, request)) return false;
    rest.progress.open_accesses.emplace_back(request);
  }
  return true;
}

bool read_windows(const Words& words, LogRest& rest) {
  for (std::size_t i = 0; i < words.size(); i += 3) {
    CallAssembler::Window window;
    if (!read(words, i, window.number) || !read(words, i + 1, window.place.rank) ||
        !read(words, i + 2, window.place.peers))
      return false;
    rest.progress.open_windows.push_back(window);
  }
  return true;
}

bool read_files(const Words& words, LogRest& rest) {
  for (std::size_t i = 0; i < words.size(); ++i)
    if (!read(words, i, rest.progress.open_files.emplace_back())) return false;
  return true;
}

// Reads a line that may be of another kind.
bool read_line(std::string_view line, LogRest& rest, bool& has_rest) {
  constexpr struct {
    std::string_view head;
    bool (*read)(Words, LogRest&);
  } kLines[] = {{kThread, read_thread},
                {kAccesses, [](Words words, LogRest& to) { return read_accesses(words, to); }},
                {kWindows, [](Words words, LogRest& to) { return read_windows(words, to); }},
                {kFiles, [](Words words, LogRest& to) { return read_files(words, to); }},
                {kRest, [](Words words, LogRest& to) { return read_rest(words, to); }}};
  for (const auto& each : kLines) {
    if (!line.starts_with(each.head)) continue;
    has_rest |= each.head == kRest;
    line.remove_prefix(each.head.size());
    return each.read(base::split(line, ' '), rest);
  }
  return true;
}

}  // namespace

std::string text_of(const LogRest& rest) {
  std::string out(kRest);
  out += std::to_string(rest.progress.begin.count) + " " +
         std::to_string(rest.progress.last_end_ns) + " " +
         (rest.last.valid() ? std::to_string(rest.last.value) : std::string(kNone));
  for (const model::RequestId request : rest.progress.open_requests)
    out += " " + std::to_string(request.value);
  out += "\n";
  const std::string_view heads[] = {kAccesses, kWindows, kFiles};
  std::string lists[3];
  for (const model::RequestId request : rest.progress.open_accesses)
    lists[0] += (lists[0].empty() ? "" : " ") + std::to_string(request.value);
  for (const CallAssembler::Window& window : rest.progress.open_windows)
    lists[1] += (lists[1].empty() ? "" : " ") + std::to_string(window.number) + " " +
                std::to_string(window.place.rank) + " " + std::to_string(window.place.peers);
  for (const std::uint32_t file : rest.progress.open_files)
    lists[2] += (lists[2].empty() ? "" : " ") + std::to_string(file);
  for (std::size_t i = 0; i < 3; ++i)
    if (!lists[i].empty()) out += std::string(heads[i]) + lists[i] + "\n";
  for (const auto& [number, thread] : rest.threads) {
    out += std::string(kThread) + std::to_string(number) + " " + std::to_string(thread.emptied);
    for (const RegionOrigin& origin : thread.open)
      out += (origin.is_function ? " f" : " ") + std::to_string(origin.payload);
    out += "\n";
  }
  return out;
}

std::optional<LogRest> log_rest_in(std::string_view text) {
  const std::size_t from = text.rfind("\n" + std::string(kRest));
  if (from == std::string_view::npos) return std::nullopt;
  LogRest rest;
  bool has_rest = false;
  for (const std::string_view line : base::split(text.substr(from + 1), '\n')) {
    if (!read_line(line, rest, has_rest)) return std::nullopt;
  }
  return has_rest ? std::optional(std::move(rest)) : std::nullopt;
}

}  // namespace tarry::compressed
