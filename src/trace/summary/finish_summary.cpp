// SPDX-License-Identifier: BSD-3-Clause
#include "trace/summary/finish_summary.h"

#include <algorithm>
#include <map>
#include <set>
#include <system_error>

#include "base/caught.h"
#include "base/experiment_files.h"
#include "base/files.h"
#include "base/for_each.h"
#include "base/host_name.h"
#include "model/artificial_regions.h"
#include "trace/finish/clock_model.h"
#include "trace/finish/global_definitions.h"
#include "trace/finish/process_grids.h"
#include "trace/finish/raw_experiment.h"
#include "trace/finish/recorded_filter.h"
#include "trace/finish/short_functions_notes.h"
#include "trace/finish/unify.h"
#include "trace/summary/collate.h"
#include "trace/summary/region_key.h"
#include "trace/summary/summary_file.h"
#include "trace/summary/tree_file.h"

namespace tarry::trace::summary {
namespace {

namespace fs = std::filesystem;
namespace finish = trace::finish;

// How fast the clock of the run is, seen from that of a process.
double slope_of(const std::vector<trace::otf2::ClockOffset>& offsets) {
  if (offsets.size() < 2 || offsets.back().ticks <= offsets.front().ticks) return 1;
  return 1 + static_cast<double>(offsets.back().offset - offsets.front().offset) /
                 static_cast<double>(offsets.back().ticks - offsets.front().ticks);
}

fs::path folder_of(const fs::path& experiment, const finish::RawProcess& process) {
  return experiment / base::kRawFolder / process.identity.directory;
}

// `is_united`: gather only what the process has not united with the others. What an earlier attempt
// has gathered stays: by now the logs that it came from may have been converted.
base::Status gather_process(const fs::path& experiment, const finish::RawProcess& process,
                            bool is_united) {
  const fs::path file = experiment / base::kSummaryFolder /
                        (std::to_string(process.identity.rank) + base::kProcessSummaryEnding);
  std::error_code ignored;
  if (fs::exists(file, ignored)) return base::kOk;
  const fs::path directory = folder_of(experiment, process);
  TRY_ASSIGN(ProcessSummary summary,
             is_united ? read_summary_file((directory / base::kChangesFile).string())
                       : summarise_folder(directory));
  if (summary.threads.empty()) return base::kOk;
  summary.rank = process.identity.rank;
  summary.host = process.identity.host;
  summary.slope = slope_of(process.clock_offsets);
  for (std::uint64_t* ticks : {&summary.first, &summary.last})
    *ticks = static_cast<std::uint64_t>(finish::corrected(*ticks, process.clock_offsets));
  return write_summary_file(summary, file.string());
}

// Returns the file that rank 0 has written.
fs::path united_file(const fs::path& experiment, const finish::RawExperiment& raw) {
  return folder_of(experiment, raw.processes.front()) / base::kUnitedRowsFile;
}

// Returns whether all processes have united their summaries and each has written at its exit what
// has changed since.
bool have_united(const fs::path& experiment, const finish::RawExperiment& raw) {
  if (raw.processes.empty()) return false;
  const auto united = UnitedRows::open(united_file(experiment, raw).string());
  if (!united.ok() || united->head().processes != raw.processes.size()) return false;
  return std::all_of(raw.processes.begin(), raw.processes.end(), [&](const auto& process) {
    const auto changes =
        read_summary_head((folder_of(experiment, process) / base::kChangesFile).string());
    return changes.ok() && changes->united == united->head().id;
  });
}

// The original stays where it is, in case this has to be repeated.
base::Status take_united_rows(const fs::path& experiment, const finish::RawExperiment& raw) {
  const fs::path from = united_file(experiment, raw);
  const fs::path to = experiment / base::kSummaryFolder / base::kUnitedRowsFile;
  std::error_code error;
  fs::create_hard_link(from, to, error);
  if (error) fs::copy_file(from, to, error);
  if (error)
    return base::Error{base::ErrorCode::Io, "cannot copy a file: " + error.message(), to.string(),
                       ""};
  return base::kOk;
}

// The files of <experiment>/summary, by rank.
class RecordedSummaries final : public SummarySource {
 public:
  base::Status open(const fs::path& folder) {
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
      if (it->path().extension() == base::kProcessSummaryEnding)
        files_.push_back(it->path().string());
    if (error || files_.empty())
      return base::Error{base::ErrorCode::NotFound, "there are no summaries of processes",
                         folder.string(), ""};
    const auto rank = [](const std::string& file) {
      return std::strtoul(fs::path(file).stem().c_str(), nullptr, 10);
    };
    std::sort(files_.begin(), files_.end(), [&](auto& a, auto& b) { return rank(a) < rank(b); });
    if (!fs::exists(folder / base::kUnitedRowsFile, error)) return base::kOk;
    TRY_ASSIGN(united_, UnitedRows::open((folder / base::kUnitedRowsFile).string()));
    return base::kOk;
  }

