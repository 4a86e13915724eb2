// SPDX-License-Identifier: BSD-3-Clause
// A place in the text of an expression of a derived metric, and how words are taken from there.
#pragma once

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>

namespace tarry::report::cubepl {

class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  // Returns what has not been taken yet.
  [[nodiscard]] std::string_view rest() const { return text_; }

  // Goes on behind white space and comments.
  void skip() {
    while (!text_.empty()) {
      if (std::isspace(static_cast<unsigned char>(text_.front())) != 0)
        text_.remove_prefix(1);
      else if (text_.starts_with("//"))
        text_.remove_prefix(std::min(text_.find('\n'), text_.size()));
      else
        return;
    }
  }

  // Takes `token` if it comes next.
  bool take(std::string_view token) {
    skip();
    if (!text_.starts_with(token)) return false;
    text_.remove_prefix(token.size());
    return true;
  }

  // Takes `word` if it comes next and is no beginning of a longer one.
  bool take_word(std::string_view word) {
    skip();
    if (!text_.starts_with(word)) return false;
    if (text_.size() > word.size() && continues_word(text_[word.size()])) return false;
    text_.remove_prefix(word.size());
    return true;
  }

  // Takes everything up to `end`, and `end`; returns it without the blanks around it, or nothing if
  // there is no end.
  std::optional<std::string> until(char end) {
    const std::size_t at = text_.find(end);
    if (at == std::string_view::npos) return std::nullopt;
    std::string_view found = text_.substr(0, at);
    text_.remove_prefix(at + 1);
    while (!found.empty() && found.front() == ' ') found.remove_prefix(1);
    while (!found.empty() && found.back() == ' ') found.remove_suffix(1);
    return std::string(found);
  }

  // Takes a number.
  std::optional<double> number() {
    double value = 0.0;
    const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
    if (error != std::errc{}) return std::nullopt;
    text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
    return value;
  }

 private:
  static bool continues_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == ':';
  }

  std::string_view text_;
};

}  // namespace tarry::report::cubepl
