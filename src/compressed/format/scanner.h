// SPDX-License-Identifier: BSD-3-Clause
// Reads the text of a compressed trace piece by piece and knows the place for messages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace tarry::compressed {

struct Place {
  std::size_t line = 1;
  std::size_t column = 1;
};

// Thread: caller-locks.
class Scanner {
 public:
  // `name` is what messages call the text. The text must outlive the scanner.
  Scanner(std::string_view text, std::string name) : text_(text), name_(std::move(name)) {}

  // To the next piece of this line; comments are blanks.
  void skip_blanks();
  // To the first piece of the next line that has one. False at the end of the text.
  bool next_line();
  [[nodiscard]] bool at_line_end();  // skips blanks

  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\n';
  }
  bool accept(char c);
  bool accept(std::string_view text);

  // "expected <what>, found ..." if it is not there.
  base::Status expect(char c, std::string_view what);
  base::Result<std::uint64_t> number(std::string_view what);
  base::Result<std::uint64_t> number(std::string_view what, std::uint64_t most);
  base::Result<std::int64_t> integer(std::string_view what);
  // Bare or in quotes.
  base::Result<std::string> string(std::string_view what);
  // Small letters, digits, '-' and '?'; may be empty.
  std::string_view word();

  [[nodiscard]] Place place() const { return {line_, at_ - line_begin_ + 1}; }
  [[nodiscard]] base::Error error(Place place, std::string message) const;
  [[nodiscard]] base::Error expected(std::string_view what) const;  // here

 private:
  base::Result<std::string> quoted();
  template <class Number>
  base::Result<Number> digits(std::string_view what);

  std::string_view text_;
  std::string name_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  std::size_t line_begin_ = 0;
};

// As Scanner::string() reads it: bare where that is possible.
std::string string_text(std::string_view string);

}  // namespace tarry::compressed