  [[nodiscard]] std::size_t processes() const override { return files_.size(); }
  base::Result<ProcessSummary> head(std::size_t process) override {
    return read_summary_head(files_[process]);
  }
  base::Status rows(std::size_t process, std::uint64_t& position, std::size_t count,
                    const Visit& visit) override {
    TRY_ASSIGN(SummaryRows rows, SummaryRows::open(files_[process], position));
    std::vector<Cell> cells;
    for (; count > 0; --count) {
      TRY(rows.next(cells));
      visit(cells);
    }
    position = rows.position();
    return base::kOk;
  }

  [[nodiscard]] const UnitedHead& united() const override { return united_.head(); }
  base::Status united_rows(std::size_t count, const std::function<void()>& begin,
                           const UnitedRows::Visit& visit) override {
    for (; count > 0; --count) {
      begin();
      TRY(united_.next(visit));
    }
    return base::kOk;
  }

 private:
  std::vector<std::string> files_;
  UnitedRows united_;
};

// Takes the clock from the summaries themselves, for a run without an event trace.
base::Status take_clock(RecordedSummaries& source, finish::FinishedArchive& out) {
  std::set<std::string> clocks;
  std::uint64_t rate = 0;
  for (std::size_t p = 0; p < source.processes(); ++p) {
    TRY_ASSIGN(const ProcessSummary head, source.head(p));
    const auto clock = static_cast<eventlog::ClockSource>(head.clock);
    clocks.insert(clock == eventlog::ClockSource::Tsc ? "tsc" : "monotonic");
    if (rate == 0) rate = finish::clock_rate(clock, head.begin, head.latest, head.host);
  }
  for (const std::string& clock : clocks)
    out.clock_source += (out.clock_source.empty() ? "" : ", ") + clock;
  out.ticks_per_second = rate != 0 ? rate : 1'000'000'000;
  return base::kOk;
}

// Returns the grids of ranks. If processes were killed, their definitions are not united yet.
base::Result<std::vector<finish::ProcessGrid>> grids_of(const fs::path& experiment,
                                                        finish::RawExperiment& raw) {
  if (!raw.unified) {
    TRY_ASSIGN(raw.unified, finish::unify(experiment, raw, finish::Functions::Unwanted));
  }
  return finish::process_grids(*raw.unified, finish::communicators_of(raw.processes, *raw.unified));
}

// Returns the data for the manifest where there is no archive.
base::Result<finish::FinishedArchive> survey(RecordedSummaries& source,
                                             const fs::path& experiment) {
  TRY_ASSIGN(finish::RawExperiment raw, finish::read_raw_experiment(experiment));
  finish::FinishedArchive out;
  TRY_ASSIGN(out.grids, grids_of(experiment, raw));
  out.notes = raw.notes;
  out.clocks = finish::clock_accuracy(raw.processes);
  for (std::string& note : finish::process_notes(raw.processes))
    out.notes.push_back(std::move(note));
  for (std::string& note : finish::short_functions_notes(raw.processes))
    out.notes.push_back(std::move(note));
  for (const finish::RawProcess& process : raw.processes) {
    out.has_mpi |= process.has_rank;
    if (out.mpi_library.empty()) out.mpi_library = process.mpi_library;
  }
  std::set<std::string> hosts;
  for (std::size_t p = 0; p < source.processes(); ++p) {
    TRY_ASSIGN(const ProcessSummary head, source.head(p));
    out.ranks += 1;
    out.threads = std::max(out.threads, static_cast<std::uint32_t>(head.threads.size()));
    out.events += head.records;
    if (!head.is_complete)
      out.cut.push_back(
          {head.rank, head.last > head.begin.ticks ? head.last - head.begin.ticks : 0});
    if (hosts.insert(head.host).second) out.hosts.push_back(head.host);
  }
  return out;
}

model::Region artificial(const std::string& name) {
  model::Region region;
  region.name = region.canonical = name;
  region.role = model::RegionRole::Artificial;
  region.paradigm = model::Paradigm::MeasurementSystem;
  return region;
}

model::Region region_of_program(const ProgramKey& program) {
  const std::string& path = program.path;
  return artificial(path.empty() ? model::kProgram : path.substr(path.rfind('/') + 1));
}

model::Region region_of_kind(NodeKind kind) {
  const auto name = [&]() -> std::string {
    switch (kind) {
      case NodeKind::Threads:
        return model::kThreads;
      case NodeKind::Tasks:
        return model::kTasks;
      case NodeKind::Flush:
        return model::kBufferFlush;
      case NodeKind::Pause:
        return model::kMeasurementOff;
      case NodeKind::Team:
        return model::kUnknownTeam;
      case NodeKind::Rest:
        return model::kCutPaths;
      default:
        return model::kOutside;
    }
  };
  return artificial(name());
}

// Returns the regions with the same names as in the trace.
std::vector<model::Region> regions_of_keys(const std::vector<std::string>& keys,
                                           const filter::Filter& filter) {
  eventlog::DefinitionSet set;
  std::vector<RegionOfKey> decoded;
  for (const std::string& key : keys) {
    decoded.push_back(region_of_key(key).value_or(NodeKind::Outside));
    if (const auto* function = std::get_if<eventlog::FunctionKey>(&decoded.back()))
      set.functions.emplace(*function, model::RegionId{});
    if (const auto* named = std::get_if<eventlog::NamedRegionKey>(&decoded.back()))
      set.regions.emplace(*named, model::RegionId{});
  }
  set.assign_ids();
  const std::vector<model::Region> all = finish::regions_of(set, filter);
  const std::uint32_t first_inlined = set.late_region().value;
  std::vector<model::Region> out;
  std::map<model::RegionId, model::RegionId> positions;  // functions, by id in `all`
  for (const RegionOfKey& region : decoded) {
    if (const auto* function = std::get_if<eventlog::FunctionKey>(&region)) {
      const model::RegionId id = set.functions.at(*function);
      positions[id] = model::RegionId{static_cast<std::uint32_t>(out.size())};
      out.push_back(all[id.index()]);
    } else if (const auto* named = std::get_if<eventlog::NamedRegionKey>(&region))
      out.push_back(all[set.regions.at(*named).index()]);
    else if (const auto* program = std::get_if<ProgramKey>(&region))
      out.push_back(region_of_program(*program));
    else
      out.push_back(region_of_kind(std::get<NodeKind>(region)));
  }
  for (model::Region& region : out) {
    if (region.same_as.valid()) region.same_as = positions.at(region.same_as);
    for (model::RegionId& around : region.inlined_around)
      around.value += static_cast<std::uint32_t>(keys.size()) - first_inlined;
  }
  out.insert(out.end(), all.begin() + first_inlined, all.end());
  return out;
}

base::Status gather_processes(const fs::path& experiment, const finish::RawExperiment& raw,
                              unsigned threads) {
  const bool is_united = have_united(experiment, raw);
  if (is_united) TRY(take_united_rows(experiment, raw));
  return base::for_each(raw.processes.size(), threads, [&](std::size_t i) -> base::Status {
    try {
      return gather_process(experiment, raw.processes[i], is_united);
    } catch (const std::exception& caught) {
      return base::error_of(caught, "summary of " + raw.processes[i].identity.directory);
    }
  });
}

std::string program_of(const fs::path& experiment, const finish::RawExperiment& raw) {
  for (const finish::RawProcess& process : raw.processes)
    if (const auto definitions = eventlog::read_process_definitions(experiment / base::kRawFolder /
                                                                    process.identity.directory);
        definitions.ok() && !definitions->set.programs.empty())
      return definitions->set.first_program();
  return model::kProgram;
}

}  // namespace

bool has_call_trees(const fs::path& experiment) {
  std::error_code error;
  for (fs::recursive_directory_iterator it(experiment / base::kRawFolder, error), end;
       !error && it != end; it.increment(error))
    if (it->path().extension() == base::kCallTreeEnding) return true;
  return false;
}

base::Status gather_summaries(const fs::path& experiment, unsigned threads) {
  TRY_ASSIGN(const finish::RawExperiment raw, finish::read_raw_experiment(experiment));
  std::error_code error;
  fs::create_directory(experiment / base::kSummaryFolder, error);
  if (error)
    return base::Error{base::ErrorCode::Io, "cannot make a folder: " + error.message(),
                       (experiment / base::kSummaryFolder).string(), ""};
  fs::remove(experiment / base::kSummaryFolder / base::kUnitedRowsFile,
             error);  // of an attempt before
  TRY(base::write_file((experiment / base::kSummaryFolder / base::kProgramFile).string(),
                       program_of(experiment, raw)));
  return gather_processes(experiment, raw, threads);
}

base::Result<finish::FinishedArchive> write_summary(
    const fs::path& experiment, const std::optional<finish::FinishedArchive>& archive) {
  RecordedSummaries source;
  TRY(source.open(experiment / base::kSummaryFolder));
  TRY_ASSIGN(finish::FinishedArchive out,
             archive ? base::Result(*archive) : survey(source, experiment));
  if (out.clock_source.empty()) TRY(take_clock(source, out));
  TRY_ASSIGN(const std::string program,
             base::read_file((experiment / base::kSummaryFolder / base::kProgramFile).string()));
  CollationOptions options;
  options.ticks_per_second = static_cast<double>(out.ticks_per_second);
  options.grids = out.grids;
  options.regions = [filter = finish::recorded_filter(experiment)](const auto& keys) {
    return regions_of_keys(keys, filter);
  };
  model::SeverityCube cube;
  cube.experiment.program = program;
  cube.experiment.attributes["tarry.version"] = TARRY_VERSION;
  TRY(collate(source, options, std::move(cube), (experiment / base::kSummaryFile).string()));
  return out;
}

}  // namespace tarry::trace::summary
