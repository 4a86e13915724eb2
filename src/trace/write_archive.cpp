// SPDX-License-Identifier: BSD-3-Clause
#include "trace/write_archive.h"

#include <algorithm>
#include <vector>

#include "base/for_each.h"
#include "trace/otf2/archive_writer.h"

namespace tarry::trace {
namespace {

class ProgramFinder : public model::EventHandler {
 public:
  void program_begin(model::Ticks, model::RegionId program) override { found = program; }
  model::RegionId found;
};

// Returns the number of the program that the location begins; 0 if there is none.
base::Result<std::uint32_t> program_of(model::TraceSource& source, model::LocationIndex index) {
  const model::Definitions& definitions = source.definitions();
  const std::vector<std::string>& more = definitions.more_programs;
  if (more.empty()) return 0u;
  ProgramFinder finder;
  model::Anomalies counted_when_written;
  TRY(source.read(index, finder, counted_when_written));
  if (!finder.found.valid()) return 0u;
  const auto at =
      std::find(more.begin(), more.end(), definitions.regions[finder.found.index()].canonical);
  return at == more.end() ? 0u : static_cast<std::uint32_t>(at - more.begin() + 1);
}

base::Status write_location(model::TraceSource& source, otf2::ArchiveWriter& archive,
                            model::Location& location, model::LocationIndex index, Times times,
                            model::Anomalies& anomalies) {
  const bool is_count_known = times == Times::MadeUp && source.definitions().counter_sets.empty();
  TRY_ASSIGN(
      const auto writer,
      archive.open_location(location.trace_id, is_count_known ? location.event_count
                                                              : otf2::ArchiveWriter::kAnyNumber));
  TRY_ASSIGN(const std::uint32_t program, program_of(source, index));
  writer->is_of_program(program);
  writer->creates_threads_of(
      otf2::contingent_of(source.definitions().communicators.size(), location.rank));
  TRY(source.read(index, *writer, anomalies));
  // The times of a source are corrected already.
  TRY_ASSIGN(location.event_count, writer->finish({}));
  return base::kOk;
}

}  // namespace

base::Result<model::Anomalies> write_archive(model::TraceSource& source,
                                             const std::filesystem::path& directory, Times times,
                                             unsigned threads) {
  TRY(otf2::check_fits(source.definitions()));
  TRY_ASSIGN(const auto archive, otf2::ArchiveWriter::create(directory));
  model::Definitions definitions = source.definitions();
  std::vector<model::Location>& locations = definitions.locations;
  std::vector<model::Anomalies> unread(locations.size());
  TRY(base::for_each(locations.size(), threads, [&](std::size_t i) {
    return write_location(source, *archive, locations[i],
                          model::LocationIndex{static_cast<std::uint32_t>(i)}, times, unread[i]);
  }));
  TRY(archive->write_definitions(definitions));
  if (times == Times::MadeUp) TRY(archive->declare_times_made_up());
  TRY(archive->close());
  model::Anomalies all = source.definition_anomalies();
  for (const model::Anomalies& each : unread) all.merge(each);
  return all;
}

}  // namespace tarry::trace
