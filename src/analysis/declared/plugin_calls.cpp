// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/declared/plugin_calls.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "tarry/pattern.h"

namespace tarry::analysis::declared {
namespace {

static_assert(TARRY_PATTERN_COUNTERS == kMostCounters);

tarry_pattern_call shown(const CallFact& call, const std::vector<model::Region>& regions) {
  tarry_pattern_call out{};
  out.enter = call.enter.count;
  out.leave = call.leave.count;
  out.own = call.own.count;
  out.rank = call.rank.value;
  out.thread = call.location;
  out.number = call.instance;
  out.may_wait = may_wait(call.call);
  out.path_number = call.path;
  std::copy(call.counters.of.begin(), call.counters.of.end(), out.counted);
  // Ids in the catalogue are literals.
  out.metric = info(model::class_metric(call.region_class)).id.data();
  out.name = call.region.index() < regions.size() ? regions[call.region.index()].name.c_str() : "";
  return out;
}

bool has_both_ends(const ReceiveFact& receive) {
  return receive.send != nullptr && !receive.call.is_damaged && !receive.send->call.is_damaged;
}

tarry_pattern_message shown(const ReceiveFact& receive, const std::vector<model::Region>& regions) {
  tarry_pattern_message message{};
  message.receive = shown(receive.call, regions);
  message.send = shown(receive.send->call, regions);
  message.sent = receive.send->time.count;
  message.bytes = receive.bytes;
  message.tag = receive.tag;
  message.any_source = receive.from_any_source;
  return message;
}

}  // namespace

// What the plug-in gets, with what its functions need.
struct PluginCalls::Event : tarry_pattern_event {
  explicit Event(const PluginCalls& calls_of) : calls(calls_of) {
    ticks_per_second = static_cast<std::int64_t>(calls.ticks_per_second_);
    charge = [](const tarry_pattern_event* event, const tarry_pattern_call* call,
                std::int64_t amount) {
      if (call != nullptr && amount > 0) of(event).charge(*call, amount);
    };
    path = [](const tarry_pattern_event* event, const tarry_pattern_call* call, const char** names,
              std::uint32_t most) {
      return call == nullptr ? 0 : of(event).write_path(*call, names, most);
    };
    counter = [](const tarry_pattern_event* event, const tarry_pattern_call* call, const char* name,
                 std::int64_t* value) {
      if (call == nullptr || name == nullptr || value == nullptr) return 0u;
      const std::int64_t count = of(event).counted(*call, name);
      if (count != kNoCount) *value = count;
      return count != kNoCount ? 1u : 0u;
    };
  }
  static const PluginCalls& of(const tarry_pattern_event* event) {
    return static_cast<const Event*>(event)->calls;
  }
  const PluginCalls& calls;
};

void PluginCalls::charge(const tarry_pattern_call& call, std::int64_t amount) const {
  Charge made;
  made.pattern = number_;
  made.rank = Rank{call.rank};
  made.call = {static_cast<Sibling>(call.thread), call.number};
  made.amount = amount;
  if (visit_ != nullptr) {
    // A visit has no number that would tell it from one that the plug-in saw before.
    const CallFact& present = visit_->call;
    if (Rank{call.rank} != present.rank || call.thread != present.location ||
        Ticks{call.enter} != present.enter || Ticks{call.leave} != present.leave)
      return;
    made.call.index = place_;
  } else if (call.number == kNoIndex) {
    return;
  }
  name_receive(receive_, made);
  take_(made);
}

std::uint32_t PluginCalls::write_path(const tarry_pattern_call& call, const char** names,
                                      std::uint32_t most) const {
  const std::vector<model::RegionId> regions = paths_.regions(call.path_number);
  for (std::size_t n = 0; n < regions.size() && n < most; ++n)
    names[n] = regions_[regions[n].index()].name.c_str();
  return static_cast<std::uint32_t>(regions.size());
}

std::int64_t PluginCalls::counted(const tarry_pattern_call& call, std::string_view name) const {
  const std::vector<std::string>& wanted = set_.patterns[number_].counters;
  if (std::find(wanted.begin(), wanted.end(), name) == wanted.end())
    throw std::invalid_argument("counter '" + std::string(name) +
                                "' is not in its list 'counters'");
  const auto known = std::find(set_.counters.begin(), set_.counters.end(), name);
  return call.counted[known - set_.counters.begin()];
}

PluginCalls::PluginCalls(const tarry_pattern& plugin, std::uint32_t number, const PatternSet& set,
                         const std::vector<model::Region>& regions, const CallPaths& paths,
                         std::uint64_t ticks_per_second, std::function<void(const Charge&)> take)
    : plugin_(plugin),
      number_(number),
      set_(set),
      regions_(regions),
      paths_(paths),
      ticks_per_second_(ticks_per_second),
      take_(std::move(take)) {
  if (plugin.create != nullptr) object_ = plugin.create();
}

PluginCalls::~PluginCalls() {
  if (plugin_.destroy != nullptr) plugin_.destroy(object_);
}

void PluginCalls::call(const ReceiveFact& receive) {
  if (!has_both_ends(receive)) return;
  const tarry_pattern_message message = shown(receive, regions_);
  receive_ = &receive;
  const Event event(*this);
  plugin_.message(object_, &message, &event);
}

std::vector<tarry_pattern_member> PluginCalls::shown_members(
    const CollectiveFact& operation) const {
  std::vector<tarry_pattern_member> members;
  for (const MemberFact& member : operation.members)
    members.push_back({shown(member.call, regions_), member.begin.count, member.waits_from.count,
                       member.end.count, member.sent, member.received});
  return members;
}

void PluginCalls::call(const CollectiveFact& operation) {
  const std::vector<tarry_pattern_member> members = shown_members(operation);
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
  lock.paradigm = model::paradigm_name(acquire.paradigm).data();  // a literal
  lock.was_released = acquire.has_release;
  lock.released = acquire.released.time.count;
  lock.released_thread = acquire.released.thread;
  const Event event(*this);
  plugin_.lock(object_, &lock, &event);
}

void PluginCalls::call(const CallFact& call) {
  if (call.is_damaged) return;
  const tarry_pattern_call shown_call = shown(call, regions_);
  const Event event(*this);
  plugin_.call(object_, &shown_call, &event);
}

void PluginCalls::call(const TeamBarrierFact& barrier) {
  const std::vector<tarry_pattern_member> members = shown_members(barrier);
  tarry_pattern_collective shown_barrier{};
  shown_barrier.operation = "team_barrier";
  shown_barrier.kind = "barrier";
  shown_barrier.members = members.data();
  shown_barrier.member_count = static_cast<std::uint32_t>(members.size());
  shown_barrier.root = -1;
  const Event event(*this);
  plugin_.team_barrier(object_, &shown_barrier, &event);
}

void PluginCalls::call(const OneSidedFact& one_sided) {
  if (one_sided.call.is_damaged || one_sided.call.instance == kNoIndex) return;
  tarry_pattern_one_sided shown_call{};
  shown_call.call = shown(one_sided.call, regions_);
  shown_call.time = one_sided.time.count;
  shown_call.kind = kind_name(one_sided.kind).data();  // a literal
  shown_call.target =
      one_sided.target.valid() ? static_cast<std::int32_t>(one_sided.target.value) : -1;
  shown_call.window = one_sided.window.value;
  shown_call.exclusive = one_sided.is_exclusive;
  const Event event(*this);
  plugin_.one_sided(object_, &shown_call, &event);
}

void PluginCalls::call(const ResultFact& result) {
  if (!asks_for(set_.patterns[number_], result)) return;
  tarry_pattern_result shown_result{};
  tarry_pattern_message message{};
  // Ids and names are ended by a zero byte.
  shown_result.pattern = result_name(set_, set_.patterns[number_], result).data();
  shown_result.call = shown(result.call, regions_);
  shown_result.amount = result.amount.count;
  if (result.receive != nullptr && has_both_ends(*result.receive)) {
    message = shown(*result.receive, regions_);
    shown_result.message = &message;
  }
  receive_ = result.receive;
  const Event event(*this);
  plugin_.result(object_, &shown_result, &event);
}

void PluginCalls::call(const VisitFact& visit, std::uint32_t place) {
  tarry_pattern_visit shown_visit{};
  shown_visit.call = shown(visit.call, regions_);
  shown_visit.number = visit.number;
  shown_visit.around = visit.around;
  shown_visit.times = visit.times;
  visit_ = &visit;
  place_ = place;
  const Event event(*this);
  plugin_.visit(object_, &shown_visit, &event);
}

}  // namespace tarry::analysis::declared
