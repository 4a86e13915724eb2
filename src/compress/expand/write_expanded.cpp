// SPDX-License-Identifier: BSD-3-Clause
#include "compress/expand/write_expanded.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "compress/expand/rank_events.h"
#include "trace/otf2/archive_writer.h"

namespace tarry::compress {
namespace {

using trace::otf2::ArchiveWriter;

// What one of the threads did.
struct Share {
  base::Status status;
  std::uint64_t calls = 0;
  std::uint64_t last = 0;  // nanoseconds
};

base::Status write_rank(const Trace& trace, const ExpandedDefinitions& made, TimeChoice times,
                        ArchiveWriter& archive, model::Location& location, Share& share) {
  TRY_ASSIGN(const auto writer, archive.open_location(location.trace_id));
  const auto delivered = deliver_rank(trace, made, location.rank.value, times, *writer);
  TRY_ASSIGN(location.event_count, writer->finish({}));
  TRY_ASSIGN(const RankEvents events, delivered);
  share.calls += events.calls;
  share.last = std::max(share.last, static_cast<std::uint64_t>(events.last.count));
  return base::kOk;
}

}  // namespace

base::Result<std::uint64_t> write_expanded(const Trace& trace,
                                           const std::filesystem::path& directory,
                                           const ExpandOptions& options) {
  const ExpandedDefinitions made = expanded_definitions(trace);
  model::Definitions definitions = made.definitions;
  TRY(trace::otf2::check_fits(definitions));
  TRY_ASSIGN(const auto archive, ArchiveWriter::create(directory));
  std::vector<model::Location>& locations = definitions.locations;
  std::vector<Share> shares(std::clamp<std::size_t>(options.threads, 1, locations.size() + 1));
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> failed = false;
  const auto write_some = [&](Share& share) {
    for (std::size_t i = next++; i < locations.size() && !failed; i = next++) {
      share.status = write_rank(trace, made, options.times, *archive, locations[i], share);
      if (!share.status.ok()) failed = true;
    }
  };
  std::vector<std::thread> started;
  for (std::size_t i = 1; i < shares.size(); ++i)
    started.emplace_back([&, i] { write_some(shares[i]); });
  write_some(shares[0]);
  for (std::thread& one : started) one.join();
  std::uint64_t calls = 0;
  for (Share& share : shares) {
    TRY(std::move(share.status));
    calls += share.calls;
    definitions.clock.length = std::max(definitions.clock.length, share.last);
  }
  TRY(archive->write_definitions(definitions));
  TRY(archive->close());
  return calls;
}

}  // namespace tarry::compress
