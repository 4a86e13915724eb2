// SPDX-License-Identifier: BSD-3-Clause
#include "trace/summary/tree/tree_fold.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "trace/eventlog/record_time.h"
#include "trace/summary/tree/tree_cursor.h"

namespace tarry::trace::summary {
namespace {

using eventlog::RecordHead;
using eventlog::RecordKind;

// Sizes that no message can have, and that would overflow sums, count as 0.
std::uint64_t believable(std::uint64_t bytes) {
  constexpr std::uint64_t kLargest = std::uint64_t{1} << 42;
  return bytes <= kLargest ? bytes : 0;
}

template <class Record>
Record as(const unsigned char* at) {
  Record record;
  std::memcpy(&record, at, sizeof record);
  return record;
}

void count_message(TreeCursor& cursor, RecordKind kind, std::uint64_t bytes) {
  bytes = believable(bytes);
  const NodeNumber node = cursor.top_node();
  if (node == 0) return;
  const bool is_send = kind == RecordKind::MpiSend || kind == RecordKind::MpiIsend;
  if (is_send)
    cursor.count(node, bytes == 0 ? MessageCount::SyncsSend : MessageCount::CommsSend, 1);
  else
    cursor.count(node, bytes == 0 ? MessageCount::SyncsRecv : MessageCount::CommsRecv, 1);
  cursor.count(node, is_send ? MessageCount::BytesSent : MessageCount::BytesRcvd, bytes);
}

void count_collective(TreeCursor& cursor, NodeNumber node, const eventlog::CollectiveRecord& in) {
  if (node == 0) return;
  const std::uint64_t sent = believable(in.bytes_sent);
  const std::uint64_t received = believable(in.bytes_received);
  cursor.count(node,
               sent != 0 ? (received != 0 ? MessageCount::CommsCxch : MessageCount::CommsCsrc)
                         : (received != 0 ? MessageCount::CommsCdst : MessageCount::SyncsColl),
               1);
  cursor.count(node, MessageCount::BytesCout, sent);
  cursor.count(node, MessageCount::BytesCin, received);
}

void count_one_sided(TreeCursor& cursor, std::uint64_t put, std::uint64_t got) {
  const NodeNumber node = cursor.top_node();
  if (node == 0) return;
  cursor.count(node, MessageCount::BytesPut, believable(put));
  cursor.count(node, MessageCount::BytesGet, believable(got));
}

void fold_counters(TreeCursor& cursor, std::uint64_t payload, const unsigned char* at) {
  std::array<std::uint64_t, eventlog::kMostValuesOfSet> values;
  const std::size_t count = eventlog::value_count_of(payload);
  std::memcpy(values.data(), at + sizeof(RecordHead), count * sizeof values[0]);
  cursor.read_counters(eventlog::counter_set_of(payload), std::span(values).first(count));
}

void fold_message(TreeCursor& cursor, RecordKind kind, const unsigned char* at) {
  switch (kind) {
    case RecordKind::MpiSend:
    case RecordKind::MpiIsend:
    case RecordKind::MpiRecv:
    case RecordKind::MpiIrecv:
      return count_message(cursor, kind, as<eventlog::MessageRecord>(at).bytes);
    case RecordKind::CollectiveBegin:
      return cursor.begin_collective();
    case RecordKind::CollectiveEnd:
      return count_collective(cursor, cursor.end_collective(), as<eventlog::CollectiveRecord>(at));
    case RecordKind::NonBlockingCollectiveRequest:
      return cursor.start_request(as<RecordHead>(at).payload);
    case RecordKind::NonBlockingCollectiveComplete: {
      const auto in = as<eventlog::CollectiveRecord>(at);
      return count_collective(cursor, cursor.complete_request(in.request), in);
    }
    case RecordKind::RmaPut:
      return count_one_sided(cursor, as<eventlog::OneSidedRecord>(at).bytes, 0);
    case RecordKind::RmaGet:
      return count_one_sided(cursor, 0, as<eventlog::OneSidedRecord>(at).bytes);
    case RecordKind::RmaAtomic: {
      const auto in = as<eventlog::AtomicRecord>(at);
      return count_one_sided(cursor, in.bytes_sent, in.bytes_received);
    }
    default:
      return;
  }
}

// Handles the rare kinds: nearly all records are about regions.
void fold_other(TreeCursor& cursor, RecordKind kind, std::uint64_t payload,
                const unsigned char* at) {
  switch (kind) {
    case RecordKind::BufferFlush:
      return cursor.flush(payload);
    case RecordKind::MeasurementOff:
      return cursor.pause();
    case RecordKind::MeasurementOn:
      return cursor.resume(payload);
    case RecordKind::ProgramBegin:
      return cursor.begin_program();
    case RecordKind::ProgramEnd:
      return cursor.end_program();
    case RecordKind::ThreadBegin:
      return cursor.begin_thread(!eventlog::is_openmp_thread(payload));
    case RecordKind::ThreadEnd:
      return cursor.end_thread();
    case RecordKind::ThreadFork:
      return cursor.fork();
    case RecordKind::ThreadJoin:
      return cursor.join(eventlog::team_of(payload));
    case RecordKind::TeamPlace:
      return cursor.place_team(payload);
    case RecordKind::TeamBegin:
      return cursor.begin_team(payload);
    case RecordKind::TeamEnd:
      return cursor.end_team(payload);
    case RecordKind::TaskSwitch:
      return cursor.switch_task(payload);
    case RecordKind::TaskComplete:
      return cursor.complete_task(payload);
    case RecordKind::CountersRead:
      return fold_counters(cursor, payload, at);
    default:
      return fold_message(cursor, kind, at);
  }
}

}  // namespace

void begin_tree(Tree& tree, std::uint32_t thread, const TreeLimits& limits) {
  TreeState& state = *tree.state;
  std::memcpy(state.magic, kTreeMagic, sizeof kTreeMagic);
  state.version = kTreeVersion;
  state.thread = thread;
  state.most_depth = std::clamp(limits.depth, 1u, kMostDepth);
  state.most_cells = std::max(limits.paths, kFirstFreeCell + 1);
  state.cells = kFirstFreeCell;
  state.base = state.charged = kRootNode;
  Node& rest = tree.cells[kRestNode];
  rest.kind = NodeKind::Rest;
  rest.parent = kRootNode;
  rest.depth = 1;
  rest.messages = kRestMessages;
  rest.shortest = ~std::uint64_t{0};
  tree.cells[kRootNode].first_child = kRestNode;
}

const unsigned char* fold_records(Tree& tree, const unsigned char* at, const unsigned char* end) {
  TreeCursor cursor(tree);
  while (at + eventlog::kUnitBytes <= end) {
    const auto packed = as<std::uint64_t>(at);
    const RecordKind kind = eventlog::unpack_kind(packed);
    const auto payload = as<std::uint64_t>(at + offsetof(RecordHead, payload));
    const std::size_t bytes = eventlog::record_units(kind, payload) * eventlog::kUnitBytes;
    if (bytes == 0 || at + bytes > end) {
      if (kind != RecordKind::None) tree.state->odd[static_cast<std::size_t>(Odd::Damaged)] += 1;
      break;
    }
    cursor.advance(eventlog::ticks_of_record(at, at + bytes, end));
    if (kind == RecordKind::FunctionEnter)
      cursor.enter(NodeKind::Function, payload);
    else if (kind == RecordKind::FunctionLeave)
      cursor.leave(NodeKind::Function, payload);
    else if (kind == RecordKind::RegionEnter)
      cursor.enter(NodeKind::Region, payload);
    else if (kind == RecordKind::RegionLeave && eventlog::calls_of_leave(payload) == 1)
      cursor.leave(NodeKind::Region, payload);
    else if (kind == RecordKind::RegionLeave)
      cursor.leave_joined(NodeKind::Region, eventlog::region_of_leave(payload),
                          eventlog::calls_of_leave(payload));
    else
      fold_other(cursor, kind, payload, at);
    at += bytes;
  }
  cursor.save();
  return at;
}

void end_tree(Tree& tree) {
  TreeCursor cursor(tree);
  cursor.end_log();
  cursor.save();
}

NodeNumber current_node(Tree& tree) {
  TreeCursor cursor(tree);
  const NodeNumber node = cursor.innermost_node();
  cursor.save();
  return node;
}

}  // namespace tarry::trace::summary
