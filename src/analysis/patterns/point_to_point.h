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

}  // namespace tarry::analysis
