// SPDX-License-Identifier: BSD-3-Clause
// Cuts the text of a case into words, braces and line ends, each with its place for messages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/text_cursor.h"

namespace tarry::trace::synthetic {

struct Token {
  enum class Kind { Word, Open, Close, LineEnd, End };
  Kind kind = Kind::End;
  std::string text;
  bool quoted = false;  // began with a quote: a name, never a keyword
  base::TextPlace place;
};

// The last token is always End. Quotes may stand anywhere in a word and are removed.
base::Result<std::vector<Token>> tokenize(std::string_view text, std::string_view file);

// Reads tokens one after the other; `position` may be saved and restored.
class TokenReader {
 public:
  TokenReader(std::string file, std::vector<Token> tokens)
      : file_(std::move(file)), tokens_(std::move(tokens)) {}

  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const {
    const std::size_t at = position + ahead;
    return tokens_[at < tokens_.size() ? at : tokens_.size() - 1];
  }
  const Token& next() {
    const Token& token = peek();
    if (position < tokens_.size()) ++position;
    return token;
  }
  void skip_line_ends() {
    while (peek().kind == Token::Kind::LineEnd) next();
  }
  [[nodiscard]] bool at_word() const { return peek().kind == Token::Kind::Word; }
  [[nodiscard]] base::Error error(const Token& token, std::string what) const {
    return base::error_at(file_, token.place, std::move(what));
  }

  std::size_t position = 0;

 private:
  std::string file_;
  std::vector<Token> tokens_;
};

}  // namespace tarry::trace::synthetic
