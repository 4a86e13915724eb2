// SPDX-License-Identifier: BSD-3-Clause
#include "filter/words.h"

namespace tarry::filter {
namespace {

constexpr std::string_view kBlank = " \t\r\n\v\f";

bool is_blank(char c) { return kBlank.find(c) != std::string_view::npos; }

base::Result<Word> word_at(base::TextCursor& text) {
  Word made{"", text.place()};
  for (; !text.at_end() && !is_blank(text.peek()) && text.peek() != '#'; text.advance()) {
    if (text.peek() == '\0') return text.error(text.place(), "a zero byte, which no name has");
    if (text.peek() == '\\') {
      if (text.peek(1) == '\n' || text.peek(1) == '\r')
        return text.error(text.place(), "a backslash with nothing behind it",
                          "for a backslash itself write two");
      made.text += text.peek();
      text.advance();
    }
    made.text += text.peek();
  }
  return made;
}

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
  base::TextCursor cursor(text, file);
  std::vector<Word> words;
  while (true) {
    while (!cursor.at_end() && is_blank(cursor.peek())) cursor.advance();
    if (cursor.at_end()) break;
    if (cursor.peek() == '#') {
      cursor.skip_line();
      continue;
    }
    TRY_ASSIGN(Word word, word_at(cursor));
    words.push_back(std::move(word));
  }
  words.push_back({"", cursor.place()});
  return words;
}

}  // namespace tarry::filter
