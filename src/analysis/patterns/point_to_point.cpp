// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns/point_to_point.h"

#include <algorithm>

namespace tarry::analysis {

using model::MpiCall;
using model::Ticks;

Ticks late_sender_wait(Ticks send_enter, Ticks receive_enter, Ticks receive_leave,
                       MpiCall receive_call) {
  if (receive_call == MpiCall::NotMpi || never_waits(receive_call)) return {};
  return base::positive_part(std::min(send_enter, receive_leave) - receive_enter);
}

Ticks late_receiver_wait(Ticks receive_posted, Ticks completion_enter, Ticks completion_leave,
                         MpiCall completion_call) {
  const bool may_wait = completion_call == MpiCall::Send || completion_call == MpiCall::Ssend ||
                        completion_call == MpiCall::Wait || completion_call == MpiCall::WaitMany;
  if (!may_wait || completion_leave <= receive_posted) return {};
  return base::positive_part(receive_posted - completion_enter);
}

}  // namespace tarry::analysis
