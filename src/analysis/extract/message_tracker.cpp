// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/extract/message_tracker.h"

#include <algorithm>

namespace tarry::analysis {

using model::RequestId;

Rank MessageTracker::peer_rank(const model::MessageRecord& message) {
  if (stack_.empty()) {
    location_.anomalies.add("messages recorded outside of any region");
    return {};
  }
  if (!location_.is_defined(message.comm)) return {};
  if (message.comm != peers_comm_) {
    peers_comm_ = message.comm;
    peers_ = &peer_group(message.comm);
  }
  if (location_.definitions.communicators[message.comm.index()].is_self) return location_.rank;
  if (message.peer.index() < peers_->size() && (*peers_)[message.peer.index()].valid())
    return (*peers_)[message.peer.index()];
  location_.anomalies.add("messages to or from ranks that their communicator does not have");
  return {};
}

const std::vector<Rank>& MessageTracker::peer_group(CommId id) const {
  const model::Communicator& comm = location_.definitions.communicators[id.index()];
  if (!comm.is_inter) return comm.members;
  // The definition of an intercommunicator has two groups; the peers are in the one without us.
  const auto& members = comm.members;
  const bool ours = std::find(members.begin(), members.end(), location_.rank) != members.end();
  return ours ? comm.remote_members : comm.members;
}

SendRecord* MessageTracker::add_send(Ticks time, const model::MessageRecord& message) {
  const Rank destination = peer_rank(message);
  if (!destination.valid()) return nullptr;
  SendRecord send;
  send.time = time;
  send.bytes = location_.believable(message.bytes);
  send.instance = stack_.instance_of_top();
  send.destination = destination;
  send.comm = message.comm;
  send.tag = message.tag;
  send.completion_location = location_.sibling;
  return &location_.records.sends.emplace_back(send);
}

void MessageTracker::send(Ticks time, const model::MessageRecord& message) {
  if (SendRecord* const send = add_send(time, message)) send->completion = send->instance;
}

void MessageTracker::start_send(Ticks time, const model::MessageRecord& message) {
  if (add_send(time, message) != nullptr)
    requests_.start(message.request, RequestKind::Send, location_.records.sends.size() - 1);
}

void MessageTracker::complete_send(Ticks time, RequestId request) {
  if (stack_.empty()) return;
  if (const auto send = requests_.end(request, RequestKind::Send))
    location_.records.sends[*send].completion = stack_.instance_of_top();
  else if (requests_.may_be_of_sibling())
    location_.records.foreign.push_back(
        {request.value, time, RequestKind::Send, stack_.instance_of_top()});
}

std::uint32_t MessageTracker::add_receive(const model::MessageRecord& message, Rank source) {
  ReceiveRecord receive;
  receive.bytes = location_.believable(message.bytes);
  receive.instance = stack_.instance_of_top();
  receive.source = source;
  receive.comm = message.comm;
  receive.tag = message.tag;
  receive.from_any_source = message.from_any_source;
  location_.records.receives.push_back(receive);
  return static_cast<std::uint32_t>(location_.records.receives.size() - 1);
}

void MessageTracker::add_posted(Ticks time, std::uint32_t receive) {
  location_.records.posted.push_back({time, stack_.instance_of_top(), receive, location_.sibling});
}

void MessageTracker::receive(Ticks time, const model::MessageRecord& message) {
  const Rank source = peer_rank(message);
  if (source.valid()) add_posted(time, add_receive(message, source));
}

void MessageTracker::post_receive(Ticks time, RequestId request) {
  if (stack_.empty()) return;
  requests_.start(request, RequestKind::Receive, location_.records.posted.size());
  add_posted(time, kNoIndex);
}

void MessageTracker::complete_receive(Ticks time, const model::MessageRecord& message) {
  const Rank source = peer_rank(message);
  if (!source.valid()) return;
  const std::uint32_t receive = add_receive(message, source);
  if (const auto posted = requests_.end(message.request, RequestKind::Receive))
    location_.records.posted[*posted].receive = receive;
  else if (requests_.may_be_of_sibling())
    location_.records.foreign.push_back(
        {message.request.value, time, RequestKind::Receive, receive});
  else
    add_posted(time, receive);  // a receive without its request counts as posted here
}

void MessageTracker::cancel(Ticks time, RequestId request) {
  const auto started = requests_.end(request);
  if (started && started->kind == RequestKind::Send)
    location_.records.sends[started->record].cancelled = true;
  else if (started && started->kind == RequestKind::Receive)
    location_.records.posted[started->record].cancelled = true;
  else if (!started && location_.has_siblings)
    location_.records.foreign.push_back({request.value, time, RequestKind::Send, kNoIndex, true});
  else if (!started)
    location_.anomalies.add("requests cancelled that were never started");
}

}  // namespace tarry::analysis
