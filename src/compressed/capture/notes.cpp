// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/capture/notes.h"

#include <charconv>
#include <cstdint>

namespace tarry::compressed {

void count_note(std::string_view note, model::Anomalies& notes) {
  constexpr std::string_view kBetween = ": ";
  const std::size_t at = note.rfind(kBetween);
  std::uint64_t count = 0;
  if (at != std::string_view::npos) {
    const char* const end = note.data() + note.size();
    const auto read = std::from_chars(note.data() + at + kBetween.size(), end, count);
    if (read.ec == std::errc{} && read.ptr == end) return notes.add(note.substr(0, at), count);
  }
  notes.add(note);
}

}  // namespace tarry::compressed
