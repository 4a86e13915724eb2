// SPDX-License-Identifier: BSD-3-Clause
// The part of the extractor that is about point-to-point messages and their requests.
#include <algorithm>

#include "analysis/extract/extractor.h"

namespace tarry::analysis {

using model::RequestId;

Rank Extractor::peer_rank(const model::MessageRecord& message) {
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

const std::vector<Rank>& Extractor::peer_group(CommId id) const {
  const model::Communicator& comm = location_.definitions.communicators[id.index()];
  if (!comm.is_inter) return comm.members;
  // The definition of an intercommunicator has two groups; the peers are in the one without us.
  const auto& members = comm.members;
  const bool ours = std::find(members.begin(), members.end(), location_.rank) != members.end();
  return ours ? comm.remote_members : comm.members;
}

void Extractor::add_send(Ticks time, const model::MessageRecord& message, bool blocking) {
  time = advance(time);
  const Rank destination = peer_rank(message);
  if (!destination.valid()) return;
  SendRecord send;
  send.time = time;
  send.bytes = location_.believable(message.bytes);
  send.instance = stack_.instance_of_top();
  send.destination = destination;
  send.comm = message.comm;
  send.tag = message.tag;
  send.completion_location = location_.sibling;
  if (blocking)
    send.completion = send.instance;
  else
    requests_.insert(
        message.request.value,
        {RequestKind::Send, static_cast<std::uint32_t>(location_.records.sends.size())});
  location_.records.sends.push_back(send);
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
    location_.records.sends[pending->record].completion = stack_.instance_of_top();
  else if (location_.has_siblings)
    location_.records.foreign.push_back(
        {request.value, time, RequestKind::Send, stack_.instance_of_top()});
  else
    location_.anomalies.add("requests completed that were never started");
}

void Extractor::mpi_irecv_request(Ticks time, RequestId request) {
  time = advance(time);
  if (stack_.empty()) return;
  requests_.insert(request.value, {RequestKind::Receive,
                                   static_cast<std::uint32_t>(location_.records.posted.size())});
  location_.records.posted.push_back({time, stack_.instance_of_top(), kNoIndex, location_.sibling});
}

std::uint32_t Extractor::add_receive(const model::MessageRecord& message, Rank source) {
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

void Extractor::mpi_recv(Ticks time, const model::MessageRecord& message) {
  time = advance(time);
  const Rank source = peer_rank(message);
  if (!source.valid()) return;
  const std::uint32_t receive = add_receive(message, source);
  location_.records.posted.push_back({time, stack_.instance_of_top(), receive, location_.sibling});
}

void Extractor::mpi_irecv(Ticks time, const model::MessageRecord& message) {
  time = advance(time);
  const Rank source = peer_rank(message);
  if (!source.valid()) return;
  const std::uint32_t receive = add_receive(message, source);
  const auto pending = requests_.take(message.request.value);
  if (pending && pending->kind == RequestKind::Receive)
    location_.records.posted[pending->record].receive = receive;
  else if (location_.has_siblings)
    location_.records.foreign.push_back(
        {message.request.value, time, RequestKind::Receive, receive});
  else {
    // Without its request it still is a receive, posted where it completed.
    location_.anomalies.add("requests completed that were never started");
    location_.records.posted.push_back(
        {time, stack_.instance_of_top(), receive, location_.sibling});
  }
}

void Extractor::mpi_request_test(Ticks time, RequestId /*request*/) { advance(time); }

void Extractor::mpi_request_cancelled(Ticks time, RequestId request) {
  time = advance(time);
  const auto pending = requests_.take(request.value);
  if (pending && pending->kind == RequestKind::Send)
    location_.records.sends[pending->record].cancelled = true;
  else if (pending && pending->kind == RequestKind::Receive)
    location_.records.posted[pending->record].cancelled = true;
  else if (!pending && location_.has_siblings)
    location_.records.foreign.push_back({request.value, time, RequestKind::Send, kNoIndex, true});
  else if (!pending)
    location_.anomalies.add("requests cancelled that were never started");
}

}  // namespace tarry::analysis
