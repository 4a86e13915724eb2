// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/rank_behavior.h"

#include <map>
#include <string>

#include "base/hash.h"
#include "compressed/extrapolate/match_eraser.h"
#include "compressed/extrapolate/window_comms.h"
#include "compressed/model/cursor.h"

namespace tarry::compressed {
namespace {

std::uint64_t hashed(std::uint64_t hash, std::int64_t value) {
  return base::mixed(hash ^ base::spread(static_cast<std::uint64_t>(value) + 1));
}

// Numbers values in the order of first use.
template <class Value>
class FirstUses {
 public:
  std::int64_t number(const Value& value, std::vector<Value>& list) {
    if (!list.empty() && list[latest_] == value) return static_cast<std::int64_t>(latest_);
    const auto [found, is_new] = numbers_.try_emplace(value, list.size());
    if (is_new) list.push_back(value);
    latest_ = found->second;
    return static_cast<std::int64_t>(latest_);
  }

 private:
  std::map<Value, std::size_t> numbers_;
  std::size_t latest_ = 0;
};

bool is_peer(Parameter parameter) {
  return parameter == Parameter::Peer || parameter == Parameter::PostedPeer ||
         parameter == Parameter::Target;
}

class Recorder {
 public:
  explicit Recorder(std::size_t sites) : index_(sites, kNone), uses_(sites) {}

  void add(SiteId site, const std::vector<Action>& actions) {
    ++out_.calls;
    out_.rest = hashed(out_.rest, site.value);
    for (const Action& action : actions) {
      out_.rest = hashed(out_.rest, static_cast<std::int64_t>(action.kind));
      for (const Parameter parameter : parameters_of(action.kind)) add(site, action, parameter);
    }
  }
  RankBehavior take() { return std::move(out_); }

 private:
  static constexpr std::size_t kNone = SIZE_MAX;

  void add(SiteId site, const Action& action, Parameter parameter) {
    const std::int64_t value = value_of(action, parameter);
    if (parameter == Parameter::Comm) {
      out_.rest = hashed(out_.rest, comms_.number(value, out_.comms));
    } else if (parameter == Parameter::At) {
      add_offset(site, value);
    } else if (!is_peer(parameter)) {
      out_.rest = hashed(out_.rest, value);
    } else {
      add_peer(site, {action.comm, value});
    }
  }

  // A difference between unknown offsets says nothing, so they are all compared as they are.
  void add_offset(SiteId site, std::int64_t value) {
    const auto [at, is_new] = offsets_.try_emplace(site, out_.offsets.size());
    if (is_new) out_.offsets.push_back({site, 0, value, true});
    SiteOffsets& known = out_.offsets[at->second];
    known.are_known = known.are_known && value != kUnknown;
    known.pattern = hashed(known.pattern, value - known.first);
  }

  void add_peer(SiteId site, const NamedPeer& peer) {
    std::size_t& index = index_[site.index()];
    if (index == kNone) {
      index = out_.sites.size();
      out_.sites.push_back({site, 0, {}});
    }
    SitePeers& at = out_.sites[index];
    const std::int64_t number =
        peer.relative < 0 ? peer.relative : uses_[site.index()].number(peer, at.peers);
    at.pattern = hashed(at.pattern, number);
  }

  RankBehavior out_;
  std::vector<std::size_t> index_;  // by site, into RankBehavior::sites
  std::vector<FirstUses<NamedPeer>> uses_;
  FirstUses<std::int64_t> comms_;
  std::map<SiteId, std::size_t> offsets_;  // into RankBehavior::offsets
};

}  // namespace

base::Result<RankBehavior> behavior_of(const Trace& trace, std::uint32_t rank) {
  Recorder recorder(trace.sites.size());
  MatchEraser eraser;
  WindowComms windows;
  Cursor cursor(trace, rank);
  for (CursorCall call; cursor.next(call);) {
    eraser.erase(call.actions);
    windows.fill(call.actions);
    recorder.add(trace.events[call.event].site, call.actions);
  }
  if (!cursor.error().empty())
    return base::Error{base::ErrorCode::BadInput, "the trace is inconsistent: " + cursor.error(),
                       "", ""};
  return recorder.take();
}

}  // namespace tarry::compressed
