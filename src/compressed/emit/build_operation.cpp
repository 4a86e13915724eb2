// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/emit/build_operation.h"

#include <algorithm>

#include "compressed/emit/build_collective.h"

namespace tarry::emit {
namespace {

using compressed::Action;
using compressed::ActionKind;
using compressed::Parameter;

// Returns whether a value is not always 0.
bool is_any(const Value& value) {
  return std::any_of(value.choices.begin(), value.choices.end(), [](const Choice& choice) {
    return std::any_of(choice.formula.values.begin(), choice.formula.values.end(),
                       [](std::int64_t each) { return each != 0; });
  });
}

bool divides(const BuildContext& context, std::int64_t bytes, std::int64_t size) {
  if (context.scale != nullptr) return context.scale->symbols().divided(bytes, size).has_value();
  return bytes % size == 0;
}

void find_datatype(BuildContext& context, EventValues& values, const EventValues::Slot& slot,
                   Operation& out) {
  const Value type = values.value(Parameter::Datatype, slot);
  const auto known = context.basic_type(type);
  const bool has_counts = !out.received.empty() && out.block.empty();
  if (!known || has_counts) return;
  for (const Choice& choice : (out.block.empty() ? out.bytes : out.block).choices)
    for (const std::int64_t bytes : choice.formula.values)
      if (!divides(context, bytes, known->size)) return;
  out.datatype = known->name;
  out.datatype_size = known->size;
}

// Bytes where the recorded type is no basic one. Formulas give multiples of its size at least
// where they were recorded, and no sample grid need be such a size.
void find_elements(BuildContext& context, EventValues& values, const EventValues::Slot& slot,
                   Operation& out) {
  const Value& moved = is_any(out.bytes) ? out.bytes : out.received;
  const Value reduction = values.value(Parameter::Reduction, slot);
  out.reduction = reduction.is_constant() ? reduction.constant() : compressed::kUnknown;
  const Value type = values.value(Parameter::Datatype, slot);
  const auto known = context.basic_type(type);
  if (!known) return;
  for (const Choice& choice : moved.choices)
    for (const std::int64_t bytes : choice.formula.values)
      if (!Symbols::is_symbol(bytes) && bytes % known->size != 0) return;
  out.datatype = known->name;
  out.datatype_size = known->size;
}

void target(BuildContext& context, EventValues& values, const EventValues::Slot& slot,
            Operation& out) {
  const auto comm_of = [&](std::uint32_t rank) {
    const auto known = context.remote.comms.find({values.event(), rank});
    return known == context.remote.comms.end() ? std::int64_t{-1} : known->second;
  };
  out.comm = values.by_rank(slot, comm_of);
  out.peer = values.peer(Parameter::Target, slot, comm_of);
}

// A call on a window or a file.
void remote(BuildContext& context, EventValues& values, const EventValues::Slot& slot,
            Operation& out) {
  const auto value = [&](Parameter parameter) { return values.value(parameter, slot); };
  out.at = value(Parameter::At);
  out.size = value(Parameter::Size);
  out.unit = value(Parameter::Unit);
  out.extent = value(Parameter::Extent);
  out.mode = value(Parameter::Mode);
  const ActionKind kind = out.kind;
  if (kind == ActionKind::MakeWindow || kind == ActionKind::OpenFile)
    out.comm = value(Parameter::Comm);
  if (kind == ActionKind::OpenFile && context.scale != nullptr &&
      !(out.comm.is_constant() && context.scale->is_world(out.comm.constant())))
    context.error =
        "files are opened by some of the ranks, which code for any number of ranks cannot do";
  if (kind == ActionKind::OpenFile || kind == ActionKind::DeleteFile)
    out.file = values.computed(slot, [&](std::uint32_t rank, const Action& action) {
      const auto known = context.remote.files.find({rank, action.name});
      const bool fails = (action.mode & compressed::kFileFailed) != 0;
      return fails || known == context.remote.files.end() ? std::int64_t{-1} : known->second;
    });
  out.place = value(compressed::is_on_file(kind) ? Parameter::File : Parameter::Window);
  const bool accesses = kind == ActionKind::Access || kind == ActionKind::StartAccess;
  if (accesses || kind == ActionKind::Synchronize) target(context, values, slot, out);
  if (context.world_peers && compressed::is_one_sided(kind) && !accesses)
    find_groups(context, values, slot, out);
  if (!accesses && kind != ActionKind::Transfer && kind != ActionKind::StartTransfer) return;
  out.bytes = value(Parameter::Bytes);
  out.received = value(Parameter::Received);
  constexpr std::uint64_t kLeast = 16;  // of calls without a count
  context.use_buffers(std::max(largest(out.bytes), kLeast),
                      std::max(largest(out.received), kLeast));
  if (context.scale != nullptr) {
    context.scale->use_buffer(kLeast);
    context.use_buffers(out.bytes);
    context.use_buffers(out.received);
  }
  if (accesses) find_elements(context, values, slot, out);
}

}  // namespace

Operation build_operation(BuildContext& context, EventValues& values,
                          const EventValues::Slot& slot) {
  const ActionKind kind = values.lists()[slot.list][slot.action];
  Operation out;
  out.kind = kind;
  if (compressed::closes_request(kind) || kind == ActionKind::AccessDone) {
    out.request = values.value(Parameter::Request, slot);
    return out;
  }
  if (compressed::is_one_sided(kind) || compressed::is_on_file(kind)) {
    remote(context, values, slot, out);
    return out;
  }
  out.comm = values.value(Parameter::Comm, slot);
  if (out.comm.empty())
    out.comm = {{{RankSet::first(context.trace.ranks), {{0}, {}, false, false}}}};
  if (kind == ActionKind::Collective || kind == ActionKind::StartCollective) {
    build_collective(context, values, slot, out);
  } else {
    // What a receive gets is not known at other sizes.
    const bool posts = kind == ActionKind::PostReceive ||
                       (context.scale != nullptr && kind == ActionKind::Receive);
    out.peer = values.peer(posts ? Parameter::PostedPeer : Parameter::Peer, slot);
    out.tag = values.value(posts ? Parameter::PostedTag : Parameter::Tag, slot);
    out.bytes = values.value(Parameter::Bytes, slot);
    context.use_buffers(out.bytes);
  }
  find_datatype(context, values, slot, out);
  values.first_uses(slot, [&](std::uint32_t rank, const Action& action) {
    const auto* comm = compressed::find(context.comms[rank], action.comm);
    if (comm == nullptr || comm->is_inter)
      context.error = "the trace has messages between two groups of ranks, which is not supported";
    const bool asks = kind == ActionKind::PostReceive ||
                      (context.scale != nullptr && kind == ActionKind::Receive);
    if (asks && action.posted_peer == compressed::kUnknown)
      context.error = "the trace does not tell what a receive asks for";
  });
  return out;
}

}  // namespace tarry::emit
