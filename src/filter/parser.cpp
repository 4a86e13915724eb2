// SPDX-License-Identifier: BSD-3-Clause
#include "filter/parser.h"

#include "base/files.h"
#include "filter/pattern.h"
#include "filter/windows.h"
#include "filter/words.h"

namespace tarry::filter {
namespace {

class Parser {
 public:
  Parser(std::vector<Word> words, std::string_view file) : words_(std::move(words)), file_(file) {}

  base::Result<Filter> run() {
    while (!peek().text.empty()) TRY(item());
    put_in_order(made_.ranks);
    put_in_order(made_.times);
    return std::move(made_);
  }

 private:
  struct Block {
    std::string_view name;
    std::vector<Rule>* rules;
    bool has_mangled_names;
  };

  [[nodiscard]] const Word& peek() const { return words_[at_]; }
  const Word& next() { return words_[at_ + 1 < words_.size() ? at_++ : at_]; }

  base::Status item() {
    const Word word = next();
    if (word.text == kRanks)
      return windows(word, ranks_from_text, made_.ranks, "ranks, such as '0-3,8' or '4-'");
    if (word.text == kTime)
      return windows(word, times_from_text, made_.times, "times, such as '10s-20s' or '500ms-'");
    for (const Block& block :
         {Block{kRegionBlock, &made_.regions, true}, Block{kFileBlock, &made_.files, false},
          Block{kModuleBlock, &made_.modules, false}})
      if (is(word, block.name, kBegin)) return rules(block, word);
    return expected(
        "SCOREP_REGION_NAMES_BEGIN, SCOREP_FILE_NAMES_BEGIN, "
        "TARRY_MODULE_NAMES_BEGIN, TARRY_RANKS or TARRY_TIME",
        word);
  }

  // Adds the windows that stand behind `keyword` on its line.
  template <class T>
  base::Status windows(const Word& keyword,
                       std::optional<std::vector<T>> (*from_text)(std::string_view),
                       std::vector<T>& all, const std::string& what) {
    do {
      const Word word = peek();
      if (word.text.empty() || word.place.line != keyword.place.line)
        return expected(what + " behind " + keyword.text, keyword);
      next();
      const auto made = from_text(word.text);
      if (!made) return expected(what, word);
      all.insert(all.end(), made->begin(), made->end());
    } while (!peek().text.empty() && peek().place.line == keyword.place.line);
    return base::kOk;
  }

  base::Status rules(const Block& block, const Word& begin) {
    while (!is(peek(), block.name, kEnd)) {
      const Word word = next();
      if (word.text == kExclude || word.text == kInclude) {
        TRY(patterns(block, word));
        continue;
      }
      const std::string end = std::string(block.name) + std::string(kEnd);
      if (word.text.empty())
        return base::error_at(file_, word.place,
                              "the file ends within the block that begins in line " +
                                  std::to_string(begin.place.line),
                              "expected " + end);
      return expected("EXCLUDE, INCLUDE or " + end, word);
    }
    next();
    return base::kOk;
  }

  base::Status patterns(const Block& block, const Word& keyword) {
    const bool mangled = peek().text == kMangled;
    if (mangled && !block.has_mangled_names)
      return base::error_at(file_, peek().place, "MANGLED is for the names of regions only",
                            "leave it out; a name like that is written \\MANGLED");
    if (mangled) next();
    if (peek().text.empty() || is_keyword(peek().text))
      return expected("a pattern behind " + keyword.text + (mangled ? " MANGLED" : ""), peek());
    while (!peek().text.empty() && !is_keyword(peek().text)) {
      TRY(check_brackets(peek()));
      block.rules->push_back({keyword.text == kExclude, mangled, next().text});
    }
    return base::kOk;
  }

  [[nodiscard]] base::Status check_brackets(const Word& pattern) const {
    const auto open = unclosed_bracket(pattern.text);
    if (!open) return base::kOk;
    base::TextPlace place = pattern.place;
    place.column += *open;
    return base::error_at(file_, place, "a '[' without its ']' in '" + pattern.text + "'",
                          "for a bracket itself write \\[");
  }

  static bool is(const Word& word, std::string_view block, std::string_view side) {
    return word.text.size() == block.size() + side.size() && word.text.starts_with(block) &&
           word.text.ends_with(side);
  }

  [[nodiscard]] base::Error expected(const std::string& what, const Word& found) const {
    return base::error_at(file_, found.place,
                          found.text.empty() ? "the file ends too early"
                                             : "'" + found.text + "' does not belong here",
                          "expected " + what);
  }

  std::vector<Word> words_;
  std::string_view file_;
  std::size_t at_ = 0;
  Filter made_;
};

}  // namespace

base::Result<Filter> parse_filter(std::string_view text, std::string_view file) {
  TRY_ASSIGN(std::vector<Word> words, words_of(text, file));
  return Parser(std::move(words), file).run();
}

base::Result<Filter> read_filter(const std::string& file) {
  TRY_ASSIGN(const std::string text, base::read_file(file));
  return parse_filter(text, file);
}

}  // namespace tarry::filter
