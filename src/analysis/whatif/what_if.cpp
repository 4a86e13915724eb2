// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/whatif/what_if.h"

#include "base/release.h"
#include "workers/agree.h"

namespace tarry::analysis {
namespace {

// The header in front of the bytes of a location.
struct PartHeader {
  model::LocationIndex location;
  std::uint32_t sends;
  std::uint32_t from_any_source;
  Ticks begin, end;
  std::uint64_t log_bytes, changes_bytes, post_bytes;
};

workers::Bytes packed_bits(const std::vector<bool>& bits) {
  workers::Bytes out(bits.size() / 8 + 1);
  for (std::size_t i = 0; i < bits.size(); ++i)
    if (bits[i]) out[i / 8] |= static_cast<std::byte>(1u << i % 8);
  return out;
}

workers::Bytes pack(const WhatIf& what_if, std::vector<LocationSteps>& steps) {
  workers::Bytes message;
  std::size_t logs = 0;
  for (const LocationSteps& each : steps) logs += each.log.bytes().size();
  message.reserve(logs + logs / 4);
  workers::append(message, std::uint64_t{what_if.to_unified.size()});
  workers::append_all(message, what_if.to_unified);
  for (std::size_t place = 0; place < steps.size(); ++place) {
    LocationSteps& it = steps[place];
    const workers::Bytes changes =
        changes_of(it.log, what_if.activities(place), what_if.changes(place));
    const workers::Bytes posts = packed_bits(it.wants_post);
    const workers::Bytes log = it.log.take();
    workers::append(message, PartHeader{it.location, it.sends, it.from_any_source, it.begin, it.end,
                                        log.size(), changes.size(), posts.size()});
    for (const workers::Bytes* bytes : {&log, &changes, &posts})
      workers::append_all(message, std::span(*bytes));
  }
  base::release(steps);
  return message;
}

// Finds the content of a message without copying it.
void unpack(const workers::Bytes& message, std::vector<CallPathId>& unified,
            std::vector<GraphPart>& parts) {
  if (message.empty()) return;
  workers::MessageReader reader(message);
  unified.resize(reader.take<std::uint64_t>());
  reader.take_all(std::span(unified));
  while (!reader.at_end()) {
    const auto header = reader.take<PartHeader>();
    const auto bytes = [&](std::uint64_t count) {
      const std::span<const std::byte> all(message);
      const std::size_t at = reader.position();
      reader.skip<std::byte>(count);
      return all.subspan(at, count);
    };
    GraphPart part;
    part.location = header.location;
    part.begin = header.begin;
    part.end = header.end;
    part.sends = header.sends;
    part.from_any_source = header.from_any_source;
    part.log = bytes(header.log_bytes);
    part.changes = bytes(header.changes_bytes);
    part.wants_post = bytes(header.post_bytes);
    part.unified = unified;
    parts.push_back(part);
  }
}

}  // namespace

Graph::Graph(const std::vector<workers::Bytes>& messages, std::size_t locations,
             std::size_t callpaths)
    : unified_(messages.size()) {
  std::vector<GraphPart> parts;
  for (std::size_t worker = 0; worker < messages.size(); ++worker) {
    unpack(messages[worker], unified_[worker], parts);
    bytes_ += messages[worker].size();
  }
  reevaluation_.emplace(std::move(parts), locations, callpaths);
}

std::vector<Ticks> Graph::ends(std::vector<Lane> lanes, bool deal_anew) {
  Questions questions;
  questions.lanes = std::move(lanes);
  questions.deal_anew = deal_anew && has_work_queues();
  std::vector<Moment> none;
  return evaluate(questions, none).after;
}

base::Status re_evaluate(const WhatIf& what_if, std::vector<LocationSteps>& steps,
                         workers::Transport& transport) {
  workers::Bytes own;
  TRY(workers::do_together(transport, [&] {
    own = pack(what_if, steps);
    return base::kOk;
  }));
  TRY(what_if.agree());
  const std::vector<workers::Bytes> all = transport.gather(std::move(own));
  return workers::do_together(transport, [&] {
    if (transport.rank() != 0) return base::kOk;
    Graph graph(all, what_if.locations, what_if.callpaths);
    what_if.ask(graph);
    return base::kOk;
  });
}

}  // namespace tarry::analysis
