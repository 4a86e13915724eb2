// SPDX-License-Identifier: BSD-3-Clause
// An event of one rank while its trace is still growing: as compressed::Event, but values can be
// appended to it and the lengths of its loops can grow.
#pragma once

#include <cstdint>
#include <vector>

#include "compressed/fold/fold_level.h"
#include "compressed/fold/fold_values.h"

namespace tarry::compressed {

struct FoldEvent {
  explicit FoldEvent(VectorForm form) : values(form) {}

  SiteId site;
  std::uint32_t position = 0;          // in the list
  std::uint32_t inside = 0;            // loops that the event belongs to and does not head
  std::uint64_t sites_hash = 0;        // of the list up to this event
  FoldEvent* previous_same = nullptr;  // neighbours of the same site
  FoldEvent* next_same = nullptr;
  std::vector<FoldLevel> levels;  // outermost first
  FoldValues values;

  // How often a reader comes to this event from before it, loops that it heads not counted.
  [[nodiscard]] std::uint64_t encounters() const {
    return levels.empty() ? values.calls() : levels[0].entries();
  }
};

}  // namespace tarry::compressed
