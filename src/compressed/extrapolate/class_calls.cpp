// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/class_calls.h"

#include <algorithm>

#include "compressed/extrapolate/match_eraser.h"
#include "compressed/extrapolate/window_comms.h"
#include "compressed/fold/align.h"
#include "compressed/fold/folder.h"
#include "compressed/model/cursor.h"

namespace tarry::compressed {
namespace {

constexpr FormMask kEveryForm = (1u << kPeerForms.size()) - 1;

template <class Item>
std::int64_t index_in(std::vector<Item>& list, const Item& item) {
  const auto found = std::find(list.begin(), list.end(), item);
  const auto index = found - list.begin();
  if (found == list.end()) list.push_back(item);
  return index;
}

// Returns the numbers of a trace's sites among the common ones.
std::vector<SiteId> common_sites(const Trace& trace, CommonNames& names) {
  std::vector<SiteId> out;
  for (std::uint32_t site = 0; site < trace.sites.size(); ++site)
    out.push_back(names.site(trace, SiteId{site}));
  return out;
}

// Makes the values of a rank's calls those that all members of its class share.
class Neutral {
 public:
  Neutral(const GridView& view, std::uint32_t rank, PeerForm form, CommonNames& names)
      : view_(view),
        own_(view.base().memberships[rank]),
        families_(view.families().of(own_)),
        form_(form),
        names_(names) {}

  void change(Action& action) const {
    if (action.datatype >= 0)
      action.datatype =
          names_.datatype(view_.base().trace->datatypes[static_cast<std::size_t>(action.datatype)]);
    const Membership* const comm = find(own_, action.comm);
    if (comm == nullptr) return;
    const bool is_world = view_.families().is_world(comm->communicator);
    action.peer = in_form(form_, view_.grid(), comm->place, is_world, action.peer);
    action.posted_peer = in_form(form_, view_.grid(), comm->place, is_world, action.posted_peer);
    action.target = in_form(form_, view_.grid(), comm->place, is_world, action.target);
    action.comm = names_.family(families_[static_cast<std::size_t>(action.comm)]);
  }

