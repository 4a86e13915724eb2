// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/simulate/derived_network.h"

#include <algorithm>
#include <vector>

#include "compressed/model/membership.h"
#include "compressed/simulate/collective_cost.h"

namespace tarry::simulate {

using compressed::ActionKind;
using compressed::Parameter;

namespace {

constexpr std::uint64_t kSmall = 1'024;
constexpr std::uint64_t kLarge = 32'768;

std::optional<std::int64_t> constant(const compressed::Event& event, Parameter parameter,
                                     std::uint32_t rank) {
  const compressed::Values* const values = event.of(parameter).of(rank);
  const auto* const sequence =
      values == nullptr ? nullptr : std::get_if<compressed::Sequence>(values);
  std::int64_t value = 0;
  if (sequence == nullptr || sequence->empty() || !sequence->is_constant(value))
    return std::nullopt;
  return value;
}

// The shortest call of an event that always performs the same action.
struct Sample {
  ActionKind kind{};
  std::uint64_t bytes = 0;  // of a message, or n of a collective operation
  model::CollectiveOp op{};
  std::uint32_t members = 1;
  Nanoseconds shortest = 0;
};

std::optional<Sample> sample_of(const compressed::Trace& trace, const compressed::Event& event,
                                const compressed::EventTimes& times) {
  const std::uint32_t rank = times.ranks.lowest();
  const auto kind = constant(event, Parameter::Kind, rank);
  if (!kind || constant(event, Parameter::Actions, rank) != 1 || times.duration.count() == 0)
    return std::nullopt;
  Sample sample;
  sample.kind = static_cast<ActionKind>(*kind);
  sample.shortest = static_cast<Nanoseconds>(times.duration.smallest());
  const auto bytes = constant(event, Parameter::Bytes, rank);
  if (!bytes) return std::nullopt;
  sample.bytes = static_cast<std::uint64_t>(*bytes);
  if (sample.kind != ActionKind::Collective) return sample;
  const auto op = constant(event, Parameter::Op, rank);
  const auto comm = constant(event, Parameter::Comm, rank);
  const auto received = constant(event, Parameter::Received, rank);
  if (!op || !comm || !received || !model::is_collective_op(*op)) return std::nullopt;
  const compressed::Memberships own = compressed::memberships(trace.communicators, rank);
  const compressed::Membership* const used = compressed::find(own, *comm);
  if (used == nullptr) return std::nullopt;
  sample.op = static_cast<model::CollectiveOp>(*op);
  sample.members = used->place.peers;
  sample.bytes = size_of(sample.op, {used->place.peers, used->place.rank, 0}, sample.bytes,
                         static_cast<std::uint64_t>(*received))
                     .all;
  return sample;
}

std::vector<Sample> samples_of(const compressed::Trace& trace) {
  std::vector<Sample> samples;
  for (const compressed::Event& event : trace.events)
    for (const compressed::EventTimes& times : event.times)
      if (const auto sample = sample_of(trace, event, times)) samples.push_back(*sample);
  return samples;
}

template <class T>
void keep_least(std::optional<T>& least, T value) {
  if (value > 0 && (!least || value < *least)) least = value;
}

bool synchronizes_all(const Sample& sample) {
  const model::CollectiveShape shape = info(sample.op).shape;
  return sample.kind == ActionKind::Collective && sample.members > 1 &&
         (shape == model::CollectiveShape::Barrier || shape == model::CollectiveShape::NxN) &&
         sample.op != model::CollectiveOp::Alltoall;
}

bool is_blocking_message(const Sample& sample) {
  return sample.kind == ActionKind::Send || sample.kind == ActionKind::Receive;
}

}  // namespace

DerivedNetwork derived_network(const compressed::Trace& trace) {
  DerivedNetwork found;
  const std::vector<Sample> samples = samples_of(trace);
  for (const Sample& sample : samples)
    if (sample.kind == ActionKind::StartSend || sample.kind == ActionKind::PostReceive ||
        (sample.kind == ActionKind::Send && sample.bytes <= kSmall))
      keep_least(found.overhead, sample.shortest);
  const Nanoseconds overhead = found.overhead.value_or(NetworkModel{}.overhead);
  for (const Sample& sample : samples)
    if (synchronizes_all(sample) && sample.bytes <= kSmall)
      keep_least(found.latency,
                 (sample.shortest - overhead) / rounds_of(sample.members) - overhead);
  const Nanoseconds latency = found.latency.value_or(NetworkModel{}.route.latency);
  std::optional<double> seconds_per_byte;
  for (const Sample& sample : samples) {
    if (sample.bytes < kLarge) continue;
    if (is_blocking_message(sample))
      keep_least(seconds_per_byte, static_cast<double>(sample.shortest - overhead - latency) /
                                       static_cast<double>(sample.bytes) / 1e9);
    if (synchronizes_all(sample) && sample.op == model::CollectiveOp::Allreduce) {
      const Nanoseconds rounds = rounds_of(sample.members);
      const Nanoseconds moving = sample.shortest - overhead - rounds * (latency + overhead);
      keep_least(seconds_per_byte, static_cast<double>(moving) / static_cast<double>(rounds) /
                                       static_cast<double>(sample.bytes) / 1e9);
    }
  }
  if (seconds_per_byte) found.bandwidth = 1 / *seconds_per_byte;
  return found;
}

}  // namespace tarry::simulate
