// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/format/scanner.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace tarry::compressed {

using base::Error;
using base::ErrorCode;

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

void Scanner::skip_blanks() {
  while (at_ < text_.size() && (peek() == ' ' || peek() == '\t' || peek() == '\r')) ++at_;
  if (peek() != '#') return;
  at_ = std::min(text_.find('\n', at_), text_.size());
}

bool Scanner::at_line_end() {
  skip_blanks();
  return peek() == '\n';
}

bool Scanner::next_line() {
  while (at_line_end()) {
    if (at_ >= text_.size()) return false;
    ++at_;
    ++line_;
    line_begin_ = at_;
  }
  return true;
}

bool Scanner::accept(char c) {
  if (at_ >= text_.size() || text_[at_] != c) return false;
  ++at_;
  return true;
}

bool Scanner::accept(std::string_view text) {
  if (!text_.substr(at_).starts_with(text)) return false;
  at_ += text.size();
  return true;
}

Error Scanner::error(Place place, std::string message) const {
  return {ErrorCode::BadInput, std::move(message),
          name_ + ":" + std::to_string(place.line) + ":" + std::to_string(place.column), ""};
}

Error Scanner::expected(std::string_view what) const {
  std::string found;
  for (std::size_t i = 0; i < 20 && is_bare(peek(i)); ++i) found += peek(i);
  if (found.empty() && peek() != '\n' && !is_control(peek())) found = peek();
  found = !found.empty()        ? "'" + found + "'"
          : at_ >= text_.size() ? "the end of the file"
          : peek() == '\n'      ? "the end of the line"
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
  const char* const begin = text_.data() + at_;
  const auto [stop, problem] = std::from_chars(begin, text_.data() + text_.size(), value);
  if (problem == std::errc::result_out_of_range)
    return error(place(), "a number is too large for " + std::string(what));
  if (problem != std::errc{}) return expected(what);
  at_ += static_cast<std::size_t>(stop - begin);
  return value;
}

base::Result<std::uint64_t> Scanner::number(std::string_view what) {
  return digits<std::uint64_t>(what);
}

base::Result<std::uint64_t> Scanner::number(std::string_view what, std::uint64_t most) {
  const Place begin = place();
  TRY_ASSIGN(const std::uint64_t value, number(what));
  if (value > most)
    return error(begin, "expected " + std::string(what) + ", at most " + std::to_string(most) +
                            ", found " + std::to_string(value));
  return value;
}

base::Result<std::int64_t> Scanner::integer(std::string_view what) {
  return digits<std::int64_t>(what);
}

std::string_view Scanner::word() {
  const std::size_t begin = at_;
  while (at_ < text_.size() && is_word(text_[at_])) ++at_;
  return text_.substr(begin, at_ - begin);
}

base::Result<std::string> Scanner::string(std::string_view what) {
  if (peek() == '"') return quoted();
  if (!is_bare(peek()) || kNotFirstInBare.find(peek()) != kNotFirstInBare.npos)
    return expected(what);
  const std::size_t begin = at_;
  while (is_bare(peek())) ++at_;
  return std::string(text_.substr(begin, at_ - begin));
}

base::Result<std::string> Scanner::quoted() {
  const Place begin = place();
  std::string text;
  for (++at_; peek() != '"'; ++at_) {
    if (peek() == '\n') return error(begin, "the closing quote is missing");
    if (peek() != '\\') {
      text += peek();
      continue;
    }
    ++at_;
    if (peek() == '"' || peek() == '\\') {
      text += peek();
    } else if (peek() == 'x' && hex_digit(peek(1)) >= 0 && hex_digit(peek(2)) >= 0) {
      text += static_cast<char>(hex_digit(peek(1)) * 16 + hex_digit(peek(2)));
      at_ += 2;
    } else {
      return expected("one of \\\\, \\\" and \\xHH");
    }
  }
  ++at_;
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
