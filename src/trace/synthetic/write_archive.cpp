// SPDX-License-Identifier: BSD-3-Clause
#include "trace/synthetic/write_archive.h"

#include "trace/otf2/archive_writer.h"

namespace tarry::trace::synthetic {

base::Status write_archive(TraceSource& source, const std::filesystem::path& directory) {
  TRY_ASSIGN(const auto archive, otf2::ArchiveWriter::create(directory));
  model::Definitions definitions = source.definitions();
  for (std::uint32_t i = 0; i < definitions.locations.size(); ++i) {
    model::Location& location = definitions.locations[i];
    TRY_ASSIGN(const auto writer, archive->open_location(location.trace_id));
    model::Anomalies anomalies;
    TRY(source.read(model::LocationIndex{i}, *writer, anomalies));
    // The times of a source are corrected already.
    TRY_ASSIGN(location.event_count, writer->finish({}));
  }
  TRY(archive->write_definitions(definitions));
  return archive->close();
}

}  // namespace tarry::trace::synthetic
