// SPDX-License-Identifier: BSD-3-Clause
#include "trace/synthetic/case_lexer.h"

namespace tarry::trace::synthetic {
namespace {

class Lexer {
 public:
  Lexer(std::string_view text, std::string_view file) : text_(text), file_(file) {}

  base::Result<std::vector<Token>> run() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        add(Token::Kind::LineEnd, 1);
        ++line_;
        line_start_ = at_;
      } else if (c == ' ' || c == '\t' || c == '\r') {
        ++at_;
      } else if (c == '#') {
        while (at_ < text_.size() && text_[at_] != '\n') ++at_;
      } else if (c == '{') {
        add(Token::Kind::Open, 1);
      } else if (c == '}') {
        add(Token::Kind::Close, 1);
      } else {
        TRY(word());
      }
    }
    add(Token::Kind::LineEnd, 0);
    add(Token::Kind::End, 0);
    return std::move(tokens_);
  }

 private:
  void add(Token::Kind kind, std::size_t length) {
    tokens_.push_back({kind, std::string(text_.substr(at_, length)), false, line_, column()});
    at_ += length;
  }
  [[nodiscard]] std::size_t column() const { return at_ - line_start_ + 1; }

  base::Status word() {
    Token token{Token::Kind::Word, "", text_[at_] == '"', line_, column()};
    bool in_quotes = false;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '"') {
        in_quotes = !in_quotes;
      } else if (c == '\n' ||
                 (!in_quotes && std::string_view(" \t\r{}#").find(c) != std::string_view::npos)) {
        break;
      } else {
        token.text += c;
      }
    }
    if (in_quotes) return error_at(file_, token, "the closing quote is missing");
    tokens_.push_back(std::move(token));
    return base::kOk;
  }

  std::string_view text_;
  std::string_view file_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  std::size_t line_start_ = 0;
  std::vector<Token> tokens_;
};

}  // namespace

base::Result<std::vector<Token>> tokenize(std::string_view text, std::string_view file) {
  return Lexer(text, file).run();
}

base::Error error_at(std::string_view file, const Token& token, std::string what) {
  std::string where(file);
  where += ':' + std::to_string(token.line) + ':' + std::to_string(token.column);
  return {base::ErrorCode::BadInput, std::move(what), std::move(where), ""};
}

}  // namespace tarry::trace::synthetic
