// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/replay/worker.h"

#include <string>

#include "analysis/replay/evaluate.h"
#include "analysis/replay/extractor.h"
#include "analysis/replay/fold.h"
#include "analysis/replay/match_collectives.h"
#include "analysis/replay/match_messages.h"

namespace tarry::analysis {
namespace {

base::Status extract(trace::TraceSource& source, const RegionTable& regions,
                     const Partition& partition, std::size_t worker, Share& share,
                     std::vector<ProcessRecords>& processes) {
  CallPathLookup callpaths(share.tree);
  for (std::size_t p = partition.begin(worker); p < partition.begin(worker + 1); ++p) {
    const Partition::Process& process = partition.processes()[p];
    ProcessRecords records;
    records.rank = process.rank;
    records.first_location = model::LocationIndex{process.first_location};
    for (std::uint32_t l = 0; l < process.locations; ++l) {
      const model::LocationIndex location{process.first_location + l};
      Extractor extractor(source.definitions(), regions, location, callpaths, share.anomalies);
      TRY(source.read(location, extractor, share.anomalies));
      records.locations.push_back(extractor.finish());
    }
    if (records.locations.size() > 1) link_foreign_requests(records, share.anomalies);
    processes.push_back(std::move(records));
  }
  return base::kOk;
}

// Makes the first worker's error everyone's.
base::Status agree(const base::Status& own, Transport& transport) {
  Bytes message;
  if (!own.ok()) {
    append(message, own.error().code);
    const std::string text = own.error().message();
    for (const char c : text) append(message, c);
  }
  for (const Bytes& from : transport.all_gather(message)) {
    if (from.empty()) continue;
    base::Error error;
    error.code = record_at<base::ErrorCode>(from, 0);
    error.what.assign(reinterpret_cast<const char*>(from.data()) + sizeof(base::ErrorCode),
                      from.size() - sizeof(base::ErrorCode));
    return error;
  }
  return base::kOk;
}

}  // namespace

base::Result<Share> replay_share(trace::TraceSource& source, const RegionTable& regions,
                                 const Partition& partition, Transport& transport) {
  Share share;
  std::vector<ProcessRecords> processes;
  TRY(agree(extract(source, regions, partition, transport.rank(), share, processes), transport));

  match_messages(processes, source.definitions(), partition, transport, share.anomalies);
  match_collectives(processes, source.definitions(), transport, share.anomalies);
  const InitAndFinalizeWaits whole_run =
      match_init_and_finalize(processes, transport, share.anomalies);

  if (!processes.empty()) share.first_location = processes.front().first_location.index();
  for (std::size_t p = 0; p < processes.size(); ++p) {
    std::vector<Cells> cells = evaluate(processes[p], whole_run.init_completion[p],
                                        whole_run.finalize_wait[p], share.anomalies);
    for (std::size_t l = 0; l < cells.size(); ++l) {
      const LocationRecords& records = processes[p].locations[l];
      fold_times_and_sums(records, share.tree, regions, cells[l]);
      share.cells.push_back(std::move(cells[l]));
      if (records.events != 0) share.spans.push_back({records.first, records.last});
    }
    processes[p].locations.clear();
  }
  return share;
}

}  // namespace tarry::analysis
