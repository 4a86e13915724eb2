// SPDX-License-Identifier: BSD-3-Clause
// Late Sender and Late Receiver of one matched message. Definition: docs/definitions.md,
// "Point-to-point waits". Source: F. Wolf, "Automatic Performance Analysis on Parallel Computers
// with SMP Nodes", NIC Series 17, 2003, section 3.8.1.
//
//   sender    ────────█Send█──        Late Sender: the receiver waits from its own enter
//   receiver  ──█Recv·······█──       until the sender enters.
//
//   sender    ──█Send·······█──       Late Receiver: the sender waits from the enter of the call
//   receiver  ────────█Recv█──        that completes the send until the receive is posted.
#pragma once

#include <vector>

#include "analysis/patterns/mpi_account.h"
#include "analysis/patterns/wrong_order.h"
#include "model/anomalies.h"
#include "model/ids.h"
#include "model/region_class.h"

namespace tarry::analysis {

// E(S) > E(R): min(E(S), L(R)) - E(R), else 0. Calls that only test or free a request never wait.
model::Ticks late_sender_wait(model::Ticks send_enter, model::Ticks receive_enter,
                              model::Ticks receive_leave, model::MpiCall receive_call);

// E(Q) > E(C) and L(C) > E(Q): E(Q) - E(C), else 0. Only calls that may block until the receive is
// posted: standard and synchronous blocking sends, and waiting for a non-blocking one.
model::Ticks late_receiver_wait(model::Ticks receive_posted, model::Ticks completion_enter,
                                model::Ticks completion_leave, model::MpiCall completion_call);

// Counts the messages of a process and charges their waits.
class PointToPointWaits {
 public:
  // `accounts` are those of the locations of the process. Both arguments must outlive this.
  PointToPointWaits(std::vector<MpiAccount>& accounts, model::Anomalies& anomalies)
      : accounts_(accounts), anomalies_(anomalies) {}

  // Charges the sends of a location. In calls that complete several operations, they become
  // candidates.
  void evaluate_sends(Sibling location);
  // Charges the receives of a location, also in calls that complete several operations. All other
  // candidates of these calls must be known.
  void evaluate_receives(Sibling location);
  // Charges a send to the call that completes it.
  void charge_late_receiver(MpiAccount& account, std::uint32_t instance, Ticks wait,
                            RecordRef send);

 private:
  void late_sender(RecordRef reference, WrongOrderDetector& wrong_order);
  void settle_late_sender(Sibling location, std::uint32_t instance,
                          WrongOrderDetector& wrong_order);
  void charge_late_sender(RecordRef reference, Ticks wait, WrongOrderDetector& wrong_order);
  void late_receiver(const SendRecord& send, RecordRef reference);

  std::vector<MpiAccount>& accounts_;
  model::Anomalies& anomalies_;
};

}  // namespace tarry::analysis
