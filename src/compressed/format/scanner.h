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

  // Moves to the next piece of this line; comments count as blanks.
  void skip_blanks();
  // Moves to the first piece of the next line that has one. Returns false at the end of the text.
  bool next_line();
  [[nodiscard]] bool at_line_end();  // skips blanks

  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\n';
  }
  bool accept(char c);
  bool accept(std::string_view text);

  // Returns the error "expected <what>, found ..." if `c` does not follow.
  base::Status expect(char c, std::string_view what);
  base::Result<std::uint64_t> number(std::string_view what);
  base::Result<std::uint64_t> number(std::string_view what, std::uint64_t most);
  base::Result<std::int64_t> integer(std::string_view what);
  // Reads a string that is bare or in quotes.
  base::Result<std::string> string(std::string_view what);
  // Reads small letters, digits, '-' and '?'; the word may be empty.
  std::string_view word();

  [[nodiscard]] Place place() const { return {line_, at_ - line_begin_ + 1}; }
  [[nodiscard]] base::Error error(Place place, std::string message) const;
  [[nodiscard]] base::Error expected(std::string_view what) const;  // an error at this place

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

// Writes a string as Scanner::string() reads it, bare if possible.
std::string string_text(std::string_view string);

}  // namespace tarry::compressed
