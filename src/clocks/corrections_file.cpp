// SPDX-License-Identifier: BSD-3-Clause
#include "clocks/corrections_file.h"

#include <array>
#include <string_view>

#include "base/experiment_files.h"
#include "base/files.h"
#include "base/parse_number.h"
#include "base/split.h"

namespace tarry::clocks {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSchema = "tarry-clocks/1";
constexpr std::size_t kColumns = 7;

base::Error damaged(const fs::path& file, std::size_t line) {
  return {base::ErrorCode::BadInput, "the corrections of clocks are damaged",
          file.string() + ":" + std::to_string(line),
          "'tarry analyze' writes the file anew; without it, clocks are not corrected"};
}

// Appends a segment, which belongs to the process of the line before or to the next one. Returns
// false if the line is none.
bool take(std::string_view line, Corrections& corrections) {
  const std::vector<std::string_view> columns = base::split(line, '\t');
  std::array<std::int64_t, kColumns> values{};
  if (columns.size() != kColumns) return false;
  for (std::size_t i = 0; i < kColumns; ++i)
    if (!base::parse_number(columns[i], values[i])) return false;
  const auto [first, count, from, anchor, shift, rise, run] = values;
  if (first < 0 || count < 1 || first > INT32_MAX || count > INT32_MAX || run < 1) return false;
  std::vector<ProcessCorrection>& processes = corrections.processes;
  const TimeMap::Segment segment{{from}, {anchor}, shift, rise, run};
  if (!processes.empty() && first == processes.back().first_location) {
    if (from <= processes.back().map.segments().back().from.count) return false;
    processes.back().map.append(segment);
    return true;
  }
  if (!processes.empty() && first < processes.back().first_location + processes.back().locations)
    return false;
  processes.push_back(
      {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count), TimeMap({segment})});
  return true;
}

}  // namespace

fs::path corrections_beside(const fs::path& trace) {
  std::error_code ignored;
  if (fs::is_directory(trace, ignored)) return trace / base::kClocksFile;
  if (trace.filename() == base::kArchiveFile) return trace.parent_path() / base::kClocksFile;
  return trace.string() + base::kClocksEnding;
}

base::Status write_corrections(const fs::path& file, const Corrections& corrections,
                               std::uint64_t stamp) {
  TRY_ASSIGN(base::AtomicFile out, base::AtomicFile::open(file));
  TRY(out.write(std::string(kSchema) + '\t' + std::to_string(stamp) + '\n'));
  for (const ProcessCorrection& process : corrections.processes)
    for (const TimeMap::Segment& s : process.map.segments()) {
      std::string line;
      for (const std::int64_t value :
           {std::int64_t{process.first_location}, std::int64_t{process.locations}, s.from.count,
            s.anchor.count, s.shift, s.rise, s.run})
        line += (line.empty() ? "" : "\t") + std::to_string(value);
      TRY(out.write(line + '\n'));
    }
  return out.commit();
}

base::Result<Corrections> read_corrections(const fs::path& file, std::uint64_t stamp) {
  const base::Result<std::string> text = base::read_file(file);
  if (!text.ok() && text.error().code == base::ErrorCode::NotFound) return Corrections();
  TRY(text.ok() ? base::kOk : base::Status(text.error()));
  const std::vector<std::string_view> lines = base::split(*text, '\n');
  const std::vector<std::string_view> head = base::split(lines.front(), '\t');
  std::uint64_t of_trace = 0;
  if (head.size() != 2 || head[0] != kSchema || !base::parse_number(head[1], of_trace))
    return damaged(file, 1);
  if (of_trace != stamp) return Corrections();
  if (!lines.back().empty()) return damaged(file, lines.size());
  Corrections corrections;
  for (std::size_t i = 1; i + 1 < lines.size(); ++i)
    if (!take(lines[i], corrections)) return damaged(file, i + 1);
  return corrections;
}

}  // namespace tarry::clocks
