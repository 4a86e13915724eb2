// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/capture/compress_trace.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/for_each.h"
#include "compressed/capture/capture_rank.h"
#include "compressed/capture/notes.h"
#include "compressed/fold/block_merger.h"

namespace tarry::compressed {
namespace {

// The data that the threads share.
struct Work {
  model::TraceSource& source;
  const CompressOptions& options;
  std::uint32_t ranks;
  std::vector<RankCommunicators> communicators;
  std::vector<std::vector<model::LocationIndex>> locations;
  BlockMerger merger;
};

base::Status compress_rank(Work& work, std::uint32_t rank, model::Anomalies& anomalies) {
  Folder folder(work.options.fold);
  SiteTable sites(work.options.fold.stack_threshold);
  TRY(capture_rank(
      work.source, work.locations[rank], work.communicators[rank], sites,
      [&](Call&& call) { folder.add(call); }, anomalies));
  Trace trace;
  trace.events = folder.finish(rank);
  for (const std::string& note : folder.notes()) count_note(note, anomalies);
  trace.frames = sites.frames();
  trace.ranks = work.ranks;
  trace.sites = sites.sites();
  canonicalise(trace);
  work.merger.add(rank, std::move(trace));
  return base::kOk;
}

}  // namespace

base::Result<Trace> compress_trace(model::TraceSource& source, const CompressOptions& options) {
  const model::Definitions& definitions = source.definitions();
  const std::uint32_t ranks = ranks_of(definitions);
  Work work{source,
            options,
            ranks,
            communicators_by_rank(definitions, ranks),
            locations_by_rank(definitions, ranks),
            BlockMerger(ranks, options.fold)};
  std::vector<model::Anomalies> anomalies(ranks);
  TRY(base::for_each(ranks, options.threads, [&](std::size_t i) {
    return compress_rank(work, static_cast<std::uint32_t>(i), anomalies[i]);
  }));

  model::Anomalies all = source.definition_anomalies();
  for (const model::Anomalies& some : anomalies) all.merge(some);
  Trace trace = work.merger.take();
  trace.ranks = ranks;
  trace.program = definitions.program;
  trace.communicators = communicators_of(definitions);
  for (const std::string& sentence : all.sentences()) trace.notes.push_back(sentence);
  if (!definitions.windows.empty())
    trace.notes.emplace_back(
        "an event trace does not say how large windows are, where accesses go in them, with which "
        "operations, and what is flushed");
  return trace;
}

}  // namespace tarry::compressed
