// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/declared/lexer.h"

namespace tarry::analysis::declared {
namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
constexpr bool is_of_word(char c) { return is_letter(c) || is_digit(c); }

struct TimeUnit {
  std::string_view name;
  std::int64_t nanoseconds;
};
constexpr TimeUnit kUnits[] = {{"s", 1000000000}, {"ms", 1000000}, {"us", 1000}, {"ns", 1}};

constexpr std::string_view kSigns[] = {"==", "!=", "<=", ">=", "<", ">", "=", "+",
                                       "-",  "*",  "/",  "(",  ")", ",", ".", ":"};

Token wrong(Token token, std::string_view problem) {
  token.kind = Token::Kind::Wrong;
  token.problem = problem;
  return token;
}

}  // namespace

std::string Token::shown() const {
  if (kind == Kind::End) return "the end of the file";
  if (kind == Kind::Wrong) return std::string(problem);
  if (kind == Kind::Text) return "\"" + std::string(text) + "\"";
  return "'" + std::string(text) + "'";
}

base::Error Lexer::expected(std::string_view what, std::string hint) const {
  return error(token_.place, "expected " + std::string(what) + ", found " + token_.shown(),
               std::move(hint));
}

Token Lexer::next() {
  cursor_.next_line();  // over blanks, line ends and comments
  Token token;
  token.place = cursor_.place();
  if (cursor_.at_end()) return token;
  const char first = cursor_.peek();
  if (is_digit(first)) return number(token);
  if (first == '"') return quoted(token);
  if (!is_letter(first)) return sign(token);
  token.kind = Token::Kind::Word;
  token.text = cursor_.take_while(is_of_word);
  return token;
}

Token Lexer::number(Token token) {
  token.kind = Token::Kind::Number;
  base::TextCursor digits = cursor_;
  token.text = cursor_.take_while(is_of_word);
  if (digits.take_number(token.number) != std::errc{})
    return wrong(token, "a number that is too large");
  const std::string_view unit = digits.take_while(is_of_word);
  if (unit.empty()) return token;
  for (const TimeUnit& known : kUnits) {
    if (unit != known.name) continue;
    token.kind = Token::Kind::Time;
    if (__builtin_mul_overflow(token.number, known.nanoseconds, &token.number))
      return wrong(token, "a time that is too long");
    return token;
  }
  return wrong(token, "a number with a unit other than s, ms, us and ns");
}

Token Lexer::quoted(Token token) {
  token.kind = Token::Kind::Text;
  cursor_.advance();
  token.text = cursor_.take_until("\"");
  if (!cursor_.accept('"')) return wrong(token, "a text without its second quote");
  return token;
}

Token Lexer::sign(Token token) {
  token.kind = Token::Kind::Sign;
  for (const std::string_view known : kSigns) {
    if (!cursor_.accept(known)) continue;
    token.text = known;
    return token;
  }
  token.text = cursor_.rest_of_line().substr(0, 1);
  cursor_.advance();
  return wrong(token, "a sign that the language does not have");
}

}  // namespace tarry::analysis::declared
