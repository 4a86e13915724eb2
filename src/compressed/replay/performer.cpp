// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/replay/performer.h"

namespace tarry::replay {

Performer::Performer(const Stage& stage)
    : stage_(stage),
      plan_(stage.comms, ElementSizes(stage.trace.datatypes), stage.agreed.known,
            stage.settings.bytes_factor),
      times_(stage.trace, stage.rank, stage.settings.seed, stage.settings.times),
      line_(stage.clock, stage.settings.compute),
      counts_(stage.trace.sites.size()) {
  for (const compressed::Site& site : stage.trace.sites)
    functions_.push_back({call_role(site.function), send_mode(site.function),
                          model::find_mpi_function(site.function)});
  CommNumber next = 0;
  for (const bool used : stage.agreed.uses) made_.push_back(used ? next++ : 0);
}

void Performer::begin(const compressed::CursorCall& call, const TimeDraw::Drawn& drawn) {
  const compressed::SiteId site = stage_.trace.events[call.event].site;
  if (function(site).role == CallRole::Starts) return;
  double nanoseconds = drawn.before;
  if (function(site).role == CallRole::Computes && call.actions.empty())
    nanoseconds += drawn.duration;
  line_.compute(static_cast<std::uint64_t>(nanoseconds / stage_.settings.speed));
  begun_ = stage_.clock.now();
  stage_.watch.enter(site.value);
}

void Performer::end(compressed::SiteId site, const CallCounts& counts, bool made) {
  if (function(site).role != CallRole::Starts) stage_.watch.leave();
  line_.call_ended();
  if (!made) return;
  CallCounts& all = counts_[site.index()];
  all += counts;
  ++all.calls;
  all.time_ns += static_cast<double>(line_.from() - begun_);
}

CollectiveShape Performer::next_shape(const compressed::Action& action, CallCounts& counts) {
  CollectiveShape shape = plan_.next(action);
  const compressed::Membership& comm = members(action.comm);
  const Totals totals = totals_of(shape, {comm.place.peers, comm.place.rank, shape.root});
  counts.sent += totals.sent;
  counts.received += totals.received;
  return shape;
}

void Performer::collective(const compressed::Action& action, CallCounts& counts) {
  stage_.mpi.collective(comm(action.comm), next_shape(action, counts));
}

Request Performer::start_collective(const compressed::Action& action, CallCounts& counts) {
  return stage_.mpi.start_collective(comm(action.comm), next_shape(action, counts));
}

}  // namespace tarry::replay
