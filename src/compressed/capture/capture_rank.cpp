// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/capture/capture_rank.h"

#include <algorithm>
#include <utility>

#include "compressed/capture/location_calls.h"

namespace tarry::compressed {

using model::LocationIndex;

std::vector<std::vector<LocationIndex>> locations_by_rank(const model::Definitions& definitions,
                                                          std::uint32_t ranks) {
  std::vector<std::vector<LocationIndex>> by_rank(ranks);
  for (std::uint32_t i = 0; i < definitions.locations.size(); ++i) {
    const model::Location& location = definitions.locations[i];
    if (location.kind == model::LocationKind::CpuThread && location.rank.index() < ranks)
      by_rank[location.rank.index()].push_back(LocationIndex{i});
  }
  return by_rank;
}

base::Status capture_rank(model::TraceSource& source, const std::vector<LocationIndex>& locations,
                          const RankCommunicators& communicators, SiteTable& sites,
                          const CallAssembler::Sink& sink, model::Anomalies& anomalies) {
  const model::Definitions& definitions = source.definitions();
  model::CallTree paths;
  std::vector<RecordedCall> others;  // calls of all threads but the first
  for (std::size_t i = 1; i < locations.size(); ++i) {
    LocationCalls calls(
        definitions.regions, paths, anomalies,
        [&](RecordedCall&& call) { others.push_back(std::move(call)); }, &definitions);
    TRY(source.read(locations[i], calls, anomalies));
    calls.finish();
  }
  if (locations.empty()) return base::kOk;
  std::stable_sort(others.begin(), others.end(),
                   [](const RecordedCall& a, const RecordedCall& b) { return a.begin < b.begin; });

  CallAssembler assembler(definitions.regions, paths, communicators, sites,
                          definitions.clock.ticks_per_second, anomalies, sink);
  std::size_t next = 0;
  const LocationCalls* first = nullptr;
  LocationCalls calls(
      definitions.regions, paths, anomalies,
      [&](RecordedCall&& call) {
        assembler.begin_at(first->first());
        for (; next < others.size() && others[next].begin < call.begin; ++next)
          assembler.add(others[next]);
        assembler.add(call);
      },
      &definitions);
  first = &calls;
  TRY(source.read(locations[0], calls, anomalies));
  calls.finish();
  if (calls.started()) assembler.begin_at(calls.first());
  for (; next < others.size(); ++next) assembler.add(others[next]);
  assembler.finish();
  return base::kOk;
}

}  // namespace tarry::compressed
