// SPDX-License-Identifier: BSD-3-Clause
#include "trace/otf2/archive_reader.h"

#include <algorithm>

#include "trace/otf2/anchor.h"
#include "trace/otf2/archive_file.h"
#include "trace/otf2/definition_model.h"
#include "trace/otf2/event_reader.h"
#include "trace/otf2/location_definitions.h"

namespace tarry::trace::otf2 {
namespace {

class Archive final : public model::TraceSource {
 public:
  Archive(Anchor anchor, TraceDefinitions definitions, model::Anomalies anomalies,
          const ReadOptions& options)
      : anchor_(std::move(anchor)),
        definitions_(std::move(definitions)),
        anomalies_(std::move(anomalies)),
        options_(options),
        peer_limits_(peer_limits(definitions_.model)) {}

  [[nodiscard]] const model::Definitions& definitions() const override {
    return definitions_.model;
  }
  [[nodiscard]] const model::Anomalies& definition_anomalies() const override { return anomalies_; }

  base::Status read(model::LocationIndex location, model::EventHandler& handler,
                    model::Anomalies& anomalies) override {
    return read_all(location, handler, nullptr, anomalies);
  }
  base::Status read_with_places(model::LocationIndex location, model::EventHandler& handler,
                                model::PlaceHandler& places, model::Anomalies& anomalies) override {
    return read_all(location, handler, &places, anomalies);
  }
  base::Status read_on(model::LocationIndex location, const model::EventPlace& from,
                       const model::EventPlace& to, model::EventHandler& handler,
                       model::Anomalies& anomalies) override;
  void correct_times(model::LocationIndex location, std::span<std::uint64_t> times) const override;
  void prefetch(model::LocationIndex location) override;

 private:
  base::Status read_all(model::LocationIndex location, model::EventHandler& handler,
                        model::PlaceHandler* places, model::Anomalies& anomalies) const;
  // Calls read(context) with what the events of the location refer to, of which there are at most
  // `events`.
  template <class Read>
  base::Status with_context(const model::Location& location, std::uint64_t events,
                            model::Anomalies& anomalies, Read read) const;

  // Nothing here changes after construction, so concurrent reads need no lock.
  const Anchor anchor_;
  const TraceDefinitions definitions_;
  const model::Anomalies anomalies_;
  const ReadOptions options_;
  const std::vector<std::uint32_t> peer_limits_;
};

void Archive::correct_times(model::LocationIndex location, std::span<std::uint64_t> times) const {
  if (!options_.correct_clocks) return;
  const std::uint64_t id = definitions_.model.locations[location.index()].trace_id;
  model::Anomalies counted_when_read;
  LocationDefinitions local = read_location_definitions(
      anchor_.local_definition_file(id), anchor_.definition_chunk_bytes, counted_when_read);
  for (std::uint64_t& time : times) time = local.clock.correct(time);
}

void Archive::prefetch(model::LocationIndex location) {
  const std::uint64_t id = definitions_.model.locations[location.index()].trace_id;
  otf2::prefetch(anchor_.local_definition_file(id), anchor_.definition_chunk_bytes);
  otf2::prefetch(anchor_.event_file(id), anchor_.event_chunk_bytes);
}

// The location's own table, made only if its ids differ from the global ones.
class LocalTable {
 public:
  LocalTable(const IdTable& globals, const IdMapping& mapping)
      : composed_(mapping.identity() ? IdTable() : mapping.compose(globals)),
        table_(mapping.identity() ? globals : composed_) {}
  LocalTable(const LocalTable&) = delete;
  LocalTable& operator=(const LocalTable&) = delete;

  [[nodiscard]] const IdTable& get() const { return table_; }

