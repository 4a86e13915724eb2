// SPDX-License-Identifier: BSD-3-Clause
// Reads the pieces of which the text of a compressed trace consists.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/text_cursor.h"

namespace tarry::compressed {

using base::TextPlace;

// Thread: caller-locks.
class Scanner : public base::TextCursor {
 public:
  using TextCursor::TextCursor;

  // Returns the error "expected <what>, found ..." if `c` does not follow.
  base::Status expect(char c, std::string_view what);
  base::Result<std::uint64_t> number(std::string_view what);
  base::Result<std::uint64_t> number(std::string_view what, std::uint64_t most);
  base::Result<std::int64_t> integer(std::string_view what);
  // Reads a string that is bare or in quotes.
  base::Result<std::string> string(std::string_view what);
  // Reads small letters, digits, '-' and '?'; the word may be empty.
  std::string_view word();

  [[nodiscard]] base::Error expected(std::string_view what) const;  // an error at this place

 private:
  base::Result<std::string> quoted();
  template <class Number>
  base::Result<Number> digits(std::string_view what);
};

// Writes a string as Scanner::string() reads it, bare if possible.
std::string string_text(std::string_view string);

}  // namespace tarry::compressed
