// SPDX-License-Identifier: BSD-3-Clause
#include "event_library/open_source.h"

#include <cstdlib>
#include <filesystem>

#include "base/bytes_text.h"
#include "base/experiment_files.h"
#include "compressed/expand/write_expanded.h"
#include "compressed/format/trace_file.h"
#include "compressed/queries/event_summary.h"
#include "trace/open_trace.h"

namespace tarry::event_library {
namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& file) {
  std::error_code ignored;
  return fs::exists(file, ignored);
}

// Returns the compressed trace that the path names, or nothing if it names something else.
// A folder that holds an archive as well stands for the archive, whose times were measured.
std::optional<fs::path> compressed_trace_at(const fs::path& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    const fs::path inside = path / base::kCompressedFile;
    if (is_there(path / base::kArchiveFile) || !is_there(inside)) return std::nullopt;
    return inside;
  }
  if (!is_there(path) || !compressed::is_compressed_trace(path)) return std::nullopt;
  return path;
}

// Says how to get the events of a run of which there is a summary alone.
base::Status check_for_events(const fs::path& path) {
  std::error_code ignored;
  const bool is_folder = fs::is_directory(path, ignored);
  if (is_folder && is_there(path / base::kArchiveFile)) return base::kOk;
  const fs::path summary = is_folder ? path / base::kSummaryFile : path;
  if (summary.extension() != ".cubex" || !is_there(summary)) return base::kOk;
  return base::Error{base::ErrorCode::Unsupported, "a summary has sums and no events",
                     summary.string(), "record the program with --trace"};
}

// Opens what trace::open_trace knows.
base::Status open_events(const fs::path& path, bool correct_clocks, OpenedSource& to) {
  TRY_ASSIGN(to.events, trace::open_trace(path, correct_clocks ? trace::TimeCorrection::Full
                                                               : trace::TimeCorrection::None));
  TRY_ASSIGN(to.times_are_measured, trace::has_measured_times(path));
  return base::kOk;
}

// Some hundred bytes can stand for any number of calls, so a disk would be full before anybody
// knew.
base::Status check_room(const compressed::Trace& trace, const fs::path& file,
                        const fs::path& folder) {
  constexpr double kLeastBytesOfCall = 8;  // an enter and a leave at the same time
  double bytes = 0;
  for (const compressed::EventSummary& event : compressed::summarise(trace).events)
    for (const compressed::ClassSummary& alike : event.classes)
      bytes += kLeastBytesOfCall * static_cast<double>(alike.calls) *
               static_cast<double>(alike.ranks.size());
  std::error_code error;
  const fs::space_info space = fs::space(folder, error);
  if (error || bytes <= static_cast<double>(space.available)) return base::kOk;
  return base::Error{base::ErrorCode::Io,
                     "the events take more than " + base::bytes_text(bytes) + ", and " +
                         folder.string() + " has " +
                         base::bytes_text(static_cast<std::uint64_t>(space.available)) + " left",
                     file.string(), "TMPDIR or Options::scratch names another folder"};
}

base::Result<OpenedSource> expand(const fs::path& file, const events::Options& options) {
  TRY_ASSIGN(const compressed::Trace trace, compressed::read_trace(file.string()));
  TRY_ASSIGN(base::TemporaryDirectory folder,
             base::TemporaryDirectory::make_in(scratch_folder(options)));
  TRY(check_room(trace, file, folder.path().parent_path()));
  const auto written = compressed::write_expanded(
      trace, compressed::recorded_calls(trace, compressed::TimeChoice::Average), folder.path(),
      options.threads);
  if (!written.ok()) {
    base::Error error = written.error();
    if (error.where.empty()) error.where = file.string();
    return error;
  }
  OpenedSource opened;
  opened.folder.emplace(std::move(folder));
  TRY(open_events(opened.folder->path(), true, opened));
  for (const std::string& note : trace.notes)
    opened.notes.push_back("a note of the compressed trace: " + note);
  return opened;
}

}  // namespace

base::Result<OpenedSource> open_source(const std::string& path, const events::Options& options) {
  if (const auto file = compressed_trace_at(path)) return expand(*file, options);
  TRY(check_for_events(path));
  OpenedSource opened;
  TRY(open_events(path, options.correct_clocks, opened));
  return opened;
}

fs::path scratch_folder(const events::Options& options) {
  if (!options.scratch.empty()) return options.scratch;
  const char* const folder = std::getenv("TMPDIR");
  return folder != nullptr && *folder != '\0' ? folder : "/tmp";
}

}  // namespace tarry::event_library
