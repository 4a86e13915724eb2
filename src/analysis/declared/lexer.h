// SPDX-License-Identifier: BSD-3-Clause
// Divides the text of a pattern file into words, numbers, texts and signs. Line ends are blanks;
// '#' starts a comment.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/text_cursor.h"

namespace tarry::analysis::declared {

struct Token {
  enum class Kind : std::uint8_t { Word, Number, Time, Text, Sign, End, Wrong };
  Kind kind = Kind::End;
  std::string_view text;    // as in the file; of a Text without its quotes
  std::int64_t number = 0;  // of a Number; of a Time in nanoseconds
  base::TextPlace place;
  std::string_view problem;  // of what is Wrong

  [[nodiscard]] bool is(std::string_view word_or_sign) const {
    return (kind == Kind::Word || kind == Kind::Sign) && text == word_or_sign;
  }
  // Returns what messages call it: "'where'", "the end of the file".
  [[nodiscard]] std::string shown() const;
};

class Lexer {
 public:
  // The text must outlive the lexer and its tokens.
  Lexer(std::string_view text, std::string_view file) : cursor_(text, file) { advance(); }

  [[nodiscard]] const Token& token() const { return token_; }
  void advance() { token_ = next(); }
  // Goes on if the word or sign is here.
  bool accept(std::string_view word_or_sign) {
    if (!token_.is(word_or_sign)) return false;
    advance();
    return true;
  }
  // Returns the error "expected ..., found ..." at the present token.
  [[nodiscard]] base::Error expected(std::string_view what, std::string hint = "") const;
  [[nodiscard]] base::Error error(base::TextPlace place, std::string what,
                                  std::string hint = "") const {
    return cursor_.error(place, std::move(what), std::move(hint));
  }

 private:
  Token next();
  Token number(Token token);
  Token quoted(Token token);
  Token sign(Token token);

  base::TextCursor cursor_;
  Token token_;
};

}  // namespace tarry::analysis::declared
