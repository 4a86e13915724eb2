// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/evidence/phases.h"

#include <algorithm>
#include <tuple>

#include "diagnosis/evidence/message_parts.h"
#include "diagnosis/evidence/thresholds.h"

namespace tarry::diagnosis {

bool GlobalExits::fits(const std::vector<Exit>& reference, const std::vector<Exit>& exits) const {
  if (reference.size() != exits.size()) return false;
  if (by_number_) return true;
  for (std::size_t at = 0; at < exits.size(); ++at)
    if (gap_between(reference[at].when, exits[at].when) > tolerance_) return false;
  return true;
}

std::vector<FrameId> GlobalExits::add(const samples::CallingContextTree& paths,
                                      const ThreadExits& reference, const ThreadExits& rank) {
  std::vector<FrameId> partners;
  for (const CallExits& call : reference) {
    const CallExits* partner = nullptr;
    for (const CallExits& candidate : rank) {
      if (partner != nullptr && candidate.call != call.call) continue;
      const bool may_be_other = !by_number_ && paths[candidate.call].name == paths[call.call].name;
      if (candidate.call != call.call && !may_be_other) continue;
      if (fits(call.exits, candidate.exits)) partner = &candidate;
    }
    partners.push_back(partner == nullptr ? FrameId{} : partner->call);
    if (partner == nullptr) continue;
    Call& known = calls_[call.call];
    ++known.ranks;
    known.instances.resize(call.exits.size());
    for (std::size_t at = 0; at < call.exits.size(); ++at) {
      Instance& instance = known.instances[at];
      const Exit& exit = partner->exits[at];
      instance.latest_begin = std::max(instance.latest_begin, exit.when.low);
      instance.earliest_end = std::min(instance.earliest_end, exit.when.high);
      instance.latest_before = std::max(instance.latest_before, exit.before);
      if (exit.is_sampled) ++instance.sampled;
    }
  }
  return partners;
}

void GlobalExits::merge(const GlobalExits& other) {
  for (const auto& [frame, call] : other.calls_) {
    Call& known = calls_[frame];
    known.ranks += call.ranks;
    known.instances.resize(call.instances.size());
    for (std::size_t at = 0; at < call.instances.size(); ++at) {
      Instance& instance = known.instances[at];
      const Instance& more = call.instances[at];
      instance.latest_begin = std::max(instance.latest_begin, more.latest_begin);
      instance.earliest_end = std::min(instance.earliest_end, more.earliest_end);
      instance.latest_before = std::max(instance.latest_before, more.latest_before);
      instance.sampled += more.sampled;
    }
  }
}

void GlobalExits::append_to(workers::Bytes& message) const {
  workers::append(message, tolerance_);
  workers::append(message, by_number_);
  workers::append(message, std::uint64_t{calls_.size()});
  for (const auto& [frame, call] : calls_) {
    workers::append(message, frame);
    workers::append(message, call.ranks);
    append_list(message, call.instances);
  }
}

GlobalExits GlobalExits::take(workers::MessageReader& message) {
  const auto tolerance = message.take<Time>();
  GlobalExits made(tolerance, message.take<bool>());
  const auto calls = message.take<std::uint64_t>();
  for (std::uint64_t at = 0; at < calls; ++at) {
    Call& call = made.calls_[message.take<FrameId>()];
    call.ranks = message.take<std::uint64_t>();
    call.instances = take_list<Instance>(message);
  }
  return made;
}

bool GlobalExits::is_together(const Instance& instance) const {
  const Time latest = by_number_ ? instance.latest_before : instance.latest_begin;
  return latest - instance.earliest_end <= tolerance_;
}

Time GlobalExits::moment_of(const Instance& instance) const {
  if (instance.latest_begin - instance.earliest_end > tolerance_) return instance.earliest_end;
  return TimeRange{instance.latest_begin, instance.earliest_end}.middle();
}

bool GlobalExits::is_global(const Call& call) const {
  const auto together =
      std::count_if(call.instances.begin(), call.instances.end(),
                    [this](const Instance& instance) { return is_together(instance); });
  const double share = by_number_ ? kTogether : 1;
  return static_cast<double>(together) >= share * static_cast<double>(call.instances.size());
}

std::vector<GlobalExits::Border> GlobalExits::borders(std::uint64_t ranks) const {
  std::vector<Border> found;
  for (const auto& [frame, call] : calls_) {
    if (call.ranks != ranks || !is_global(call)) continue;
    for (const Instance& instance : call.instances)
      // Without numbers, a call that nobody was sampled in may be one that only some passes make.
      if (is_together(instance) && (by_number_ || instance.sampled > 0))
        found.push_back({moment_of(instance), frame, instance.sampled > 0});
  }
  return found;
}

namespace {

// Returns the borders in ascending order, without those that would keep the next sampled one from
// being a border.
std::vector<GlobalExits::Border> that_cut(std::vector<GlobalExits::Border> borders, Time shortest) {
  std::sort(borders.begin(), borders.end(),
            [](const GlobalExits::Border& a, const GlobalExits::Border& b) {
              return std::tuple(a.when, a.call) < std::tuple(b.when, b.call);
            });
  std::vector<GlobalExits::Border> made;
  Time next_sampled = Time::max();
  for (auto at = borders.rbegin(); at != borders.rend(); ++at) {
    if (at->is_sampled) next_sampled = at->when;
    if (at->is_sampled || next_sampled - shortest >= at->when) made.push_back(*at);
  }
  std::reverse(made.begin(), made.end());
  return made;
}

}  // namespace

std::vector<Phase> phases_between(Time begin, Time end, std::vector<GlobalExits::Border> borders,
                                  Time shortest) {
  std::vector<Phase> phases;
  Phase open{begin, end, FrameId{}, FrameId{}, 0};
  for (const GlobalExits::Border& border : that_cut(std::move(borders), shortest)) {
    if (border.when - open.begin < shortest) continue;
    if (end - border.when < shortest) {  // the rest is no phase of its own
      open.closing = border.call;
      break;
    }
    open.end = border.when;
    open.closing = border.call;
    phases.push_back(open);
    open = {border.when, end, border.call, FrameId{}, 0};
  }
  phases.push_back(open);

  std::map<std::pair<FrameId, FrameId>, std::uint32_t> kinds;
  for (Phase& phase : phases)
    phase.kind =
        kinds.try_emplace({phase.opening, phase.closing}, static_cast<std::uint32_t>(kinds.size()))
            .first->second;
  return phases;
}

}  // namespace tarry::diagnosis
