// SPDX-License-Identifier: BSD-3-Clause
#include "trace/synthetic/case_lexer.h"

namespace tarry::trace::synthetic {
namespace {

base::Result<Token> word_at(base::TextCursor& text) {
  Token token{Token::Kind::Word, "", text.peek() == '"', text.place()};
  bool in_quotes = false;
  for (; text.peek() != '\n'; text.advance()) {
    const char c = text.peek();
    if (c == '"') {
      in_quotes = !in_quotes;
      continue;
    }
    if (!in_quotes && std::string_view(" \t\r{}#").find(c) != std::string_view::npos) break;
    token.text += c;
  }
  if (in_quotes) return text.error(token.place, "the closing quote is missing");
  return token;
}

}  // namespace

base::Result<std::vector<Token>> tokenize(std::string_view text, std::string_view file) {
  base::TextCursor cursor(text, file);
  std::vector<Token> tokens;
  const auto add = [&](Token::Kind kind) {
    tokens.push_back({kind, std::string(1, cursor.peek()), false, cursor.place()});
    cursor.advance();
  };
  for (cursor.skip_blanks(); !cursor.at_end(); cursor.skip_blanks()) {
    const char c = cursor.peek();
    if (c == '\n') {
      add(Token::Kind::LineEnd);
    } else if (c == '{') {
      add(Token::Kind::Open);
    } else if (c == '}') {
      add(Token::Kind::Close);
    } else {
      TRY_ASSIGN(Token word, word_at(cursor));
      tokens.push_back(std::move(word));
    }
  }
  tokens.push_back({Token::Kind::LineEnd, "", false, cursor.place()});
  tokens.push_back({Token::Kind::End, "", false, cursor.place()});
  return tokens;
}

}  // namespace tarry::trace::synthetic
