// SPDX-License-Identifier: BSD-3-Clause
#include "filter/words.h"

namespace tarry::filter {
namespace {

constexpr std::string_view kBlank = " \t\r\n\v\f";

bool is_blank(char c) { return kBlank.find(c) != std::string_view::npos; }

class Scanner {
 public:
  Scanner(std::string_view text, std::string_view file) : text_(text), file_(file) {}

  base::Result<std::vector<Word>> run() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '#') {
        while (at_ < text_.size() && text_[at_] != '\n') ++at_;
      } else if (is_blank(c)) {
        ++at_;
        if (c == '\n') {
          ++line_;
          line_start_ = at_;
        }
      } else {
        TRY(word());
      }
    }
    words_.push_back(here());
    return std::move(words_);
  }

 private:
  [[nodiscard]] Word here() const { return {"", line_, at_ - line_start_ + 1}; }

  base::Status word() {
    Word made = here();
    for (; at_ < text_.size() && !is_blank(text_[at_]) && text_[at_] != '#'; ++at_) {
      if (text_[at_] == '\0') return error_at(file_, here(), "a zero byte, which no name has");
      if (text_[at_] == '\\') {
        if (at_ + 1 == text_.size() || text_[at_ + 1] == '\n' || text_[at_ + 1] == '\r')
          return error_at(file_, here(), "a backslash with nothing behind it",
                          "for a backslash itself write two");
        made.text += text_[at_++];
      }
      made.text += text_[at_];
    }
    words_.push_back(std::move(made));
    return base::kOk;
  }

  std::string_view text_;
  std::string_view file_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  std::size_t line_start_ = 0;
  std::vector<Word> words_;
};

}  // namespace

bool is_keyword(std::string_view word) {
  for (const std::string_view keyword : {kExclude, kInclude, kMangled, kRanks, kTime})
    if (word == keyword) return true;
  for (const std::string_view block : {kRegionBlock, kFileBlock, kModuleBlock})
    if (word.starts_with(block) &&
        (word.substr(block.size()) == kBegin || word.substr(block.size()) == kEnd))
      return true;
  return false;
}

base::Result<std::vector<Word>> words_of(std::string_view text, std::string_view file) {
  return Scanner(text, file).run();
}

base::Error error_at(std::string_view file, const Word& word, std::string what, std::string hint) {
  std::string where(file);
  where += ':' + std::to_string(word.line) + ':' + std::to_string(word.column);
  return {base::ErrorCode::BadInput, std::move(what), std::move(where), std::move(hint)};
}

}  // namespace tarry::filter
