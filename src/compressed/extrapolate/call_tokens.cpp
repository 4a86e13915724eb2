// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/call_tokens.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/hash.h"
#include "compressed/extrapolate/match_eraser.h"
#include "compressed/model/cursor.h"
#include "compressed/model/open_requests.h"

namespace tarry::compressed {
namespace {

std::uint64_t with_value(std::uint64_t hash, std::int64_t value) {
  return base::mixed(hash ^ base::spread(static_cast<std::uint64_t>(value) + 1));
}

// Returns for each site the form in which its partners have the fewest values.
std::vector<PeerForm> best_forms(const GridView& view) {
  using Values = std::set<std::int64_t>;
  const BaseTrace& base = view.base();
  std::vector<std::array<Values, kPeerForms.size()>> values(base.trace->sites.size());
  for (std::size_t rank = 0; rank < base.behavior.size(); ++rank)
    for (const SitePeers& site : base.behavior[rank].sites)
      for (const NamedPeer& peer : site.peers) {
        const Membership& comm = base.memberships[rank][static_cast<std::size_t>(peer.comm)];
        for (std::size_t form = 0; form < kPeerForms.size(); ++form)
          values[site.site.index()][form].insert(
              in_form(kPeerForms[form], view.grid(), comm.place,
                      view.families().is_world(comm.communicator), peer.relative));
      }
  std::vector<PeerForm> out;
  for (const auto& of_site : values) {
    const auto best =
        std::min_element(of_site.begin(), of_site.end(),
                         [](const Values& a, const Values& b) { return a.size() < b.size(); });
    out.push_back(kPeerForms[static_cast<std::size_t>(best - of_site.begin())]);
  }
  return out;
}

// Goes through the calls of one rank.
class Tokenizer {
 public:
  Tokenizer(const GridView& view, const std::vector<PeerForm>& forms, std::uint32_t rank)
      : view_(view),
        own_(view.base().memberships[rank]),
        families_(view.families().of(own_)),
        forms_(forms) {}

  void add(SiteId site, std::vector<Action>& actions) {
    eraser_.erase(actions);
    const std::size_t call = hashes_.size();
    hashes_.push_back(with_value(0, site.value));
    for (const Action& action : actions) {
      if (closes_request(action.kind)) {
        // Sums do not depend on the order in which requests of one call are completed.
        if (const auto opened = open_.close_at(action.request))
          hashes_[*opened] += with_value(1, site.value);
        continue;
      }
      hashes_[call] = hashed(hashes_[call], site, action);
      if (opens_request(action.kind)) open_.open(call);
    }
  }
  [[nodiscard]] const std::vector<std::uint64_t>& hashes() const { return hashes_; }

 private:
  [[nodiscard]] std::uint64_t hashed(std::uint64_t hash, SiteId site, const Action& action) const {
    hash = with_value(hash, static_cast<std::int64_t>(action.kind));
    const Membership* const comm = find(own_, action.comm);
    for (const Parameter parameter : parameters_of(action.kind)) {
      std::int64_t value = value_of(action, parameter);
      if (parameter == Parameter::Comm) {
        const CommFamily& family = families_[static_cast<std::size_t>(action.comm)];
        hash = with_value(hash, static_cast<std::int64_t>(family.kind));
        hash = with_value(hash, family.mask);
        value = family.instance;
      } else if (comm != nullptr &&
                 (parameter == Parameter::Peer || parameter == Parameter::PostedPeer)) {
        value = in_form(forms_[site.index()], view_.grid(), comm->place,
                        view_.families().is_world(comm->communicator), value);
      }
      hash = with_value(hash, value);
    }
    return hash;
  }

  const GridView& view_;
  const Memberships& own_;
  const std::vector<CommFamily> families_;
  const std::vector<PeerForm>& forms_;
  MatchEraser eraser_;
  OpenRequests<std::size_t> open_;  // the call that opened each
  std::vector<std::uint64_t> hashes_;
};

}  // namespace

std::vector<CallTokens> call_tokens(const GridView& view) {
  const std::vector<PeerForm> forms = best_forms(view);
  const Trace& trace = *view.base().trace;
  std::map<std::uint64_t, std::uint32_t> numbers;
  std::vector<CallTokens> out(trace.ranks);
  for (std::uint32_t rank = 0; rank < trace.ranks; ++rank) {
    Tokenizer tokenizer(view, forms, rank);
    Cursor cursor(trace, rank);
    for (CursorCall call; cursor.next(call);)
      tokenizer.add(trace.events[call.event].site, call.actions);
    for (const std::uint64_t hash : tokenizer.hashes())
      out[rank].push_back(
          numbers.try_emplace(hash, static_cast<std::uint32_t>(numbers.size())).first->second);
  }
  return out;
}

std::vector<std::vector<OperationUse>> operations_of(const BaseTrace& base) {
  const Trace& trace = *base.trace;
  std::vector<std::vector<OperationUse>> out(trace.ranks);
  for (std::uint32_t rank = 0; rank < trace.ranks; ++rank) {
    std::map<std::int64_t, std::uint32_t> ordinals;
    std::uint32_t number = 0;
    Cursor cursor(trace, rank);
    for (CursorCall call; cursor.next(call); ++number)
      for (const Action& action : call.actions) {
        if (action.kind != ActionKind::Collective && action.kind != ActionKind::StartCollective)
          continue;
        const Membership& comm = *find(base.memberships[rank], action.comm);
        out[rank].push_back(
            {number, comm.communicator, comm.group == nullptr ? rank : 0, ordinals[action.comm]++});
      }
  }
  return out;
}

}  // namespace tarry::compressed
