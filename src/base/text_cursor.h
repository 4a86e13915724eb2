// SPDX-License-Identifier: BSD-3-Clause
// Reads a text from its beginning to its end and knows where it is: under all readers of text that
// people write. Lines may have a comment, from '#' to their end; blanks separate words.
#pragma once

#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/result.h"

namespace tarry::base {

// Both count from 1; columns are bytes.
struct TextPlace {
  std::size_t line = 1;
  std::size_t column = 1;
};

// "file:line:column", as editors and compilers write it.
std::string shown_place(std::string_view file, TextPlace place);

// "what: file:line:column (hint)", of code BadInput.
Error error_at(std::string_view file, TextPlace place, std::string what, std::string hint = "");

// Thread: caller-locks.
class TextCursor {
 public:
  // `file` is what messages call the text. The text must outlive the cursor.
  TextCursor(std::string_view text, std::string_view file) : text_(text), file_(file) {}

  [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }
  // A line end behind the end of the text.
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\n';
  }
  [[nodiscard]] TextPlace place() const { return {line_, at_ - line_begin_ + 1}; }
  // From here to the end of the line, its comment included.
  [[nodiscard]] std::string_view rest_of_line() const {
    return text_.substr(at_, text_.find('\n', at_) - at_);
  }

  // Over one character; not at the end.
  void advance() {
    if (text_[at_++] != '\n') return;
    ++line_;
    line_begin_ = at_;
  }
  // Over what is here; false if it is not. The text accepted is part of a line.
  bool accept(char c) {
    if (at_end() || text_[at_] != c) return false;
    advance();
    return true;
  }
  bool accept(std::string_view text) {
    if (!text_.substr(at_).starts_with(text)) return false;
    at_ += text.size();
    return true;
  }
  // What comes before the next of `ends` or the end of the line.
  std::string_view take_until(std::string_view ends);
  // Over a number. If there is none, or one too large for a Number, it stays where it is.
  template <class Number>
  std::errc take_number(Number& value) {
    const char* const begin = text_.data() + at_;
    const auto [stopped, problem] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (problem == std::errc{}) at_ += static_cast<std::size_t>(stopped - begin);
    return problem;
  }
  // All characters here for which `belongs` is true. It is false for a line end.
  template <class Belongs>
  std::string_view take_while(Belongs belongs) {
    const std::size_t begin = at_;
    while (at_ < text_.size() && belongs(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  void skip_spaces() {
    while (peek() == ' ' || peek() == '\t' || peek() == '\r') ++at_;
  }
  void skip_comment() {
    if (peek() == '#') skip_line();
  }
  // To the next piece of this line; comments are blanks.
  void skip_blanks() {
    skip_spaces();
    skip_comment();
  }
  // To the end of this line.
  void skip_line() { at_ += rest_of_line().size(); }
  [[nodiscard]] bool at_line_end() {
    skip_blanks();
    return peek() == '\n';
  }
  // To the first piece of the next line that has one, which may be this line. False at the end of
  // the text.
  bool next_line();
  // To the end of this line; its words, without the comment.
  std::vector<std::string_view> take_words();

  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] Error error(TextPlace place, std::string what, std::string hint = "") const {
    return error_at(file_, place, std::move(what), std::move(hint));
  }
  // Of readers whose statements are lines: "what: file:line (hint)".
  [[nodiscard]] Error line_error(std::string what, std::string hint = "") const;

 private:
  std::string_view text_;
  std::string file_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  std::size_t line_begin_ = 0;
};

}  // namespace tarry::base
