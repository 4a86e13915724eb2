// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/simulate/messages.h"

#include <algorithm>

#include "base/hash.h"

namespace tarry::simulate {

std::size_t Messages::Hash::operator()(const Channel& channel) const {
  std::uint64_t hash = base::mixed(std::uint64_t{channel.from} << 32 | channel.to);
  hash ^= std::uint64_t{channel.comm} << 1 | (channel.is_inner ? 1 : 0);
  return base::mixed(hash + static_cast<std::uint64_t>(channel.tag) * base::kGoldenRatio);
}

bool Messages::is_eager(Protocol protocol, std::uint64_t bytes) const {
  if (protocol != Protocol::BySize) return protocol == Protocol::Eager;
  return bytes <= network_.model().eager_limit;
}

bool Messages::take(const Channel& channel, bool is_send, Waiting& found) {
  const auto at = waiting_.find(channel);
  if (at == waiting_.end() || at->second.front().is_send != is_send) return false;
  found = at->second.front();
  at->second.pop_front();
  if (at->second.empty()) waiting_.erase(at);
  return true;
}

void Messages::send(const Channel& channel, std::uint64_t bytes, Protocol protocol, Nanoseconds now,
                    CompletionId done) {
  ++count_;
  Waiting receive;
  if (is_eager(protocol, bytes)) {
    const Nanoseconds arrived = network_.inject(channel.from, channel.to, bytes, now).arrived;
    completions_.resolve(done, now);
    if (take(channel, false, receive))
      completions_.resolve(receive.done, std::max(receive.time, arrived));
    else
      wait(channel, {arrived, bytes, done, true, true});
  } else if (take(channel, false, receive)) {
    start_transfer({channel, bytes, done, receive.done}, now, receive.time);
  } else {
    wait(channel, {now, bytes, done, true, false});
  }
}

void Messages::receive(const Channel& channel, Nanoseconds now, CompletionId done) {
  Waiting send;
  if (!take(channel, true, send))
    wait(channel, {now, 0, done, false, false});
  else if (send.is_eager)
    completions_.resolve(done, std::max(now, send.time));
  else
    start_transfer({channel, send.bytes, send.done, done}, send.time, now);
}

void Messages::start_transfer(const Transfer& transfer, Nanoseconds sent, Nanoseconds posted) {
  const Channel& channel = transfer.channel;
  const Nanoseconds announced = sent + network_.latency(channel.from, channel.to);
  const Nanoseconds asked =
      std::max(announced, posted) + network_.latency(channel.to, channel.from);
  if (free_transfers_.empty()) {
    free_transfers_.push_back(static_cast<std::uint32_t>(transfers_.size()));
    transfers_.emplace_back();
  }
  const std::uint32_t number = free_transfers_.back();
  free_transfers_.pop_back();
  transfers_[number] = transfer;
  queue_.push({asked, Event::Kind::Transfer, number});
}

void Messages::transfer(std::uint32_t number, Nanoseconds now) {
  const Transfer made = transfers_[number];
  free_transfers_.push_back(number);
  const Network::Delivery delivery =
      network_.inject(made.channel.from, made.channel.to, made.bytes, now);
  completions_.resolve(made.sent, delivery.left);
  completions_.resolve(made.received, delivery.arrived);
}

std::vector<Unreceived> Messages::unreceived() const {
  std::vector<Unreceived> found;
  for (const auto& [channel, waiting] : waiting_)
    if (waiting.front().is_send) found.push_back({channel, waiting.size()});
  std::sort(found.begin(), found.end(),
            [](const Unreceived& a, const Unreceived& b) { return a.channel < b.channel; });
  return found;
}

}  // namespace tarry::simulate