 private:
  const GridView& view_;
  const Memberships& own_;
  std::vector<CommFamily> families_;
  PeerForm form_;
  CommonNames& names_;
};

std::vector<std::uint32_t> sites_of(const std::vector<Event>& events) {
  std::vector<std::uint32_t> out;
  for (const Event& event : events) out.push_back(event.site.value);
  return out;
}

const Sequence& sequence_of(const Elastic& element) {
  return std::get<Sequence>(element.pairs().front().values);
}

}  // namespace

SiteId CommonNames::site(const Trace& trace, SiteId site) {
  const Site& from = trace.sites[site.index()];
  Site to{from.function, {}};
  for (const FrameId frame : from.stack)
    to.stack.push_back(sites.frame(trace.frames[frame.index()]));
  return sites.site(to);
}

std::string CommonNames::text_of(SiteId site) const {
  Trace named;
  named.frames = sites.frames();
  named.sites = sites.sites();
  return site_text(named, site);
}

std::int64_t CommonNames::datatype(const std::string& name) { return index_in(datatypes, name); }

std::int64_t CommonNames::family(const CommFamily& family) { return index_in(families, family); }

base::Result<ClassCalls> ClassCalls::of(const std::vector<const GridView*>& bases,
                                        const Places& places, std::uint32_t of_class,
                                        const FoldOptions& folding, CommonNames& names) {
  ClassCalls out;
  out.names_ = &names;
  out.bases_ = bases;
  out.folding_ = folding;
  out.folded_.resize(out.bases_.size());
  out.loops_.resize(out.bases_.size());
  out.places_.resize(out.bases_.size());
  for (const GridView* const view : out.bases_) {
    out.members_.push_back(view->grid().members(places, of_class));
    out.ranks_.push_back(out.members_.back().lowest());
    const std::vector<SiteId> sites = common_sites(*view->base().trace, names);
    const std::vector<FormMask> forms = view->forms_of_class(places, of_class);
    out.forms_.resize(names.sites.sites().size(), kEveryForm);
    for (std::size_t i = 0; i < sites.size(); ++i) {
      FormMask& left = out.forms_[sites[i].index()];
      left = static_cast<FormMask>(left & forms[i]);
    }
  }
  out.find_offsets(places, of_class);
  for (std::size_t base = 0; base < out.bases_.size(); ++base) out.align_with(base);
  for (std::size_t base = 0; base < out.bases_.size(); ++base) TRY(out.find_loops(base));
  return out;
}

const Event* ClassCalls::event(std::size_t base, std::size_t event, PeerForm form) {
  const std::uint32_t at = aligned_[event].at[base];
  return at == kAbsent ? nullptr : &folded(base, form)[at];
}

FormMask ClassCalls::forms(SiteId site) const { return forms_[site.index()]; }

ClassCalls::WindowFamily ClassCalls::window_family(SiteId site) const {
  return site.index() < windows_.size() ? windows_[site.index()] : WindowFamily{};
}

const std::optional<OffsetSlopes>& ClassCalls::offsets(SiteId site) const {
  return offsets_[site.index()];
}

// Finds what the members of the class add to their offsets.
void ClassCalls::find_offsets(const Places& places, std::uint32_t of_class) {
  std::vector<std::vector<SlopesOnGrid>> observed;  // by common site
  for (const GridView* const view : bases_) {
    const std::vector<SiteId> sites = common_sites(*view->base().trace, *names_);
    const ClassOffsets offsets = view->offsets_of(places, of_class);
    const std::vector<ObservedSlopes> slopes = slopes_of(offsets);
    const std::vector<SiteOffsets>& known = offsets.behavior[offsets.members.lowest()].offsets;
    observed.resize(names_->sites.sites().size());
    for (std::size_t i = 0; i < known.size(); ++i)
      observed[sites[known[i].site.index()].index()].push_back({view->grid().extents(), slopes[i]});
  }
  for (const auto& each : observed)
    offsets_.push_back(each.empty() ? OffsetSlopes{} : fit_slopes(each));
}

void ClassCalls::see_targets(SiteId site, const std::vector<Action>& actions) {
  for (const Action& action : actions) {
    if (!has_target(action.kind)) continue;
    if (site.index() >= windows_.size()) windows_.resize(site.index() + 1);
    WindowFamily& known = windows_[site.index()];
    known.are_several |= known.family >= 0 && known.family != action.comm;
    known.family = action.comm;
  }
}

const std::vector<Event>& ClassCalls::folded(std::size_t base, PeerForm form) {
  std::optional<std::vector<Event>>& events = folded_[base][static_cast<std::size_t>(form)];
  if (events) return *events;
  const GridView& view = *bases_[base];
  const Trace& trace = *view.base().trace;
  const std::vector<SiteId> sites = common_sites(trace, *names_);
  const Neutral neutral(view, ranks_[base], form, *names_);
  Folder folder(folding_);
  MatchEraser eraser;
  WindowComms windows;
  Cursor cursor(trace, ranks_[base]);
  for (CursorCall next; cursor.next(next);) {
    Call call{sites[trace.events[next.event].site.index()], 0, 0, std::move(next.actions), {}};
    eraser.erase(call.actions);
    windows.fill(call.actions);
    const std::optional<OffsetSlopes>& offsets = offsets_[call.site.index()];
    const auto shift = offsets ? shift_at(*offsets, view.grid(), ranks_[base]) : std::nullopt;
    for (Action& action : call.actions) {
      neutral.change(action);
      if (action.at != kUnknown) action.at -= shift.value_or(0);
    }
    see_targets(call.site, call.actions);
    folder.add(call);
  }
  return events.emplace(folder.finish(0));
}

// Puts the events of the trace beside those of the traces before it.
void ClassCalls::align_with(std::size_t base) {
  const std::vector<std::uint32_t> own = sites_of(folded(base, PeerForm::Relative));
  std::vector<std::uint32_t> known;
  for (const Aligned& each : aligned_) known.push_back(each.site.value);
  std::vector<Aligned> out;
  std::size_t i = 0;
  std::size_t j = 0;
  const auto up_to = [&](std::size_t end_i, std::size_t end_j) {
    while (i < end_i) out.push_back(std::move(aligned_[i++]));
    for (; j < end_j; ++j) {
      out.push_back({SiteId{own[j]}, std::vector<std::uint32_t>(bases_.size(), kAbsent)});
      out.back().at[base] = static_cast<std::uint32_t>(j);
    }
  };
  for (const auto& [in_known, in_own] : align(known, own)) {
    up_to(in_known, in_own);
    aligned_[i].at[base] = static_cast<std::uint32_t>(j++);
    out.push_back(std::move(aligned_[i++]));
  }
  up_to(aligned_.size(), own.size());
  aligned_ = std::move(out);
}

base::Status ClassCalls::find_loops(std::size_t base) {
  const std::vector<Event>& events = folded(base, PeerForm::Relative);
  std::vector<std::uint32_t>& place = places_[base];
  place.resize(events.size());
  for (std::uint32_t i = 0; i < aligned_.size(); ++i)
    if (aligned_[i].at[base] != kAbsent) place[aligned_[i].at[base]] = i;
  for (std::size_t i = 0; i < events.size(); ++i)
    for (const Level& level : events[i].levels) {
      std::int64_t length = 0;
      if (level.length.empty()) continue;
      if (!sequence_of(level.length).is_constant(length) || length < 1 ||
          i + static_cast<std::size_t>(length) > events.size())
        return base::Error{base::ErrorCode::Unsupported,
                           "rank " + std::to_string(ranks_[base]) +
                               " has loops of changing bodies at " +
                               names_->text_of(events[i].site),
                           bases_[base]->base().name, ""};
      loops_[base].push_back(
          {place[i], place[i + static_cast<std::size_t>(length) - 1], &sequence_of(level.trips)});
    }
  return base::kOk;
}

}  // namespace tarry::compressed
