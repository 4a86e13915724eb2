// SPDX-License-Identifier: BSD-3-Clause
// The calls of one class of ranks in all base traces: those of one member of each trace, folded
// alone, with the values that all members share, and the events of the traces side by side.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "compressed/extrapolate/base_trace.h"
#include "compressed/fold/fold_options.h"
#include "compressed/fold/site_table.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

// The numbers by which calls of all base traces name sites, datatypes and communicators.
struct CommonNames {
  SiteTable sites;
  std::vector<std::string> datatypes;
  std::vector<CommFamily> families;

  SiteId site(const Trace& trace, SiteId site);
  // Returns site_text() of a common site.
  [[nodiscard]] std::string text_of(SiteId site) const;
  std::int64_t datatype(const std::string& name);
  std::int64_t family(const CommFamily& family);
};

// A loop of one trace, in numbers of aligned events.
struct BaseLoop {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  const Sequence* trips = nullptr;
};

// The views and the names must outlive it. Thread: caller-locks.
class ClassCalls {
 public:
  // `bases` are the base traces that have the class, by rising number of ranks. Returns an Error if
  // the loops of a trace cannot be told.
  static base::Result<ClassCalls> of(const std::vector<const GridView*>& bases,
                                     const Places& places, std::uint32_t of_class,
                                     const FoldOptions& folding, CommonNames& names);

  [[nodiscard]] std::size_t bases() const { return bases_.size(); }
  [[nodiscard]] const GridView& view(std::size_t base) const { return *bases_[base]; }
  [[nodiscard]] std::uint32_t representative(std::size_t base) const { return ranks_[base]; }
  [[nodiscard]] const RankSet& members(std::size_t base) const { return members_[base]; }
  [[nodiscard]] CommonNames& names() const { return *names_; }

  // Returns the number of aligned events, and what one of them is.
  [[nodiscard]] std::size_t size() const { return aligned_.size(); }
  [[nodiscard]] SiteId site(std::size_t event) const { return aligned_[event].site; }
  [[nodiscard]] bool has(std::size_t base, std::size_t event) const {
    return aligned_[event].at[base] != kAbsent;
  }
  // Returns the event with partners in a form; nullptr if the trace does not have it.
  const Event* event(std::size_t base, std::size_t event, PeerForm form = PeerForm::Relative);
  [[nodiscard]] const std::vector<BaseLoop>& loops(std::size_t base) const { return loops_[base]; }
  // Returns the folded events of the representative, and the number of the aligned event of each.
  const std::vector<Event>& folded(std::size_t base, PeerForm form);
  [[nodiscard]] const std::vector<std::uint32_t>& places(std::size_t base) const {
    return places_[base];
  }
  // Returns the forms in which all members of each trace have equal partners at a site.
  [[nodiscard]] FormMask forms(SiteId site) const;
  // What the windows are made on that calls at a site have targets in.
  struct WindowFamily {
    std::int64_t family = -1;  // CommonNames::family(); -1 if there are no such calls
    bool are_several = false;
  };
  [[nodiscard]] WindowFamily window_family(SiteId site) const;
  // Returns what ranks add to the offsets at a site, which events have without; nothing if no
  // formula explains it.
  [[nodiscard]] const std::optional<OffsetSlopes>& offsets(SiteId site) const;

 private:
  static constexpr std::uint32_t kAbsent = UINT32_MAX;
  struct Aligned {
    SiteId site;
    std::vector<std::uint32_t> at;  // by base: index of its event
  };
  using Folded = std::array<std::optional<std::vector<Event>>, kPeerForms.size()>;

  void align_with(std::size_t base);
  void find_offsets(const Places& places, std::uint32_t of_class);
  void see_targets(SiteId site, const std::vector<Action>& actions);
  base::Status find_loops(std::size_t base);

  CommonNames* names_ = nullptr;
  FoldOptions folding_;
  std::vector<const GridView*> bases_;
  std::vector<std::uint32_t> ranks_;
  std::vector<RankSet> members_;
  std::vector<Folded> folded_;  // by base
  std::vector<Aligned> aligned_;
  std::vector<std::vector<std::uint32_t>> places_;    // by base, by its event
  std::vector<std::vector<BaseLoop>> loops_;          // by base
  std::vector<FormMask> forms_;                       // by common site
  std::vector<WindowFamily> windows_;                 // by common site
  std::vector<std::optional<OffsetSlopes>> offsets_;  // by common site
};

}  // namespace tarry::compressed
