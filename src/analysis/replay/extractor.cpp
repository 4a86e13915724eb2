// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/replay/extractor.h"

#include <algorithm>

namespace tarry::analysis {

using model::MpiCall;
using model::RegionId;
using model::RequestId;

namespace {

// Locations are sorted by rank: the threads of a process are neighbours.
Sibling place_in_process(const std::vector<model::Location>& locations, std::size_t i) {
  Sibling place = 0;
  while (i > place && locations[i - place - 1u].rank == locations[i].rank) ++place;
  return place;
}

constexpr std::uint64_t kEventsPerReport = 1 << 16;

bool has_next_sibling(const std::vector<model::Location>& locations, std::size_t i) {
  return i + 1 < locations.size() && locations[i + 1].rank == locations[i].rank;
}

}  // namespace

Extractor::Extractor(const model::Definitions& definitions, const RegionTable& regions,
                     model::LocationIndex location, CallPathLookup& callpaths,
                     model::Anomalies& anomalies, Progress& progress)
    : definitions_(definitions),
      regions_(regions),
      rank_(definitions.locations[location.index()].rank),
      sibling_(place_in_process(definitions.locations, location.index())),
      has_siblings_(sibling_ > 0 || has_next_sibling(definitions.locations, location.index())),
      callpaths_(callpaths),
      anomalies_(anomalies),
      progress_(progress) {}

NodeTotals& Extractor::totals(CallPathId callpath) {
  if (callpath.index() >= records_.nodes.size()) records_.nodes.resize(callpath.index() + 1);
  return records_.nodes[callpath.index()];
}

Ticks Extractor::advance(Ticks time) {
  if ((++records_.events & (kEventsPerReport - 1)) == 0)
    progress_.events.fetch_add(kEventsPerReport, std::memory_order_relaxed);
  if (!started_) {
    started_ = true;
    records_.first = last_ = time;
    return time;
  }
  if (time < last_) {
    anomalies_.add("events earlier than the one before them on the same location");
    time = last_;
  }
  if (time > last_) {
    if (!charged_to_.valid()) charged_to_ = callpaths_.child(base_, regions_.outside);
    totals(charged_to_).time += time - last_;
    last_ = time;
  }
  return time;
}

void Extractor::enter(Ticks time, RegionId region) {
  time = advance(time);
  const CallPathId parent = stack_.empty() ? base_ : stack_.back().callpath;
  const CallPathId callpath = callpaths_.child(parent, region);
  totals(callpath).visits += 1;
  stack_.push_back({region, callpath, time, Ticks{0}, kNoIndex, kNoIndex});
  charged_to_ = callpath;
}

void Extractor::pop(Ticks time, bool damaged) {
  const Frame& frame = stack_.back();
  if (frame.instance != kNoIndex) {
    Instance& instance = records_.instances[frame.instance];
    instance.leave = time;
    instance.damaged = damaged;
    if (frame.nested.count != 0) records_.nested.push_back({frame.instance, frame.nested});
  }
  const Ticks inclusive = time - frame.enter;
  stack_.pop_back();
  if (!stack_.empty()) stack_.back().nested += inclusive;
  charged_to_ = stack_.empty() ? base_ : stack_.back().callpath;
}

void Extractor::close_unfinished(Ticks time) {
  anomalies_.add(stack_.back().region == regions_.measurement_off
                     ? "locations whose recording stayed paused to the end"
                     : "regions entered and never left");
  pop(time, true);
}

void Extractor::leave(Ticks time, RegionId region) {
  time = advance(time);
  if (stack_.empty()) {
    anomalies_.add("regions left that were never entered");
    return;
  }
  if (stack_.back().region != region) {
    const auto open = std::find_if(stack_.rbegin(), stack_.rend(),
                                   [&](const Frame& frame) { return frame.region == region; });
    if (open == stack_.rend()) {
      anomalies_.add("regions left that were never entered");
      return;
    }
    while (stack_.back().region != region) close_unfinished(time);
  }
  const MpiCall call = regions_.kinds[region.index()].call;
  if (call == MpiCall::Init && records_.init == kNoIndex) records_.init = instance_of_top();
  if (call == MpiCall::Finalize && records_.finalize == kNoIndex)
    records_.finalize = instance_of_top();
  pop(time, false);
}

void Extractor::program_begin(Ticks time, RegionId program) { enter(time, program); }

void Extractor::thread_begin(Ticks time) {
  time = advance(time);
  if (!stack_.empty() || base_.valid()) return;  // a thread of a team: its regions say enough
  base_ = callpaths_.child(callpaths_.child({}, regions_.program), regions_.threads);
  charged_to_ = base_;
}

std::uint32_t Extractor::instance_of(Frame& frame) {
  if (frame.instance == kNoIndex) {
    frame.instance = static_cast<std::uint32_t>(records_.instances.size());
    Instance made;
    made.enter = frame.enter;
    made.callpath = frame.callpath;
    made.call = frame.region == regions_.measurement_off
                    ? MpiCall::Pause
                    : regions_.kinds[frame.region.index()].call;
    made.region_class = regions_.kinds[frame.region.index()].region_class;
    records_.instances.push_back(made);
  }
  return frame.instance;
}

bool Extractor::known_communicator(CommId comm) {
  if (comm.index() < definitions_.communicators.size()) return true;
  anomalies_.add("records on communicators that are not defined");
  return false;
}

std::uint64_t Extractor::believable(std::uint64_t bytes) {
  constexpr std::uint64_t kLargest = std::uint64_t{1} << 42;
  if (bytes <= kLargest) return bytes;
  anomalies_.add("messages and collectives with impossible sizes (taken as empty)");
  return 0;
}

Rank Extractor::peer_rank(const model::MessageRecord& message) {
  if (stack_.empty()) {
    anomalies_.add("messages recorded outside of any region");
    return {};
  }
  if (!known_communicator(message.comm)) return {};
  if (message.comm != peers_comm_) {
    peers_comm_ = message.comm;
    peers_ = &peer_group(message.comm);
  }
  if (definitions_.communicators[message.comm.index()].is_self) return rank_;
  if (message.peer.index() < peers_->size() && (*peers_)[message.peer.index()].valid())
    return (*peers_)[message.peer.index()];
  anomalies_.add("messages to or from ranks that their communicator does not have");
  return {};
}

const std::vector<Rank>& Extractor::peer_group(CommId id) const {
  const model::Communicator& comm = definitions_.communicators[id.index()];
  if (!comm.is_inter) return comm.members;
  // The definition of an intercommunicator has two groups; the peers are in the one without us.
  const auto& members = comm.members;
  const bool ours = std::find(members.begin(), members.end(), rank_) != members.end();
  return ours ? comm.remote_members : comm.members;
}

void Extractor::add_send(Ticks time, const model::MessageRecord& message, bool blocking) {
  time = advance(time);
  const Rank destination = peer_rank(message);
  if (!destination.valid()) return;
  SendRecord send;
  send.time = time;
  send.bytes = believable(message.bytes);
  send.instance = instance_of_top();
  send.destination = destination;
  send.comm = message.comm;
  send.tag = message.tag;
  send.completion_location = sibling_;
  if (blocking)
    send.completion = send.instance;
  else
    requests_.insert(message.request.value,
                     {RequestKind::Send, static_cast<std::uint32_t>(records_.sends.size())});
  records_.sends.push_back(send);
}

void Extractor::mpi_send(Ticks time, const model::MessageRecord& message) {
  add_send(time, message, true);
}

void Extractor::mpi_isend(Ticks time, const model::MessageRecord& message) {
  add_send(time, message, false);
}

void Extractor::mpi_isend_complete(Ticks time, RequestId request) {
  time = advance(time);
  if (stack_.empty()) return;
  const auto pending = requests_.take(request.value);
  if (pending && pending->kind == RequestKind::Send)
    records_.sends[pending->record].completion = instance_of_top();
  else if (has_siblings_)
    records_.foreign.push_back({request.value, time, RequestKind::Send, instance_of_top()});
  else
    anomalies_.add("requests completed that were never started");
}

void Extractor::mpi_irecv_request(Ticks time, RequestId request) {
  time = advance(time);
  if (stack_.empty()) return;
  requests_.insert(request.value,
                   {RequestKind::Receive, static_cast<std::uint32_t>(records_.posted.size())});
  records_.posted.push_back({time, stack_.back().enter, kNoIndex, sibling_});
}

std::uint32_t Extractor::add_receive(const model::MessageRecord& message, Rank source) {
  ReceiveRecord receive;
  receive.bytes = believable(message.bytes);
  receive.instance = instance_of_top();
  receive.source = source;
  receive.comm = message.comm;
  receive.tag = message.tag;
  records_.receives.push_back(receive);
  return static_cast<std::uint32_t>(records_.receives.size() - 1);
}

void Extractor::mpi_recv(Ticks time, const model::MessageRecord& message) {
  time = advance(time);
  const Rank source = peer_rank(message);
  if (!source.valid()) return;
  const std::uint32_t receive = add_receive(message, source);
  records_.posted.push_back({time, stack_.back().enter, receive, sibling_});
}

void Extractor::mpi_irecv(Ticks time, const model::MessageRecord& message) {
  time = advance(time);
  const Rank source = peer_rank(message);
  if (!source.valid()) return;
  const std::uint32_t receive = add_receive(message, source);
  const auto pending = requests_.take(message.request.value);
  if (pending && pending->kind == RequestKind::Receive)
    records_.posted[pending->record].receive = receive;
  else if (has_siblings_)
    records_.foreign.push_back({message.request.value, time, RequestKind::Receive, receive});
  else {
    // Without its request it still is a receive, posted where it completed.
    anomalies_.add("requests completed that were never started");
    records_.posted.push_back({time, stack_.back().enter, receive, sibling_});
  }
}

void Extractor::mpi_request_test(Ticks time, RequestId /*request*/) { advance(time); }

void Extractor::mpi_request_cancelled(Ticks time, RequestId request) {
  time = advance(time);
  const auto pending = requests_.take(request.value);
  if (pending && pending->kind == RequestKind::Send)
    records_.sends[pending->record].cancelled = true;
  else if (pending && pending->kind == RequestKind::Receive)
    records_.posted[pending->record].cancelled = true;
  else if (!pending && has_siblings_)
    records_.foreign.push_back({request.value, time, RequestKind::Send, kNoIndex, true});
  else if (!pending)
    anomalies_.add("requests cancelled that were never started");
}

void Extractor::collective_begin(Ticks time) {
  time = advance(time);
  if (stack_.empty()) return;
  stack_.back().collective = static_cast<std::uint32_t>(records_.collectives.size());
  CollectiveRecord begun;
  begun.initiated = begun.begin = time;
  begun.initiated_at = stack_.back().callpath;
  records_.collectives.push_back(begun);
}

void Extractor::fill_collective(CollectiveRecord& to, Ticks time,
                                const model::CollectiveRecord& from, std::uint32_t instance) {
  to.end = time;
  to.bytes_sent = believable(from.bytes_sent);
  to.bytes_received = believable(from.bytes_received);
  to.instance = instance;
  to.instance_location = sibling_;
  to.comm = from.comm;
  to.root = from.root;
  to.op = from.op;
  to.completed = true;
}

Extractor::Frame& Extractor::ending_frame() {
  Frame& top = stack_.back();
  const bool paused = top.region == regions_.measurement_off && top.collective == kNoIndex;
  if (!paused || stack_.size() == 1) return top;
  Frame& below = stack_[stack_.size() - 2];
  return below.collective == kNoIndex ? top : below;
}

void Extractor::collective_end(Ticks time, const model::CollectiveRecord& record) {
  time = advance(time);
  if (stack_.empty()) {
    anomalies_.add("collective operations recorded outside of any region");
    return;
  }
  if (!known_communicator(record.comm)) return;
  Frame& frame = ending_frame();
  if (frame.collective == kNoIndex) {
    // Writers without a begin record: the operation begins where the region does [C1].
    CollectiveRecord begun;
    begun.initiated = begun.begin = frame.enter;
    begun.initiated_at = frame.callpath;
    frame.collective = static_cast<std::uint32_t>(records_.collectives.size());
    records_.collectives.push_back(begun);
  }
  fill_collective(records_.collectives[frame.collective], time, record, instance_of(frame));
  frame.collective = kNoIndex;
}

void Extractor::nonblocking_collective_request(Ticks time, RequestId request) {
  time = advance(time);
  if (stack_.empty()) return;
  requests_.insert(request.value, {RequestKind::Collective,
                                   static_cast<std::uint32_t>(records_.collectives.size())});
  CollectiveRecord begun;
  begun.initiated = time;
  begun.begin = stack_.back().enter;
  begun.initiated_at = stack_.back().callpath;
  begun.nonblocking = true;
  records_.collectives.push_back(begun);
}

void Extractor::nonblocking_collective_complete(Ticks time, const model::CollectiveRecord& record) {
  time = advance(time);
  if (stack_.empty()) {
    anomalies_.add("collective operations recorded outside of any region");
    return;
  }
  if (!known_communicator(record.comm)) return;
  const auto pending = requests_.take(record.request.value);
  if (pending && pending->kind == RequestKind::Collective) {
    fill_collective(records_.collectives[pending->record], time, record, instance_of_top());
  } else if (has_siblings_) {
    records_.foreign.push_back({record.request.value, time, RequestKind::Collective,
                                static_cast<std::uint32_t>(records_.foreign_collectives.size())});
    records_.foreign_collectives.emplace_back();
    fill_collective(records_.foreign_collectives.back(), time, record, instance_of_top());
  } else {
    anomalies_.add("requests completed that were never started");
  }
}

void Extractor::thread_end(Ticks time) { advance(time); }

void Extractor::buffer_flush(Ticks time, Ticks stop) {
  enter(time, regions_.buffer_flush);
  leave(std::max(time, stop), regions_.buffer_flush);
}

void Extractor::measurement_on_off(Ticks time, bool on) {
  const bool is_off = !stack_.empty() && stack_.back().region == regions_.measurement_off;
  if (!on && !is_off)
    enter(time, regions_.measurement_off);
  else if (on && is_off)
    leave(time, regions_.measurement_off);
  else
    advance(time);
}

LocationRecords Extractor::finish() {
  while (!stack_.empty()) close_unfinished(last_);
  records_.last = last_;
  progress_.events.fetch_add(records_.events & (kEventsPerReport - 1), std::memory_order_relaxed);
  requests_.for_each([&](std::uint64_t request, Pending pending) {
    const Ticks started = pending.kind == RequestKind::Send ? records_.sends[pending.record].time
                          : pending.kind == RequestKind::Receive
                              ? records_.posted[pending.record].time
                              : records_.collectives[pending.record].initiated;
    records_.open.push_back({request, started, pending.kind, pending.record});
  });
  // The nested list is filled at leave: inner instances come before outer ones.
  std::sort(records_.nested.begin(), records_.nested.end(),
            [](const NestedTime& a, const NestedTime& b) { return a.instance < b.instance; });
  records_.instances.shrink_to_fit();
  records_.sends.shrink_to_fit();
  records_.receives.shrink_to_fit();
  records_.posted.shrink_to_fit();
  records_.collectives.shrink_to_fit();
  return std::move(records_);
}

}  // namespace tarry::analysis
