// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/declared/plugin_calls.h"

#include <utility>

#include "tarry/pattern.h"

namespace tarry::analysis::declared {
namespace {

tarry_pattern_call shown(const CallFact& call, const std::vector<model::Region>& regions) {
  tarry_pattern_call out{};
  out.enter = call.enter.count;
  out.leave = call.leave.count;
  out.own = call.own.count;
  out.rank = call.rank.value;
  out.thread = call.location;
  out.number = call.instance;
  out.may_wait = may_wait(call.call);
  // Ids in the catalogue are literals.
  out.metric = info(model::class_metric(call.region_class)).id.data();
  out.name = call.region.index() < regions.size() ? regions[call.region.index()].name.c_str() : "";
  return out;
}

}  // namespace

bool has_function(const tarry_pattern& plugin, Type root) {
  return (root == Type::Receive && plugin.message != nullptr) ||
         (root == Type::Collective && plugin.collective != nullptr) ||
         (root == Type::Acquire && plugin.lock != nullptr);
}

// What the plug-in gets, with what its function for charges needs.
struct PluginCalls::Event : tarry_pattern_event {
  explicit Event(const PluginCalls& calls_of) : calls(calls_of) {
    ticks_per_second = static_cast<std::int64_t>(calls.ticks_per_second_);
    charge = [](const tarry_pattern_event* event, const tarry_pattern_call* call,
                std::int64_t amount) {
      if (call == nullptr || call->number == kNoIndex || amount <= 0) return;
      const PluginCalls& of = static_cast<const Event*>(event)->calls;
      Charge made;
      made.pattern = of.number_;
      made.rank = Rank{call->rank};
      made.call = {static_cast<Sibling>(call->thread), call->number};
      made.amount = amount;
      of.take_(made);
    };
  }
  const PluginCalls& calls;
};

PluginCalls::PluginCalls(const tarry_pattern& plugin, std::uint32_t number,
                         const std::vector<model::Region>& regions, std::uint64_t ticks_per_second,
                         std::function<void(const Charge&)> take)
    : plugin_(plugin),
      number_(number),
      regions_(regions),
      ticks_per_second_(ticks_per_second),
      take_(std::move(take)) {
  if (plugin.create != nullptr) object_ = plugin.create();
}

PluginCalls::~PluginCalls() {
  if (plugin_.destroy != nullptr) plugin_.destroy(object_);
}

void PluginCalls::call(const ReceiveFact& receive) {
  if (receive.send == nullptr || receive.call.is_damaged || receive.send->call.is_damaged) return;
  tarry_pattern_message message{};
  message.receive = shown(receive.call, regions_);
  message.send = shown(receive.send->call, regions_);
  message.sent = receive.send->time.count;
  message.bytes = receive.bytes;
  message.tag = receive.tag;
  message.any_source = receive.from_any_source;
  const Event event(*this);
  plugin_.message(object_, &message, &event);
}

void PluginCalls::call(const CollectiveFact& operation) {
  std::vector<tarry_pattern_member> members;
  for (const MemberFact& member : operation.members)
    members.push_back({shown(member.call, regions_), member.begin.count, member.waits_from.count,
                       member.end.count, member.sent, member.received});
  const std::string word(model::info(operation.op).word);
  const std::string kind(kind_name(operation.op));
  tarry_pattern_collective shown_operation{};
  shown_operation.operation = word.c_str();
  shown_operation.kind = kind.c_str();
  shown_operation.members = members.data();
  shown_operation.member_count = static_cast<std::uint32_t>(members.size());
  shown_operation.root =
      operation.root < members.size() ? static_cast<std::int32_t>(operation.root) : -1;
  const Event event(*this);
  plugin_.collective(object_, &shown_operation, &event);
}

void PluginCalls::call(const AcquireFact& acquire) {
  if (acquire.call.is_damaged || acquire.call.instance == kNoIndex) return;
  tarry_pattern_lock lock{};
  lock.call = shown(acquire.call, regions_);
  lock.acquired = acquire.time.count;
  lock.lock = acquire.lock;
  lock.was_released = acquire.has_release;
  lock.released = acquire.released.time.count;
  lock.released_thread = acquire.released.thread;
  const Event event(*this);
  plugin_.lock(object_, &lock, &event);
}

}  // namespace tarry::analysis::declared
