// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns/collective_waits.h"

#include "analysis/patterns/collective.h"

namespace tarry::analysis {
namespace {

namespace metric = model::metric;

// The time counts as communication of another class than the call it is spent in.
void reclassify(MpiAccount& account, CallPathId at, model::CollectiveOp op, Ticks amount) {
  Cells& cells = account.cells();
  cells.at(at, metric::mpi_point2point) -= amount.count;
  if (op == model::CollectiveOp::Barrier) {
    cells.at(at, metric::mpi_communication) -= amount.count;
    cells.at(at, metric::mpi_synchronization) += amount.count;
    cells.at(at, metric::mpi_sync_collective) += amount.count;
  } else {
    cells.at(at, metric::mpi_collective) += amount.count;
  }
}

}  // namespace

void CollectiveWaits::evaluate(Sibling location) {
  MpiAccount& account = accounts_[location];
  const auto& all = account.records().collectives;
  for (std::uint32_t c = 0; c < all.size(); ++c) {
    const CollectiveRecord& record = all[c];
    if (!record.completed) continue;
    MpiAccount& holder = accounts_[record.instance_location];
    const CallPathId counted_at =
        record.nonblocking ? record.initiated_at : holder.callpath(record.instance);
    const bool sends = record.bytes_sent != 0, receives = record.bytes_received != 0;
    account.count(counted_at,
                  sends ? (receives ? metric::comms_cxch : metric::comms_csrc)
                        : (receives ? metric::comms_cdst : metric::syncs_coll),
                  1);
    account.count(counted_at, metric::bytes_cout, record.bytes_sent);
    account.count(counted_at, metric::bytes_cin, record.bytes_received);
    if (record.nonblocking)
      nonblocking(holder, {location, c});
    else
      blocking(holder, {location, c});
  }
}

void CollectiveWaits::blocking(MpiAccount& holder, RecordRef reference) {
  const CollectiveRecord& collective = record(reference);
  const CollectivePattern* pattern = collective_pattern(collective.op);
  if (pattern == nullptr || (collective.wait.count == 0 && collective.completion.count == 0))
    return;
  const Instance& instance = holder.instance(collective.instance);
  if (!belongs(pattern->wait_metric, instance.region_class)) return anomalies_.add(kWrongKind);
  if (pattern->is_waiting)
    holder.charge_wait(collective.instance, pattern->wait_metric, collective.wait, pattern->kind,
                       reference);
  else
    holder.charge(collective.instance, pattern->wait_metric, collective.wait);
  if (pattern->completion_metric.valid())
    holder.charge(collective.instance, pattern->completion_metric, collective.completion);
}

void CollectiveWaits::nonblocking(MpiAccount& holder, RecordRef reference) {
  const CollectiveRecord& collective = record(reference);
  const Instance& instance = holder.instance(collective.instance);
  if (completes_many(instance)) holder.candidates(collective.instance).with_collective = true;
  if (collective.wait.count == 0 || never_waits(instance.call)) return;
  if (!belongs(metric::mpi_point2point, instance.region_class))
    return anomalies_.add(kWrongKind);  // it is not completed by a Wait
  const CollectivePattern* pattern = collective_pattern(collective.op);
  if (!completes_many(instance)) return charge_nonblocking(holder, collective.instance, reference);
  if (!pattern->is_waiting) return;
  Candidates& candidates = holder.candidates(collective.instance);
  if (collective.wait > candidates.collective) {
    candidates.collective = collective.wait;
    candidates.collective_record = reference;
  }
}

void CollectiveWaits::charge_nonblocking(MpiAccount& holder, std::uint32_t instance,
                                         RecordRef reference) {
  const CollectiveRecord& collective = record(reference);
  const CollectivePattern* pattern = collective_pattern(collective.op);
  const Ticks charged =
      holder.charge_wait(instance, pattern->wait_metric, collective.wait, pattern->kind, reference);
  reclassify(holder, holder.callpath(instance), collective.op, charged);
}

}  // namespace tarry::analysis
