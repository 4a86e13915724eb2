// SPDX-License-Identifier: BSD-3-Clause
// The part of the extractor that is about point-to-point messages and their requests.
#include <algorithm>

#include "analysis/extract/extractor.h"

namespace tarry::analysis {

using model::RequestId;

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
  records_.posted.push_back({time, instance_of_top(), kNoIndex, sibling_});
}

std::uint32_t Extractor::add_receive(const model::MessageRecord& message, Rank source) {
  ReceiveRecord receive;
  receive.bytes = believable(message.bytes);
  receive.instance = instance_of_top();
  receive.source = source;
  receive.comm = message.comm;
  receive.tag = message.tag;
  receive.from_any_source = message.from_any_source;
  records_.receives.push_back(receive);
  return static_cast<std::uint32_t>(records_.receives.size() - 1);
}

void Extractor::mpi_recv(Ticks time, const model::MessageRecord& message) {
  time = advance(time);
  const Rank source = peer_rank(message);
  if (!source.valid()) return;
  const std::uint32_t receive = add_receive(message, source);
  records_.posted.push_back({time, instance_of_top(), receive, sibling_});
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
    records_.posted.push_back({time, instance_of_top(), receive, sibling_});
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

}  // namespace tarry::analysis
