// SPDX-License-Identifier: BSD-3-Clause
// A trace that is extrapolated from: its ranks, and how they look if they lie in a certain grid.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "compressed/extrapolate/comm_families.h"
#include "compressed/extrapolate/offset_slopes.h"
#include "compressed/extrapolate/peer_form.h"
#include "compressed/extrapolate/rank_behavior.h"

namespace tarry::compressed {

// The note of a trace whose values of plug-ins are left out.
inline constexpr std::string_view kNoStatistics =
    "values that plug-ins measured, which are not extrapolated";

// The trace must outlive it.
struct BaseTrace {
  const Trace* trace = nullptr;
  std::string name;                      // file name for messages
  std::vector<RankBehavior> behavior;    // by rank
  std::vector<Memberships> memberships;  // by rank
};
// Returns an Error for a trace that is inconsistent, or has what cannot be extrapolated:
// histograms instead of values, or communicators between two groups.
base::Result<BaseTrace> base_trace(const Trace& trace, std::string name);

// Returns an Error for a trace that has what cannot be extrapolated: see base_trace().
base::Status check_possible(const Trace& trace, const std::string& name);

// Returns an Error for a trace with one-sided communication. Nothing is known of what could be left
// out of an epoch, and of whether its processes would still come to their ends.
base::Status check_without_windows(const Trace& trace, const std::string& name);

// Returns "MPI_Send (heat.c:42)" for messages.
std::string site_text(const Trace& trace, SiteId site);

// The forms of partners in which ranks agree, as bits by number of PeerForm.
using FormMask = std::uint8_t;

// The behavior of the ranks of a base trace in a grid. The base must outlive it.
class GridView {
 public:
  GridView(const BaseTrace& base, const Extents& extents);

  [[nodiscard]] const BaseTrace& base() const { return *base_; }
  [[nodiscard]] const Grid& grid() const { return grid_; }
  [[nodiscard]] const CommFamilies& families() const { return families_; }

  // Returns the forms in which two ranks have equal partners at each site, in the order of
  // RankBehavior::sites, or an empty list if they differ in anything else. Sites where they agree
  // in no form have 0.
  [[nodiscard]] std::vector<FormMask> common_forms(std::uint32_t a, std::uint32_t b) const;
  // Returns the ranks of a class with how they use offsets.
  [[nodiscard]] ClassOffsets offsets_of(const Places& places, std::uint32_t of_class) const {
    return {grid_, grid_.members(places, of_class), base_->behavior};
  }
  // Returns whether all ranks of each class behave equally.
  [[nodiscard]] bool is_explained_by(const Places& places) const;
  // Returns the forms for a class by site of the trace; sites without partners have all forms.
  [[nodiscard]] std::vector<FormMask> forms_of_class(const Places& places,
                                                     std::uint32_t of_class) const;

 private:
  struct RankKey {
    std::uint64_t rest = 0;
    std::vector<std::array<std::uint64_t, kPeerForms.size()>> sites;  // hashes by form
  };
  [[nodiscard]] RankKey key_of(std::uint32_t rank) const;

  const BaseTrace* base_;
  Grid grid_;
  CommFamilies families_;
  std::vector<RankKey> keys_;  // by rank
};

}  // namespace tarry::compressed
