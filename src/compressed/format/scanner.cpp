// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/format/scanner.h"

#include <algorithm>

namespace tarry::compressed {

using base::Error;

namespace {

constexpr std::string_view kNotFirstInBare = "@:<-";

bool is_bare(char c) { return c > ' ' && c <= '~' && c != '"' && c != '#' && c != '\\'; }

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '?';
}

bool is_control(char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

}  // namespace

Error Scanner::expected(std::string_view what) const {
  std::string found;
  for (std::size_t i = 0; i < 20 && is_bare(peek(i)); ++i) found += peek(i);
  if (found.empty() && peek() != '\n' && !is_control(peek())) found = peek();
  found = !found.empty()   ? "'" + found + "'"
          : at_end()       ? "the end of the file"
          : peek() == '\n' ? "the end of the line"
                           : "a character that has no place in text";
  return error(place(), "expected " + std::string(what) + ", found " + found);
}

base::Status Scanner::expect(char c, std::string_view what) {
  if (!accept(c)) return expected(what);
  return base::kOk;
}

template <class Number>
base::Result<Number> Scanner::digits(std::string_view what) {
  Number value = 0;
  const std::errc problem = take_number(value);
  if (problem == std::errc::result_out_of_range)
    return error(place(), "a number is too large for " + std::string(what));
  if (problem != std::errc{}) return expected(what);
  return value;
}

base::Result<std::uint64_t> Scanner::number(std::string_view what) {
  return digits<std::uint64_t>(what);
}

base::Result<std::uint64_t> Scanner::number(std::string_view what, std::uint64_t most) {
  const TextPlace begin = place();
  TRY_ASSIGN(const std::uint64_t value, number(what));
  if (value > most)
    return error(begin, "expected " + std::string(what) + ", at most " + std::to_string(most) +
                            ", found " + std::to_string(value));
  return value;
}

base::Result<std::int64_t> Scanner::integer(std::string_view what) {
  return digits<std::int64_t>(what);
}

std::string_view Scanner::word() { return take_while(is_word); }

base::Result<std::string> Scanner::string(std::string_view what) {
  if (peek() == '"') return quoted();
  if (!is_bare(peek()) || kNotFirstInBare.find(peek()) != kNotFirstInBare.npos)
    return expected(what);
  return std::string(take_while(is_bare));
}

base::Result<std::string> Scanner::quoted() {
  const TextPlace begin = place();
  std::string text;
  for (advance(); peek() != '"'; advance()) {
    if (peek() == '\n') return error(begin, "the closing quote is missing");
    if (peek() != '\\') {
      text += peek();
      continue;
    }
    advance();
    if (peek() == '"' || peek() == '\\') {
      text += peek();
    } else if (peek() == 'x' && hex_digit(peek(1)) >= 0 && hex_digit(peek(2)) >= 0) {
      text += static_cast<char>(hex_digit(peek(1)) * 16 + hex_digit(peek(2)));
      advance();
      advance();
    } else {
      return expected("one of \\\\, \\\" and \\xHH");
    }
  }
  advance();
  return text;
}

std::string string_text(std::string_view string) {
  const bool bare = !string.empty() && std::all_of(string.begin(), string.end(), is_bare) &&
                    kNotFirstInBare.find(string.front()) == kNotFirstInBare.npos;
  if (bare) return std::string(string);
  std::string text = "\"";
  for (const char c : string) {
    if (is_control(c)) {
      constexpr std::string_view kDigits = "0123456789abcdef";
      const auto byte = static_cast<unsigned char>(c);
      text += {'\\', 'x', kDigits[byte / 16], kDigits[byte % 16]};
      continue;
    }
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + '"';
}

}  // namespace tarry::compressed