 private:
  const IdTable composed_;
  const IdTable& table_;
};

base::Status Archive::read_all(model::LocationIndex location, model::EventHandler& handler,
                               model::PlaceHandler* places, model::Anomalies& anomalies) const {
  if (location.index() >= definitions_.model.locations.size())
    return base::Error{base::ErrorCode::Failed, "no such location", std::to_string(location.value),
                       ""};
  const model::Location& entry = definitions_.model.locations[location.index()];
  auto file = ChunkedFile::open(anchor_.event_file(entry.trace_id), anchor_.event_chunk_bytes);
  if (!file) {
    if (entry.event_count == 0) return base::kOk;  // writers may omit empty files
    anomalies.add("locations without an event file");
    anomalies.add("events that the definitions state and the event files lack", entry.event_count);
    return base::kOk;
  }
  return with_context(entry, entry.event_count, anomalies, [&](const EventContext& context) {
    return read_events(*file, context, handler, places, anomalies);
  });
}

base::Status Archive::read_on(model::LocationIndex location, const model::EventPlace& from,
                              const model::EventPlace& to, model::EventHandler& handler,
                              model::Anomalies& anomalies) {
  if (location.index() >= definitions_.model.locations.size())
    return base::Error{base::ErrorCode::Failed, "no such location", std::to_string(location.value),
                       ""};
  const std::size_t regions = definitions_.model.regions.size();
  bool is_sound = !from.program.valid() || from.program.index() < regions;
  for (const model::EventPlace::OpenCall& call : from.open)
    if (call.region.index() >= regions ||
        call.inlined > definitions_.model.regions[call.region.index()].inlined_around.size())
      is_sound = false;
  if (!is_sound) return base::Error{base::ErrorCode::BadInput, "no place of the trace", "", ""};
  const model::Location& entry = definitions_.model.locations[location.index()];
  TRY_ASSIGN(ChunkedFile file,
             ChunkedFile::open(anchor_.event_file(entry.trace_id), anchor_.event_chunk_bytes));
  return with_context(entry, std::min(to.event, entry.event_count), anomalies,
                      [&](const EventContext& context) {
                        return read_part(file, context, from, to, handler, anomalies);
                      });
}

template <class Read>
base::Status Archive::with_context(const model::Location& entry, std::uint64_t events,
                                   model::Anomalies& anomalies, Read read) const {
  LocationDefinitions local = read_location_definitions(
      anchor_.local_definition_file(entry.trace_id), anchor_.definition_chunk_bytes, anomalies);
  const LocalTable regions(definitions_.regions, local.regions);
  const LocalTable comms(definitions_.comms, local.comms);
  const LocalTable windows(definitions_.windows, local.windows);
  const LocalTable files(definitions_.files, local.files);
  const LocalTable groups(definitions_.groups, local.groups);
  const LocalTable counter_sets(definitions_.counter_sets, local.counter_sets);
  const LocalTable programs(definitions_.programs, local.strings);
  model::Clock clock = definitions_.model.clock;
  if (!options_.correct_clocks) {
    local.clock = {};
    clock.length = 0;  // begin and end of the run are corrected times
  }
  const EventContext context{.regions = regions.get(),
                             .comms = comms.get(),
                             .window_ids = windows.get(),
                             .file_ids = files.get(),
                             .groups = groups.get(),
                             .counter_sets = counter_sets.get(),
                             .programs = programs.get(),
                             .peer_limits = peer_limits_,
                             .windows = definitions_.model.windows,
                             .region_models = definitions_.model.regions,
                             .has_inlined_functions = definitions_.has_inlined_functions,
                             .undefined_region = definitions_.undefined_region,
                             .any_source_attribute = definitions_.any_source_attribute,
                             .joined_calls_attribute = definitions_.joined_calls_attribute,
                             .neighborhood_attribute = definitions_.neighborhood_attribute,
                             .trace_clock = clock,
                             .clock = local.clock,
                             .event_count = events};
  return read(context);
}

// Only events contain the name of the program. It is looked up in the first locations that have
// one, so that its region can be defined before anything is read.
void find_program(const Anchor& anchor, const DefinitionRecords& records,
                  TraceDefinitions& definitions) {
  constexpr std::size_t kLocationsTried = 16;
  constexpr std::uint64_t kBytesTried = 4096;
  const auto& locations = definitions.model.locations;
  for (std::size_t i = 0; i < std::min(kLocationsTried, locations.size()); ++i) {
    const std::uint64_t id = locations[i].trace_id;
    auto file = ChunkedFile::open(anchor.event_file(id), kBytesTried);
    if (!file) continue;
    const std::uint32_t local_name = first_program_name(*file);
    if (local_name == kUndefined32) continue;
    model::Anomalies counted_when_read;
    const LocationDefinitions local = read_location_definitions(
        anchor.local_definition_file(id), anchor.definition_chunk_bytes, counted_when_read);
    return define_program(records, local.strings.global(local_name), definitions);
  }
}

}  // namespace

base::Result<std::unique_ptr<model::TraceSource>> open_archive(const std::filesystem::path& path,
                                                               const ReadOptions& options) {
  TRY_ASSIGN(Anchor anchor, read_anchor(path));
  model::Anomalies anomalies;
  TRY_ASSIGN(const DefinitionRecords records, read_definition_records(anchor, anomalies));
  TraceDefinitions definitions = build_definitions(records, anomalies);
  if (definitions.model.locations.empty())
    return base::Error{base::ErrorCode::BadInput, "the trace defines no location that has events",
                       anchor.definition_file().string(),
                       "the file is damaged or the run was empty"};
  find_program(anchor, records, definitions);
  return std::unique_ptr<model::TraceSource>(
      new Archive(std::move(anchor), std::move(definitions), std::move(anomalies), options));
}

}  // namespace tarry::trace::otf2
