// SPDX-License-Identifier: BSD-3-Clause
// Counts the collective operations of a process and charges the waits that matching has found in
// them. Definition: docs/definitions.md, "Collective waits".
#pragma once

#include <vector>

#include "analysis/patterns/mpi_account.h"
#include "model/anomalies.h"

namespace tarry::analysis {

class CollectiveWaits {
 public:
  // `accounts` are those of the locations of the process. Both arguments must outlive this.
  CollectiveWaits(std::vector<MpiAccount>& accounts, model::Anomalies& anomalies)
      : accounts_(accounts), anomalies_(anomalies) {}

  // Charges the operations of a location. In calls that complete several operations, they become
  // candidates.
  void evaluate(Sibling location);
  // Charges a non-blocking operation to the call that completes it.
  void charge_nonblocking(MpiAccount& holder, std::uint32_t instance, RecordRef reference);

 private:
  [[nodiscard]] const CollectiveRecord& record(RecordRef reference) const {
    return accounts_[reference.location].records().collectives[reference.index];
  }
  void blocking(MpiAccount& holder, RecordRef reference);
  void nonblocking(MpiAccount& holder, RecordRef reference);

  std::vector<MpiAccount>& accounts_;
  model::Anomalies& anomalies_;
};

}  // namespace tarry::analysis
