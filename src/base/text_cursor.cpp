// SPDX-License-Identifier: BSD-3-Clause
#include "base/text_cursor.h"

#include <algorithm>
#include <utility>

namespace tarry::base {

std::string shown_place(std::string_view file, TextPlace place) {
  std::string out(file);
  return out += ':' + std::to_string(place.line) + ':' + std::to_string(place.column);
}

Error error_at(std::string_view file, TextPlace place, std::string what, std::string hint) {
  return {ErrorCode::BadInput, std::move(what), shown_place(file, place), std::move(hint)};
}

std::string_view TextCursor::take_until(std::string_view ends) {
  const std::string_view rest = rest_of_line();
  const std::string_view taken = rest.substr(0, rest.find_first_of(ends));
  at_ += taken.size();
  return taken;
}

bool TextCursor::next_line() {
  while (at_line_end()) {
    if (at_end()) return false;
    advance();
  }
  return true;
}

std::vector<std::string_view> TextCursor::take_words() {
  std::vector<std::string_view> words;
  while (!at_line_end()) words.push_back(take_until(" \t\r#"));
  return words;
}

Error TextCursor::line_error(std::string what, std::string hint) const {
  return {ErrorCode::BadInput, std::move(what), file_ + ':' + std::to_string(line_),
          std::move(hint)};
}

}  // namespace tarry::base
