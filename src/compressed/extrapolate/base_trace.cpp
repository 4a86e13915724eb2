// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/base_trace.h"

#include <algorithm>

#include "base/base_name.h"
#include "base/hash.h"

namespace tarry::compressed {
namespace {

using base::Error;
using base::ErrorCode;

constexpr FormMask kAllForms = (1u << kPeerForms.size()) - 1;

std::uint64_t mixed_in(std::uint64_t hash, std::uint64_t value) {
  return base::mixed(hash ^ base::spread(value + 1));
}

bool has_histograms(const Event& event) {
  const auto drawn = [](const Elastic& element) { return element.has_histograms(); };
  return std::any_of(event.parameters.begin(), event.parameters.end(), drawn) ||
         std::any_of(event.levels.begin(), event.levels.end(),
                     [&](const Level& level) { return drawn(level.length) || drawn(level.trips); });
}

}  // namespace

std::string site_text(const Trace& trace, SiteId site) {
  const Site& at = trace.sites[site.index()];
  if (at.stack.empty()) return at.function;
  const Frame& frame = trace.frames[at.stack.back().index()];
  if (is_call_site(frame)) return at.function + " (" + frame.name.substr(1) + ")";
  if (frame.file.empty()) return at.function + " (in " + frame.name + ")";
  return at.function + " (in " + frame.name + ", " + std::string(base::base_name(frame.file)) +
         ":" + std::to_string(frame.line) + ")";
}

base::Status check_possible(const Trace& trace, const std::string& name) {
  if (trace.ranks == 0) return Error{ErrorCode::BadInput, "the trace has no ranks", name, ""};
  for (const Event& event : trace.events)
    if (has_histograms(event))
      return Error{ErrorCode::Unsupported,
                   "the trace has a histogram instead of values at " + site_text(trace, event.site),
                   name, "record it without --histogram-threshold"};
  for (const Communicator& comm : trace.communicators)
    if (comm.is_inter)
      return Error{ErrorCode::Unsupported,
                   "communicator '" + comm.name + "' connects two groups of ranks", name, ""};
  return base::kOk;
}

base::Status check_without_windows(const Trace& trace, const std::string& name) {
  const bool has_windows =
      std::any_of(trace.events.begin(), trace.events.end(), [&](const Event& event) {
        return trace.sites[event.site.index()].function.starts_with("MPI_Win_") &&
               !event.of(Parameter::Kind).empty();
      });
  if (!has_windows) return base::kOk;
  return Error{ErrorCode::Unsupported,
               "one-sided communication is only extrapolated as a whole: nothing of a trace that "
               "has it can be left out",
               name, "extrapolate without --lossy"};
}

base::Result<BaseTrace> base_trace(const Trace& trace, std::string name) {
  TRY(check_possible(trace, name));
  BaseTrace out{&trace, std::move(name), {}, {}};
  out.memberships = memberships_by_rank(trace.communicators, trace.ranks);
  out.behavior.reserve(trace.ranks);
  for (std::uint32_t rank = 0; rank < trace.ranks; ++rank) {
    base::Result<RankBehavior> behavior = behavior_of(trace, rank);
    if (!behavior.ok()) {
      Error error = behavior.error();
      error.where = out.name;
      return error;
    }
    const std::vector<std::int64_t>& comms = behavior->comms;
    if (std::any_of(comms.begin(), comms.end(), [&](std::int64_t comm) {
          return find(out.memberships[rank], comm) == nullptr;
        }))
      return Error{ErrorCode::BadInput,
                   "rank " + std::to_string(rank) + " uses a communicator that it is not in",
                   out.name, ""};
    out.behavior.push_back(std::move(*behavior));
  }
  return out;
}

GridView::GridView(const BaseTrace& base, const Extents& extents)
    : base_(&base), grid_(extents), families_(*base.trace, grid_) {
  keys_.reserve(base.behavior.size());
  for (std::uint32_t rank = 0; rank < base.behavior.size(); ++rank) keys_.push_back(key_of(rank));
}

GridView::RankKey GridView::key_of(std::uint32_t rank) const {
  const RankBehavior& behavior = base_->behavior[rank];
  const Memberships& own = base_->memberships[rank];
  const std::vector<CommFamily> families = families_.of(own);
  const auto family_hash = [&](std::uint64_t hash, std::int64_t comm) {
    const CommFamily& family = families[static_cast<std::size_t>(comm)];
    hash = mixed_in(hash, static_cast<std::uint64_t>(family.kind));
    return mixed_in(mixed_in(hash, family.mask), family.instance);
  };
  RankKey out;
  out.rest = mixed_in(behavior.rest, behavior.calls);
  for (const std::int64_t comm : behavior.comms) out.rest = family_hash(out.rest, comm);
  for (const SiteOffsets& each : behavior.offsets) {
    out.rest = mixed_in(mixed_in(out.rest, each.site.value), each.pattern);
    if (!each.are_known) out.rest = mixed_in(out.rest, static_cast<std::uint64_t>(each.first));
  }
  for (const SitePeers& site : behavior.sites) {
    out.rest = mixed_in(out.rest, site.pattern);
    auto& hashes = out.sites.emplace_back();
    for (const NamedPeer& peer : site.peers) {
      const Membership& comm = own[static_cast<std::size_t>(peer.comm)];
      for (const PeerForm form : kPeerForms) {
        std::uint64_t& hash = hashes[static_cast<std::size_t>(form)];
        const std::int64_t value =
            in_form(form, grid_, comm.place, families_.is_world(comm.communicator), peer.relative);
        hash = mixed_in(family_hash(hash, peer.comm), static_cast<std::uint64_t>(value));
      }
    }
  }
  return out;
}

std::vector<FormMask> GridView::common_forms(std::uint32_t a, std::uint32_t b) const {
  const RankKey& first = keys_[a];
  const RankKey& second = keys_[b];
  if (first.rest != second.rest || first.sites.size() != second.sites.size()) return {};
  std::vector<FormMask> out(first.sites.size() + 1, kAllForms);  // never empty
  for (std::size_t site = 0; site < first.sites.size(); ++site) {
    out[site] = 0;
    for (std::size_t form = 0; form < kPeerForms.size(); ++form)
      if (first.sites[site][form] == second.sites[site][form])
        out[site] = static_cast<FormMask>(out[site] | 1u << form);
  }
  return out;
}

bool GridView::is_explained_by(const Places& places) const {
  constexpr std::uint32_t kNone = UINT32_MAX;
  std::vector<std::uint32_t> first(places.classes(), kNone);
  std::vector<std::vector<FormMask>> forms(places.classes());
  for (std::uint32_t rank = 0; rank < keys_.size(); ++rank) {
    const std::uint32_t of_class = grid_.class_of(places, rank);
    if (first[of_class] == kNone) {
      first[of_class] = rank;
      forms[of_class].assign(keys_[rank].sites.size() + 1, kAllForms);
      continue;
    }
    const std::vector<FormMask> common = common_forms(first[of_class], rank);
    if (common.empty()) return false;
    for (std::size_t site = 0; site < common.size(); ++site) {
      FormMask& left = forms[of_class][site];
      left = static_cast<FormMask>(left & common[site]);
      if (left == 0) return false;
    }
  }
  for (std::uint32_t each = 0; each < places.classes(); ++each)
    if (first[each] != kNone && not_on_a_line(offsets_of(places, each))) return false;
  return true;
}

std::vector<FormMask> GridView::forms_of_class(const Places& places, std::uint32_t of_class) const {
  std::vector<FormMask> out(base_->trace->sites.size(), kAllForms);
  const std::vector<std::uint32_t> members = grid_.members(places, of_class).ranks();
  for (const std::uint32_t rank : members) {
    const std::vector<FormMask> common = common_forms(members.front(), rank);
    const std::vector<SitePeers>& sites = base_->behavior[rank].sites;
    for (std::size_t i = 0; i < sites.size() && i < common.size(); ++i) {
      FormMask& left = out[sites[i].site.index()];
      left = static_cast<FormMask>(left & common[i]);
    }
  }
  return out;
}

}  // namespace tarry::compressed
