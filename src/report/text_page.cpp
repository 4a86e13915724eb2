// SPDX-License-Identifier: BSD-3-Clause
#include "report/text_page.h"

#include <algorithm>
#include <cmath>

#include "base/utf8.h"
#include "report/text_escape.h"

namespace tarry::report {
namespace {

// Parts of the time that are worth a color.
constexpr double kMuchLost = 0.1;
constexpr double kSomeLost = 0.01;

constexpr std::size_t kLeastLabel = 24;  // columns that a label has before its place is left out

}  // namespace

TextPage::TextPage(const model::SeverityCube& cube, const Selection& selection,
                   const TextStyle& style)
    : cube_(cube), selection_(selection), style_(style), time_(total_time(cube)) {}

bool TextPage::is_difference() const { return cube_.experiment.attributes.contains(kWholeTimeKey); }

std::size_t TextPage::room(std::size_t used, std::size_t least) const {
  if (style_.width == 0) return 0;
  return style_.width > used + least ? style_.width - used : least;
}

std::string TextPage::painted(const std::string& text, const char* code) const {
  if (!style_.color || text.empty()) return text;
  return std::string("\x1b[") + code + 'm' + text + "\x1b[0m";
}

std::string TextPage::alarming(const std::string& text, double part) const {
  if (std::abs(part) >= kMuchLost) return painted(text, "31");
  return std::abs(part) >= kSomeLost ? painted(text, "33") : text;
}

void TextPage::put_heading(std::string_view text) {
  std::string lines = wrapped(text, "", style_);
  lines.pop_back();
  out_ += bold(lines) + '\n';
}

void TextPage::separate() {
  if (!out_.ends_with("\n\n")) out_ += '\n';
}

std::string fitting_label(const std::string& label, const std::string& place, std::size_t room,
                          bool unicode) {
  const std::string text = one_line(label);
  const std::string behind = place.empty() ? "" : "  (" + one_line(place) + ")";
  if (room == 0) return text + behind;
  const std::size_t needs = base::columns_of(behind);
  const std::size_t own = base::columns_of(text);
  if (own + needs <= room || (needs != 0 && room >= needs + kLeastLabel))
    return elided_path(text, room - needs, unicode) + behind;
  return elided_path(text, room, unicode);
}

}  // namespace tarry::report
