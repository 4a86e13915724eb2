// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/expand/write_expanded.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "base/for_each.h"
#include "compressed/expand/rank_events.h"
#include "trace/otf2/archive_writer.h"

namespace tarry::compressed {
namespace {

using trace::otf2::ArchiveWriter;

base::Result<RankEvents> write_rank(const Trace& trace, const ExpandedDefinitions& made,
                                    const OpenTimedCalls& calls, ArchiveWriter& archive,
                                    model::Location& location) {
  TRY_ASSIGN(const auto writer, archive.open_location(location.trace_id));
  const std::unique_ptr<TimedCalls> own = calls(location.rank.value);
  auto delivered = deliver_rank(trace, made, location.rank.value, *own, *writer);
  TRY_ASSIGN(location.event_count, writer->finish({}));
  return delivered;
}

}  // namespace

base::Result<std::uint64_t> write_expanded(const Trace& trace, const OpenTimedCalls& calls,
                                           const std::filesystem::path& directory,
                                           unsigned threads) {
  const ExpandedDefinitions made = expanded_definitions(trace);
  model::Definitions definitions = made.definitions;
  TRY(trace::otf2::check_fits(definitions));
  TRY_ASSIGN(const auto archive, ArchiveWriter::create(directory));
  std::vector<model::Location>& locations = definitions.locations;
  std::vector<RankEvents> of_location(locations.size());
  TRY(base::for_each(locations.size(), threads, [&](std::size_t i) -> base::Status {
    TRY_ASSIGN(of_location[i], write_rank(trace, made, calls, *archive, locations[i]));
    return base::kOk;
  }));
  std::uint64_t written = 0;
  for (const RankEvents& events : of_location) {
    written += events.calls;
    definitions.clock.length =
        std::max(definitions.clock.length, static_cast<std::uint64_t>(events.last.count));
  }
  TRY(archive->write_definitions(definitions));
  TRY(archive->declare_times_made_up());
  TRY(archive->close());
  return written;
}

}  // namespace tarry::compressed
