// SPDX-License-Identifier: BSD-3-Clause
// An event of one rank while its trace still grows. It resembles compressed::Event, but values can
// be appended to it and the lengths of its loops can grow.
#pragma once

#include <cstdint>
#include <vector>

#include "compressed/fold/fold_level.h"
#include "compressed/fold/fold_values.h"

namespace tarry::compressed {

struct FoldEvent {
  explicit FoldEvent(VectorForm form) : values(form) {}

  SiteId site;
  std::uint32_t position = 0;    // place in the list
  std::uint32_t inside = 0;      // number of loops that the event belongs to without heading them
  std::uint64_t sites_hash = 0;  // hash of the sites of the list up to this event
  FoldEvent* previous_same = nullptr;  // the previous and next event of the same site
  FoldEvent* next_same = nullptr;
  std::vector<FoldLevel> levels;  // outermost first
  FoldValues values;

  // Returns how often a reader reaches this event from the one before it, regardless of loops that
  // it heads itself.
  [[nodiscard]] std::uint64_t encounters() const {
    return levels.empty() ? values.calls() : levels[0].entries();
  }
};

// Returns the number of events from the first one of a list to the last.
inline std::size_t length_of(const FoldEvent* first, const FoldEvent* last) {
  return last->position - first->position + 1;
}

}  // namespace tarry::compressed
