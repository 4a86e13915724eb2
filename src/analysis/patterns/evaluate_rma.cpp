// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns/evaluate_rma.h"

#include "analysis/patterns/account.h"

namespace tarry::analysis {
namespace {

using model::MetricId;
namespace metric = model::metric;

struct RmaMetricIds {
  MetricId at_create = metric::mpi_rma_wait_at_create;
  MetricId at_free = metric::mpi_rma_wait_at_free;
  MetricId at_fence = metric::mpi_rma_wait_at_fence;
  MetricId in_file_management = metric::mpi_mgmt_file_wait;
  MetricId in_file_io = metric::mpi_io_collective_wait;
  MetricId early_fence = metric::mpi_rma_early_fence;
  MetricId late_post_sync = metric::mpi_rma_sync_late_post;
  MetricId late_post_comm = metric::mpi_rma_comm_late_post;
  MetricId early_wait = metric::mpi_rma_early_wait;
  MetricId late_complete = metric::mpi_rma_late_complete;
  MetricId lock_sync = metric::mpi_rma_sync_lock_competition;
  MetricId lock_comm = metric::mpi_rma_comm_lock_competition;
  MetricId pair_syncs = metric::mpi_rma_pairsync_count;
  MetricId unneeded = metric::mpi_rma_pairsync_unneeded_count;
  MetricId bytes_put = metric::bytes_put;
  MetricId bytes_get = metric::bytes_get;
};

const RmaMetricIds& rma_ids() {
  static const RmaMetricIds kIds;
  return kIds;
}

MetricId wait_metric(RmaWaitKind kind, model::RegionClass region_class) {
  const bool moves_data = region_class == model::RegionClass::MpiRmaCommunication;
  switch (kind) {
    case RmaWaitKind::Create:
      return rma_ids().at_create;
    case RmaWaitKind::Free:
      return rma_ids().at_free;
    case RmaWaitKind::Fence:
      return rma_ids().at_fence;
    case RmaWaitKind::File:
      return region_class == model::RegionClass::MpiMgmtFile ? rma_ids().in_file_management
                                                             : rma_ids().in_file_io;
    case RmaWaitKind::LatePost:
      return moves_data ? rma_ids().late_post_comm : rma_ids().late_post_sync;
    case RmaWaitKind::EarlyWait:
      return rma_ids().early_wait;
    case RmaWaitKind::Lock:
      return moves_data ? rma_ids().lock_comm : rma_ids().lock_sync;
  }
  return rma_ids().at_fence;
}

WaitKind state_of(RmaWaitKind kind) {
  switch (kind) {
    case RmaWaitKind::LatePost:
      return WaitKind::RmaLatePost;
    case RmaWaitKind::EarlyWait:
      return WaitKind::RmaEarlyWait;
    case RmaWaitKind::Lock:
      return WaitKind::RmaLock;
    case RmaWaitKind::File:
      return WaitKind::File;
    default:
      return WaitKind::RmaCollective;
  }
}

void evaluate_waits(LocationRecords& records, Sibling location, Account& account,
                    model::Anomalies& anomalies) {
  for (std::uint32_t w = 0; w < records.rma.waits.size(); ++w) {
    const RmaWait& wait = records.rma.waits[w];
    const Instance& instance = records.instances[wait.instance];
    const MetricId to = wait_metric(wait.kind, instance.region_class);
    if (!belongs(to, instance.region_class)) {
      anomalies.add(kWrongKind);
      continue;
    }
    const Ticks charged = account.charge(wait.instance, to, wait.amount);
    const Ticks part = std::min(wait.part, charged);
    if (part.count != 0)
      account.cells().at(instance.callpath, wait.kind == RmaWaitKind::Fence
                                                ? rma_ids().early_fence
                                                : rma_ids().late_complete) += part.count;
    if (charged.count != 0)
      records.waits.push_back(
          {charged, wait.instance, instance.callpath, {location, w}, state_of(wait.kind), to, {}});
  }
}

}  // namespace

void evaluate_rma(ProcessRecords& process, std::vector<Cells>& cells, model::Anomalies& anomalies) {
  for (std::size_t l = 0; l < process.locations.size(); ++l) {
    LocationRecords& records = process.locations[l];
    if (records.rma.records.empty()) continue;
    Account account(records, cells[l]);
    for (std::uint32_t c = 0; c < records.rma.bytes.size(); ++c) {
      account.count(CallPathId{c}, rma_ids().bytes_put, records.rma.bytes[c].put);
      account.count(CallPathId{c}, rma_ids().bytes_get, records.rma.bytes[c].get);
    }
    for (const RmaPairSync& sync : records.rma.pair_syncs) {
      const std::uint32_t instance = records.rma.records[sync.record].instance;
      account.count(instance, rma_ids().pair_syncs, sync.peers);
      account.count(instance, rma_ids().unneeded, sync.peers - std::min(sync.peers, sync.involved));
    }
    evaluate_waits(records, static_cast<Sibling>(l), account, anomalies);
  }
}

}  // namespace tarry::analysis
