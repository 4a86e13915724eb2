// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/capture/notes.h"

#include <cstdint>

#include "base/parse_number.h"

namespace tarry::compressed {

void count_note(std::string_view note, model::Anomalies& notes) {
  constexpr std::string_view kBetween = ": ";
  const std::size_t at = note.rfind(kBetween);
  std::uint64_t count = 0;
  if (at != std::string_view::npos && base::parse_number(note.substr(at + kBetween.size()), count))
    return notes.add(note.substr(0, at), count);
  notes.add(note);
}

}  // namespace tarry::compressed
