// SPDX-License-Identifier: BSD-3-Clause
#include "trace/eventlog/converter.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/experiment_files.h"
#include "base/files.h"
#include "trace/eventlog/disk_space.h"
#include "trace/eventlog/id_translation.h"
#include "trace/eventlog/log_converter.h"
#include "trace/eventlog/log_reader.h"
#include "trace/eventlog/log_survey.h"
#include "trace/eventlog/lost_cores.h"

namespace tarry::trace::eventlog {
namespace {

namespace fs = std::filesystem;

// Returns what the processes have agreed on; nullptr if it was not necessary or they did not get so
// far.
base::Result<std::unique_ptr<LeftOut>> left_out_of(const fs::path& directory,
                                                   const std::vector<fs::path>& logs) {
  std::error_code ignored;
  if (!fs::exists(directory / base::kSelectionFile, ignored)) return std::unique_ptr<LeftOut>();
  TRY_ASSIGN(const std::string text, base::read_file(directory / base::kSelectionFile));
  TRY_ASSIGN(Selection selection, Selection::parse(text));
  auto out = std::make_unique<LeftOut>(std::move(selection));
  OperationReader operations(
      [&](const Stream& stream, const Operation& operation) { out->add(stream, operation); });
  for (const fs::path& path : logs)
    if (base::Result<LogReader> log = LogReader::open(path); log.ok()) operations.read(*log);
  operations.finish();
  out->decide();
  return out;
}

void say_what_is_left_out(const LeftOut& left_out, model::Anomalies& anomalies) {
  anomalies.add("messages left out because their other end was not recorded", left_out.messages());
  anomalies.add("calls of collective operations left out because not all processes recorded theirs",
                left_out.collectives());
}

// The files of one process before they are moved into the archive; remaining files are removed with
// this object.
class PrivateArchive {
 public:
  explicit PrivateArchive(fs::path directory) : directory_(std::move(directory)) { remove(); }
  ~PrivateArchive() { remove(); }
  PrivateArchive(const PrivateArchive&) = delete;
  PrivateArchive& operator=(const PrivateArchive&) = delete;

  [[nodiscard]] const fs::path& directory() const { return directory_; }

  // Moves <id>.evt and <id>.def of every location into `traces`; all of them or none.
  base::Status move_into(const fs::path& traces, const std::vector<ConvertedLocation>& locations,
                         IfPresent if_present) {
    std::error_code error;
    fs::create_directories(traces, error);
    for (const ConvertedLocation& location : locations) {
      const fs::path file = traces / (std::to_string(location.trace_id) + ".evt");
      if (if_present == IfPresent::Fail && fs::exists(file, error))
        return base::Error{base::ErrorCode::Exists, "another process has written this location",
                           file.string(), ""};
    }
    std::vector<fs::path> moved;
    for (const ConvertedLocation& location : locations) {
      for (const char* suffix : {".evt", ".def"}) {
        const std::string name = std::to_string(location.trace_id) + suffix;
        if (!error) fs::rename(directory_ / base::kArchiveFolder / name, traces / name, error);
        if (!error) moved.push_back(traces / name);
      }
    }
    if (!error) return base::kOk;
    std::error_code ignored;
    for (const fs::path& path : moved) fs::remove(path, ignored);
    return base::Error{base::ErrorCode::Io, "cannot move event files (" + error.message() + ")",
                       traces.string(), ""};
  }

 private:
  void remove() {
    std::error_code ignored;
    fs::remove_all(directory_, ignored);
  }
  fs::path directory_;
};

class ProcessConverter {
 public:
  ProcessConverter(const ProcessDefinitions& definitions, const DefinitionSet& unified,
                   TeamsByFork teams, const LeftOut* left_out,
                   const ShortFunctions& short_functions, otf2::ArchiveWriter& archive,
                   ReservedSpace& space, Conversion& out)
      : definitions_(definitions),
        late_region_(unified.late_region()),
        program_(unified.program_number(definitions.set.first_program())),
        contingent_(otf2::contingent_of(unified.communicators.size(),
                                        model::Rank{definitions.process.rank})),
        ids_(definitions, unified),
        teams_(std::move(teams)),
        left_out_(left_out),
        short_functions_(short_functions),
        archive_(archive),
        space_(space),
        out_(out) {}

  // Returns whether this process may lack records of what others exchanged with it, unknown to
  // them.
  [[nodiscard]] bool leaves_others_alone() const {
    const bool has_others = definitions_.set.size > 1;
    return left_out_ == nullptr && has_others && (definitions_.has_unrecorded || is_cut_short_);
  }

  base::Status convert(const fs::path& path, const LogSurvey& survey) {
    base::Result<LogReader> log = LogReader::open(path);
    if (!log.ok()) {
      out_.complete = false;
      out_.anomalies.add("event logs that could not be read");
      return base::kOk;
    }
    const LogHeader& header = log->header();
    const std::uint64_t trace_id = std::uint64_t{header.thread} << 32 | definitions_.process.rank;
    for (const ConvertedLocation& other : out_.locations)
      if (other.trace_id == trace_id) {
        out_.anomalies.add("event logs with the number of another one");
        return base::kOk;
      }
    keep_clock(header);
    out_.complete &= header.complete != 0;
    is_cut_short_ |= header.truncated != 0;
    return write(path, *log, survey, trace_id);
  }

