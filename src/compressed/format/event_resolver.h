// SPDX-License-Identifier: BSD-3-Clause
// Turns the line of an event into its elements. How often a rank uses each element follows from how
// often it visits the event and from the elements before.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "compressed/format/element_parser.h"
#include "compressed/format/scanner.h"
#include "compressed/format/uses.h"

namespace tarry::compressed {

struct WrittenLevel {
  WrittenElement length;
  WrittenElement trips;
};
struct WrittenEvent {
  std::optional<WrittenElement> entries;
  std::vector<WrittenLevel> levels;
  std::array<std::optional<WrittenElement>, kParameters> parameters;
};

// Thread: caller-locks.
class EventResolver {
 public:
  // Both must outlive it.
  EventResolver(const Scanner& scanner, const ElementParser& elements)
      : scanner_(scanner), elements_(elements) {}

  // Fills the levels and parameters of `event`, whose ranks are known and whose line begins at
  // `begin`. Must be called in the order of the lines: without x= an event is visited as often as
  // the one before.
  base::Status resolve(const WrittenEvent& written, TextPlace begin, Event& event);

 private:
  base::Result<Uses> entries(const std::optional<WrittenElement>& written, const Event& event);
  base::Result<Elastic> parameter(const WrittenEvent& event, Parameter which, const Uses& uses,
                                  const RankSet& all, TextPlace begin) const;

  const Scanner& scanner_;
  const ElementParser& elements_;
  std::uint64_t entries_ = 1;
};

}  // namespace tarry::compressed
