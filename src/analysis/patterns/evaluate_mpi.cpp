// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns/evaluate_mpi.h"

#include "analysis/patterns/collective_waits.h"
#include "analysis/patterns/mpi_account.h"
#include "analysis/patterns/point_to_point.h"

namespace tarry::analysis {
namespace {

namespace metric = model::metric;

// A wait or completion of the whole process, in its instance of MPI_Init or MPI_Finalize.
void charge_first(std::vector<MpiAccount>& accounts, RecordRef first, model::MetricId to,
                  Ticks amount) {
  if (first.index != kNoIndex) accounts[first.location].charge(first.index, to, amount);
}

void charge_waits(std::vector<MpiAccount>& accounts, model::Anomalies& anomalies) {
  CollectiveWaits collectives(accounts, anomalies);
  PointToPointWaits messages(accounts, anomalies);
  const std::size_t n = accounts.size();
  for (std::size_t l = 0; l < n; ++l) collectives.evaluate(static_cast<Sibling>(l));
  for (std::size_t l = 0; l < n; ++l) messages.evaluate_sends(static_cast<Sibling>(l));
  for (std::size_t l = 0; l < n; ++l) messages.evaluate_receives(static_cast<Sibling>(l));
  // Late Senders have been charged with the receives.
  for (MpiAccount& account : accounts)
    account.for_each_candidates([&](std::uint32_t instance, const Candidates& found) {
      if (found.largest() == Candidates::Largest::Collective)
        collectives.charge_nonblocking(account, instance, found.collective_record);
      else if (found.largest() == Candidates::Largest::LateReceiver)
        messages.charge_late_receiver(account, instance, found.late_receiver, found.send);
    });
}

}  // namespace

std::vector<Cells> evaluate_mpi(ProcessRecords& process, Ticks init_completion, Ticks finalize_wait,
                                model::Anomalies& anomalies) {
  std::vector<Cells> cells(process.locations.size());
  std::vector<MpiAccount> accounts;
  for (std::size_t l = 0; l < process.locations.size(); ++l)
    accounts.emplace_back(process.locations[l], cells[l]);
  charge_waits(accounts, anomalies);
  for (std::size_t l = 0; l < process.locations.size(); ++l)
    process.locations[l].waits = accounts[l].take_waits();
  charge_first(accounts, first_instance(process, &LocationRecords::init),
               metric::mpi_init_completion, init_completion);
  charge_first(accounts, first_instance(process, &LocationRecords::finalize),
               metric::mpi_finalize_wait, finalize_wait);
  return cells;
}

}  // namespace tarry::analysis
