// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/simulate/simulator.h"

#include <algorithm>
#include <utility>

namespace tarry::simulate {

using compressed::Action;
using compressed::ActionKind;
using compressed::Membership;

Simulator::Rank::Rank(const compressed::Trace& trace, std::uint32_t rank, const Options& options)
    : number(rank), cursor(trace, rank), times(trace, rank, options.times, options.seed) {
  cursor.set_seed(options.seed);
}

Simulator::Simulator(const compressed::Trace& trace, const Options& options)
    : trace_(trace),
      changes_(trace, options.changes),
      plans_(call_plans(trace)),
      memberships_(compressed::memberships_by_rank(trace.communicators, trace.ranks)),
      network_(options.network, trace.ranks),
      messages_(network_, queue_, completions_),
      collectives_(trace, network_.model(), completions_) {
  start_.run = whole_run(trace, plans_, Duration::Start);
  end_.run = whole_run(trace, plans_, Duration::End);
  const bool fates = needs_fates(trace);
  ranks_.reserve(trace.ranks);
  for (std::uint32_t rank = 0; rank < trace.ranks; ++rank) {
    ranks_.emplace_back(trace, rank, options);
    if (fates)
      ranks_.back().fates = std::make_unique<replay::RequestFates>(trace, rank, options.seed);
  }
}

Simulation Simulator::run() {
  made_.ranks.resize(trace_.ranks);
  for (Rank& rank : ranks_) next_call(rank);
  while (!queue_.empty()) {
    const Event event = queue_.top();
    queue_.pop();
    if (event.kind == Event::Kind::Call)
      carry_out(ranks_[event.number], event.time);
    else if (event.kind == Event::Kind::Step)
      step(event.number, event.time);
    else
      messages_.transfer(event.number, event.time);
    wake();
  }
  report(made_);
  return std::move(made_);
}

void Simulator::wake() {
  while (completions_.has_woken())
    for (const Woken& woken : completions_.take_woken()) {
      if (woken.actor < ranks_.size()) {
        Rank& rank = ranks_[woken.actor];
        rank.latest = std::max(rank.latest, woken.time);
        if (--rank.pending == 0) finish_call(rank);
        continue;
      }
      const auto number = static_cast<std::uint32_t>(woken.actor - ranks_.size());
      Part& part = parts_[number];
      part.latest = std::max(part.latest, woken.time);
      if (--part.pending == 0) queue_.push({part.latest, Event::Kind::Step, number});
    }
}

void Simulator::give_up(Rank& rank, const std::string& problem) {
  rank.is_in_call = false;
  made_.problems.push_back("rank " + std::to_string(rank.number) + " ends after " +
                           std::to_string(made_.ranks[rank.number].calls.size()) +
                           " calls: " + problem);
}

// Goes on to the next call that needs others, and has it carried out in its time.
void Simulator::next_call(Rank& rank) {
  SimulatedRank& made = made_.ranks[rank.number];
  while (rank.cursor.next(rank.call)) {
    changes_.change(rank.call);
    const compressed::CallTime recorded = rank.times.next(rank.call);
    rank.before = changes_.before(rank.call.event, recorded.before_ns);
    if (std::max(rank.before, recorded.duration_ns) > kEndOfTime || made.end > kEndOfTime)
      return give_up(rank, "its times are beyond all bounds");
    rank.begin = made.end + static_cast<Nanoseconds>(rank.before);
    const Duration how = plans_[trace_.events[rank.call.event].site.index()].duration;
    const bool is_plain = how == Duration::Recorded || how == Duration::Shortest;
    if (is_plain && rank.call.actions.empty()) {
      const std::uint64_t taken =
          how == Duration::Recorded ? recorded.duration_ns : rank.times.shortest_ns(rank.call);
      made.calls.push_back({rank.before, taken});
      made.end = rank.begin + static_cast<Nanoseconds>(taken);
      continue;
    }
    const bool meets_all = how == Duration::Start || how == Duration::End;
    rank.is_in_call = true;
    queue_.push(
        {rank.begin + (meets_all ? 0 : network_.model().overhead), Event::Kind::Call, rank.number});
    return;
  }
  rank.is_in_call = false;
  if (!rank.cursor.error().empty()) give_up(rank, rank.cursor.error());
}

void Simulator::carry_out(Rank& rank, Nanoseconds now) {
  rank.pending = 0;
  rank.latest = now;
  const Duration how = plans_[trace_.events[rank.call.event].site.index()].duration;
  if (how == Duration::Start || how == Duration::End) {
    meet(how == Duration::Start ? start_ : end_, rank, now);
  } else {
    for (const Action& action : rank.call.actions)
      if (!act(rank, action, now))
        return give_up(
            rank, "an operation is impossible (event " + std::to_string(rank.call.event + 1) + ")");
  }
  if (rank.pending == 0) finish_call(rank);
}

void Simulator::finish_call(Rank& rank) {
  SimulatedRank& made = made_.ranks[rank.number];
  made.calls.push_back({rank.before, static_cast<std::uint64_t>(rank.latest - rank.begin)});
  made.end = rank.latest;
  next_call(rank);
}

void Simulator::await(Rank& rank, CompletionId completion) {
  if (const auto time = completions_.wait(completion, rank.number))
    rank.latest = std::max(rank.latest, *time);
  else
    ++rank.pending;
}

// The call waits for a blocking operation; a request stays open.
void Simulator::keep(Rank& rank, bool is_request, CompletionId completion) {
  if (is_request)
    rank.requests.open(completion);
  else
    await(rank, completion);
}

bool Simulator::act(Rank& rank, const Action& action, Nanoseconds now) {
  switch (action.kind) {
    case ActionKind::Send:
    case ActionKind::StartSend:
      return send(rank, action, now);
    case ActionKind::Receive:
    case ActionKind::PostReceive:
      return receive(rank, action, now);
    case ActionKind::Collective:
    case ActionKind::StartCollective:
      return collective(rank, action, now);
    default:
      // Calls on windows and files take as long as they were recorded.
      if (action.kind < ActionKind::MakeWindow) close(rank, action);
      return true;
  }
}

void Simulator::close(Rank& rank, const Action& action) {
  const auto request = rank.requests.close_at(action.request);
  if (request && *request && action.kind != ActionKind::Cancelled) await(rank, **request);
}

bool Simulator::send(Rank& rank, const Action& action, Nanoseconds now) {
  const bool is_request = action.kind == ActionKind::StartSend;
  if (is_request && rank.fates && rank.fates->next().end == replay::RequestFate::End::Cancelled) {
    rank.requests.open(std::nullopt);
    return true;
  }
  const Membership* const comm = compressed::find(memberships_[rank.number], action.comm);
  const auto to = comm == nullptr ? std::nullopt : comm->world_rank(action.peer);
  if (!to) return false;
  const CompletionId done =
      completions_.open({Purpose::Operation::Send, *to, comm->communicator, action.tag, 0});
  keep(rank, is_request, done);
  ++made_.messages;
  const Protocol protocol = plans_[trace_.events[rank.call.event].site.index()].sends;
  messages_.send({rank.number, *to, comm->communicator, false, action.tag},
                 static_cast<std::uint64_t>(action.bytes), protocol, now, done);
  return true;
}

bool Simulator::receive(Rank& rank, const Action& action, Nanoseconds now) {
  const bool is_request = action.kind == ActionKind::PostReceive;
  std::int64_t peer = action.peer;
  std::int64_t tag = action.tag;
  if (is_request) {
    peer = action.posted_peer;
    tag = action.posted_tag;
    if (rank.fates) {
      const replay::RequestFate fate = rank.fates->next();
      const bool is_completed = fate.end == replay::RequestFate::End::Completed;
      if (is_completed) {
        peer = fate.peer;
        tag = fate.tag;
      }
      // Nobody knows which message it would have got.
      if (!is_completed &&
          (fate.end == replay::RequestFate::End::Cancelled || peer < 0 || tag < 0)) {
        rank.requests.open(std::nullopt);
        return true;
      }
    }
  }
  const Membership* const comm = compressed::find(memberships_[rank.number], action.comm);
  const auto from = comm == nullptr ? std::nullopt : comm->world_rank(peer);
  if (!from) return false;
  const CompletionId done =
      completions_.open({Purpose::Operation::Receive, *from, comm->communicator, tag, 0});
  keep(rank, is_request, done);
  messages_.receive({*from, rank.number, comm->communicator, false, tag}, now, done);
  return true;
}

bool Simulator::collective(Rank& rank, const Action& action, Nanoseconds now) {
  const bool is_request = action.kind == ActionKind::StartCollective;
  if (is_request && rank.fates) rank.fates->next();
  const Membership* const comm = compressed::find(memberships_[rank.number], action.comm);
  if (comm == nullptr || !model::is_collective_op(action.op)) return false;
  CollectiveCall call;
  call.comm = comm->communicator;
  call.world_rank = rank.number;
  call.rank = comm->place.rank;
  call.in_remote_group =
      comm->is_inter && comm->group == &trace_.communicators[comm->communicator].members;
  call.op = static_cast<model::CollectiveOp>(action.op);
  call.root = action.root;
  const CollectivePlace place{comm->place.peers, comm->place.rank,
                              action.root < 0 ? 0 : static_cast<std::uint32_t>(action.root)};
  call.size = size_of(call.op, place, static_cast<std::uint64_t>(action.bytes),
                      static_cast<std::uint64_t>(action.received));
  const std::uint64_t number = collectives_.next_number(call);
  const CompletionId done =
      completions_.open({Purpose::Operation::Collective, 0, comm->communicator, 0, number});
  keep(rank, is_request, done);
  const Algorithm* const algorithm = changes_.algorithm_of(call.op);
  if (algorithm == nullptr || comm->is_inter) {
    collectives_.arrive(call, number, now, done);
    return true;
  }
  Part part;
  part.steps = schedule_of(call.op, *algorithm, place, call.size);
  part.world_rank = rank.number;
  part.comm = comm->communicator;
  part.number = number;
  part.done = done;
  start_part(std::move(part), now);
  return true;
}

void Simulator::start_part(Part part, Nanoseconds now) {
  if (free_parts_.empty()) {
    free_parts_.push_back(static_cast<std::uint32_t>(parts_.size()));
    parts_.emplace_back();
  }
  const std::uint32_t number = free_parts_.back();
  free_parts_.pop_back();
  parts_[number] = std::move(part);
  step(number, now);
}

// Goes on with a part until time has to pass.
void Simulator::step(std::uint32_t number, Nanoseconds now) {
  Part& part = parts_[number];
  const std::vector<std::uint32_t>& members = trace_.communicators[part.comm].members;
  const auto tag = static_cast<std::int64_t>(part.number);
  while (part.at < part.steps.size()) {
    const ScheduleStep& next = part.steps[part.at];
    if (next.kind == ScheduleStep::Kind::Send && !std::exchange(part.is_paid, !part.is_paid)) {
      queue_.push({now + network_.model().overhead, Event::Kind::Step, number});
      return;
    }
    ++part.at;
    if (next.kind == ScheduleStep::Kind::Wait) {
      part.latest = now;
      for (const CompletionId begun : std::exchange(part.begun, {}))
        if (const auto time =
                completions_.wait(begun, static_cast<ActorId>(ranks_.size() + number)))
          part.latest = std::max(part.latest, *time);
        else
          ++part.pending;
      if (part.pending != 0) return;
      if (part.latest > now) {
        queue_.push({part.latest, Event::Kind::Step, number});
        return;
      }
      continue;
    }
    const std::uint32_t peer = members[next.peer];
    const bool is_send = next.kind == ScheduleStep::Kind::Send;
    const CompletionId done =
        completions_.open({is_send ? Purpose::Operation::Send : Purpose::Operation::Receive, peer,
                           part.comm, tag, 0});
    part.begun.push_back(done);
    if (is_send)
      messages_.send({part.world_rank, peer, part.comm, true, tag}, next.bytes, Protocol::Eager,
                     now, done);
    else
      messages_.receive({peer, part.world_rank, part.comm, true, tag}, now, done);
  }
  completions_.resolve(part.done, now);
  free_parts_.push_back(number);
}

void Simulator::meet(Meeting& meeting, Rank& rank, Nanoseconds now) {
  const CompletionId done = completions_.open({Purpose::Operation::WholeRun, 0, 0, 0, 0});
  await(rank, done);
  meeting.latest = std::max(meeting.latest, now);
  meeting.waiting.push_back(done);
  if (++meeting.arrived < meeting.run.ranks) return;
  for (const CompletionId each : std::exchange(meeting.waiting, {}))
    completions_.resolve(each, meeting.latest + meeting.run.shortest);
}

}  // namespace tarry::simulate
