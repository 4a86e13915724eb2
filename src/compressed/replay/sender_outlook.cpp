// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/replay/sender_outlook.h"

#include "compressed/replay/call_role.h"

namespace tarry::replay {

using compressed::Action;
using compressed::ActionKind;

SenderOutlook::SenderOutlook(const compressed::Trace& trace, std::uint32_t sender,
                             Destinations destinations, std::uint32_t receiver,
                             const Settings& settings)
    : trace_(trace),
      receiver_(receiver),
      bytes_factor_(settings.bytes_factor),
      destinations_(std::move(destinations)),
      comms_(compressed::memberships(trace.communicators, sender)),
      cursor_(trace, sender),
      times_(trace, sender, settings.seed, settings.times) {
  cursor_.set_seed(settings.seed);
}

bool SenderOutlook::next(double time_ns, ExpectedMessage& message) {
  while (found_.empty() && !done_ && now_ns_ <= time_ns) done_ = !read_on();
  if (found_.empty() || found_.front().time_ns > time_ns) return false;
  message = found_.front();
  found_.pop_front();
  return true;
}

bool SenderOutlook::read_on() {
  if (!cursor_.next(call_)) return false;
  const TimeDraw::Drawn drawn = times_.next(call_.event, call_.predecessor);
  now_ns_ += drawn.before;
  const compressed::SiteId site = trace_.events[call_.event].site;
  const CallRole role = call_role(trace_.sites[site.index()].function);
  for (const Action& action : call_.actions) {
    if (!is_replayed(role) ||
        (action.kind != ActionKind::Send && action.kind != ActionKind::StartSend))
      continue;
    const compressed::Membership& comm = comms_[static_cast<std::size_t>(action.comm)];
    if (comm.is_inter) continue;
    const std::optional<std::uint32_t> to = comm.world_rank(action.peer);
    if (to && destinations_.instead_of(*to) == receiver_)
      found_.push_back(
          {now_ns_, scaled_bytes(static_cast<std::uint64_t>(action.bytes), bytes_factor_)});
  }
  now_ns_ = role == CallRole::Starts ? 0 : now_ns_ + drawn.duration;
  return true;
}

}  // namespace tarry::replay