 private:
  void keep_clock(const LogHeader& header) {
    if (header.thread != 0 && out_.begin.ticks != 0) return;
    out_.clock = header.clock;
    out_.begin = header.begin;
    out_.latest = header.latest;
  }

  base::Status write(const fs::path& path, LogReader& log, const LogSurvey& survey,
                     std::uint64_t trace_id) {
    TRY_ASSIGN(const std::unique_ptr<otf2::LocationWriter> writer,
               archive_.open_location(trace_id));
    writer->is_of_program(program_);
    writer->creates_threads_of(contingent_);
    if (const model::RegionId frequent = most_frequent(survey); frequent.valid())
      writer->expect_most(frequent);
    LogConverter converter(ids_, late_region_, teams_, *writer, out_.anomalies);
    if (left_out_ != nullptr) converter.leave_out(*left_out_);
    converter.leave_out(short_functions_);
    std::optional<LostCores> lost_cores = LostCores::beside(path, log.header().tick_base);
    if (lost_cores) converter.tell(*lost_cores);
    converter.convert(log);
    // Nothing has been written before its buffers are full.
    space_.release();
    TRY_ASSIGN(const std::uint64_t events, writer->finish(definitions_.clock_offsets));
    out_.late_functions += converter.late_functions();
    out_.locations.push_back(
        {trace_id, events, converter.first(), converter.last(), name_of(log.header().thread)});
    return base::kOk;
  }

  model::RegionId most_frequent(const LogSurvey& survey) {
    if (survey.regions == 0) return {};
    return survey.function_is_frequent ? ids_.function(survey.frequent)
                                       : ids_.region(survey.frequent);
  }

  [[nodiscard]] std::string name_of(std::uint32_t thread) const {
    for (const ThreadDefinition& definition : definitions_.threads)
      if (definition.number == thread) return definition.name;
    return {};
  }

  const ProcessDefinitions& definitions_;
  model::RegionId late_region_;
  std::uint32_t program_;  // its number among all programs of the run
  model::CommId contingent_;
  IdTranslation ids_;
  const TeamsByFork teams_;
  const LeftOut* left_out_;
  const ShortFunctions& short_functions_;
  otf2::ArchiveWriter& archive_;
  ReservedSpace& space_;
  Conversion& out_;
  bool is_cut_short_ = false;
};

}  // namespace

base::Result<Conversion> convert_process(const fs::path& experiment,
                                         const ProcessDefinitions& definitions,
                                         const DefinitionSet& unified, IfPresent if_present) {
  const fs::path directory = experiment / base::kRawFolder / definitions.process.directory;
  std::error_code ignored;
  if (fs::exists(directory / base::kConvertedFile, ignored))
    return base::Error{base::ErrorCode::Exists, "the process has been converted",
                       directory.string(), ""};
  TRY_ASSIGN(const std::vector<fs::path> logs, list_logs(directory));
  Conversion out;
  out.anomalies = definitions.anomalies;
  PrivateArchive files(directory / "otf2");
  TRY_ASSIGN(const std::unique_ptr<otf2::ArchiveWriter> archive,
             otf2::ArchiveWriter::create(files.directory()));
  ReservedSpace space(files.directory() / "reserved");
  std::vector<LogSurvey> surveys;
  TeamsByFork teams;
  std::uint64_t bytes = 0;
  const ShortFunctions short_functions = find_short_functions(definitions, unified, logs);
  for (const fs::path& log : logs) {
    surveys.push_back(survey_log(log, short_functions));
    bytes += surveys.back().most_event_file_bytes + LostCores::most_event_file_bytes(log);
    if (!surveys.back().teams.empty())
      teams[surveys.back().thread] = std::move(surveys.back().teams);
  }
  TRY(space.reserve(bytes));
  TRY_ASSIGN(const std::unique_ptr<LeftOut> left_out, left_out_of(directory, logs));
  if (left_out != nullptr) say_what_is_left_out(*left_out, out.anomalies);
  ProcessConverter converter(definitions, unified, std::move(teams), left_out.get(),
                             short_functions, *archive, space, out);
  for (std::size_t i = 0; i < logs.size(); ++i) TRY(converter.convert(logs[i], surveys[i]));
  if (converter.leaves_others_alone())
    out.anomalies.add(
        "processes that recorded a part of their messages only, without telling the others at "
        "MPI_Finalize: messages and collective operations may be matched wrongly");
  TRY(archive->close());
  std::sort(out.locations.begin(), out.locations.end(),
            [](const auto& a, const auto& b) { return a.trace_id < b.trace_id; });
  TRY(files.move_into(experiment / base::kArchiveFolder, out.locations, if_present));
  TRY(base::write_file(directory / base::kConvertedFile, out.serialize()));
  // A log that stays costs space and nothing else.
  for (const fs::path& log : logs) {
    fs::remove(log, ignored);
    fs::remove(switches_beside(log), ignored);
  }
  return out;
}

}  // namespace tarry::trace::eventlog
