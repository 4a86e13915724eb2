// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/replay/agreement.h"

#include <algorithm>
#include <string>

#include "workers/agree.h"

namespace tarry::replay {
namespace {

using base::Error;
using base::ErrorCode;
using compressed::Sequence;
using compressed::Term;
using workers::Bytes;
using workers::MessageReader;
using workers::Transport;

struct Announced {  // messages of a channel
  std::int64_t tag = 0;
  std::uint64_t count = 0;
  std::uint32_t comm = 0;
};

// The senders tell the receivers how many messages they will send; a receiver answers if it knows
// of fewer.
void compare_messages(const Survey& own, Transport& transport, Agreement& agreed) {
  std::vector<Bytes> outgoing(transport.size());
  for (const auto& [channel, count] : own.sends)
    workers::append(outgoing[channel.peer], Announced{channel.tag, count, channel.comm});
  const std::vector<Bytes> announced = transport.exchange(std::move(outgoing));

  std::map<Channel, std::uint64_t> coming;
  for (std::uint32_t peer = 0; peer < announced.size(); ++peer)
    for (std::size_t i = 0; i < workers::record_count<Announced>(announced[peer]); ++i) {
      const auto each = workers::record_at<Announced>(announced[peer], i);
      coming[{peer, each.comm, each.tag}] = each.count;
    }
  std::vector<Bytes> answers(transport.size());
  for (const auto& [channel, count] : coming) {
    const auto found = own.receives.find(channel);
    const std::uint64_t expected = found != own.receives.end() ? found->second : 0;
    if (expected < count)
      workers::append(answers[channel.peer], Announced{channel.tag, expected, channel.comm});
  }
  for (const auto& [channel, count] : own.receives) {
    const auto found = coming.find(channel);
    const std::uint64_t there = found != coming.end() ? found->second : 0;
    if (there >= count) continue;
    agreed.receives[channel] = there;
    agreed.left_out += count - there;
  }
  const std::vector<Bytes> answered = transport.exchange(std::move(answers));
  for (std::uint32_t peer = 0; peer < answered.size(); ++peer)
    for (std::size_t i = 0; i < workers::record_count<Announced>(answered[peer]); ++i) {
      const auto each = workers::record_at<Announced>(answered[peer], i);
      const Channel channel{peer, each.comm, each.tag};
      agreed.sends[channel] = each.count;
      agreed.left_out += own.sends.at(channel) - each.count;
    }
}

struct Operations {  // operations of a member on a communicator
  std::uint32_t comm = 0;
  std::uint32_t used = 0;
  std::uint64_t calls = 0, operations = 0, lengths = 0, counted = 0;
};

Operations operations_of(const Survey& own, const compressed::Memberships& comms,
                         std::size_t number) {
  const CollectiveSurvey& all = own.collectives[number];
  return {comms[number].communicator,
          own.uses[number] ? 1u : 0u,
          all.calls,
          all.operations,
          all.lengths,
          all.sent.size()};
}

// Sends each member of each communicator what `make` appends for the number of the communicator.
template <class Make>
std::vector<Bytes> tell_members(const compressed::Memberships& comms, Transport& transport,
                                Make make) {
  std::vector<Bytes> outgoing(transport.size());
  for (std::size_t number = 0; number < comms.size(); ++number) {
    if (comms[number].is_inter) continue;
    Bytes message;
    make(number, message);
    for (const std::uint32_t member : comms[number].peers())
      outgoing[member].insert(outgoing[member].end(), message.begin(), message.end());
  }
  return transport.exchange(std::move(outgoing));
}

Error disagreement(const compressed::Membership& comm, std::uint32_t member) {
  return {ErrorCode::BadInput,
          "the members of a communicator have recorded different collective operations",
          "communicator " + std::to_string(comm.communicator) + ", ranks " +
              std::to_string(comm.process) + " and " + std::to_string(member),
          "the trace is not complete"};
}

// Whether members must know each other's numbers, by communicator: for calls with counts, and for
// the blocks of the other calls.
struct Needs {
  std::vector<bool> counted, blocks;
};

base::Result<Needs> compare_operations(const Survey& own, const compressed::Memberships& comms,
                                       Transport& transport, Agreement& agreed) {
  const std::vector<Bytes> told =
      tell_members(comms, transport, [&](std::size_t number, Bytes& message) {
        workers::append(message, operations_of(own, comms, number));
      });
  std::map<std::uint32_t, std::size_t> numbers;
  for (std::size_t number = 0; number < comms.size(); ++number)
    numbers[comms[number].communicator] = number;
  Needs needs{std::vector<bool>(comms.size()), std::vector<bool>(comms.size())};
  base::Status status;
  agreed.uses.resize(comms.size());
  for (std::uint32_t member = 0; member < told.size(); ++member)
    for (std::size_t i = 0; i < workers::record_count<Operations>(told[member]); ++i) {
      const auto theirs = workers::record_at<Operations>(told[member], i);
      const std::size_t number = numbers.at(theirs.comm);
      const Operations ours = operations_of(own, comms, number);
      if (theirs.calls != ours.calls || theirs.operations != ours.operations)
        status = disagreement(comms[number], member);
      if (theirs.used != 0) agreed.uses[number] = true;
      if (theirs.counted != 0) needs.counted[number] = true;
      // If two members differ, every other one differs from at least one of them, so all members
      // notice.
      if (theirs.lengths != ours.lengths) needs.blocks[number] = true;
    }
  TRY(workers::agree(status, transport));
  return needs;
}

void append_terms(Bytes& message, const std::vector<Term>& terms) {
  workers::append(message, std::uint64_t{terms.size()});
  for (const Term& term : terms) {
    workers::append(message, term.run);
    workers::append(message, term.times);
    append_terms(message, term.body);
  }
}

std::vector<Term> take_terms(MessageReader& reader) {
  std::vector<Term> terms(reader.take<std::uint64_t>());
  for (Term& term : terms) {
    term.run = reader.take<compressed::Run>();
    term.times = reader.take<std::uint64_t>();
    term.body = take_terms(reader);
  }
  return terms;
}

Sequence take_sequence(MessageReader& reader) { return Sequence::of(take_terms(reader)); }

void exchange_totals(const Survey& own, const compressed::Memberships& comms, const Needs& needs,
                     Transport& transport, Agreement& agreed) {
  const std::vector<Bytes> told =
      tell_members(comms, transport, [&](std::size_t number, Bytes& message) {
        const CollectiveSurvey& all = own.collectives[number];
        if (needs.counted[number]) {
          append_terms(message, all.sent.terms());
          append_terms(message, all.received.terms());
        }
        if (needs.blocks[number]) append_terms(message, all.blocks.terms());
      });
  std::vector<MessageReader> readers(told.begin(), told.end());
  agreed.known.resize(comms.size());
  for (std::size_t number = 0; number < comms.size(); ++number) {
    if (comms[number].is_inter) continue;
    // All processes list communicators in the order of their ids.
    for (const std::uint32_t member : comms[number].peers()) {
      if (needs.counted[number]) {
        agreed.known[number].sent.push_back(take_sequence(readers[member]));
        agreed.known[number].received.push_back(take_sequence(readers[member]));
      }
      if (needs.blocks[number])
        agreed.known[number].blocks.push_back(take_sequence(readers[member]));
    }
  }
}

void exchange_windows(const Survey& own, const compressed::Memberships& comms, Transport& transport,
                      Agreement& agreed) {
  const std::vector<Bytes> told =
      tell_members(comms, transport, [&](std::size_t number, Bytes& message) {
        workers::append(message, std::uint64_t{own.windows[number].size()});
        for (const WindowPart& part : own.windows[number]) workers::append(message, part);
      });
  std::vector<MessageReader> readers(told.begin(), told.end());
  agreed.windows.resize(comms.size());
  for (std::size_t number = 0; number < comms.size(); ++number) {
    if (comms[number].is_inter) continue;
    for (const std::uint32_t member : comms[number].peers()) {
      auto& parts = agreed.windows[number].emplace_back();
      for (auto left = readers[member].take<std::uint64_t>(); left > 0; --left)
        parts.push_back(readers[member].take<WindowPart>());
    }
  }
}

struct Largest {
  double recorded_ns = 0;
  std::uint64_t message = 0, sending = 0, receiving = 0, differ = 0;
};

// The buffers must have room for any message, whatever the receiver has recorded, and for
// operations whose members do not agree about the blocks.
void find_largest(const Survey& own, bool differ, Transport& transport, Agreement& agreed) {
  Bytes message;
  workers::append(message, Largest{own.recorded_ns, own.message_room, own.send_room,
                                   own.receive_room, differ ? 1u : 0u});
  Largest largest;
  for (const Bytes& each : transport.all_gather(message)) {
    const auto one = workers::record_at<Largest>(each, 0);
    largest.recorded_ns = std::max(largest.recorded_ns, one.recorded_ns);
    agreed.average_ns += one.recorded_ns / static_cast<double>(transport.size());
    largest.message = std::max(largest.message, one.message);
    largest.sending = std::max(largest.sending, one.sending);
    largest.receiving = std::max(largest.receiving, one.receiving);
    largest.differ |= one.differ;
  }
  agreed.longest_ns = largest.recorded_ns;
  const std::uint64_t both = std::max(largest.sending, largest.receiving);
  agreed.send_room = std::max(own.message_room, largest.differ != 0 ? both : own.send_room);
  agreed.receive_room = std::max(largest.message, largest.differ != 0 ? both : own.receive_room);
}

}  // namespace

base::Result<Agreement> agree_on(const Survey& own, const compressed::Memberships& comms,
                                 bool probabilistic, workers::Transport& transport) {
  Agreement agreed;
  if (!probabilistic) compare_messages(own, transport, agreed);
  TRY_ASSIGN(const Needs needs, compare_operations(own, comms, transport, agreed));
  exchange_totals(own, comms, needs, transport, agreed);
  exchange_windows(own, comms, transport, agreed);
  const bool differ =
      std::find(needs.blocks.begin(), needs.blocks.end(), true) != needs.blocks.end();
  find_largest(own, differ, transport, agreed);
  return agreed;
}

}  // namespace tarry::replay
