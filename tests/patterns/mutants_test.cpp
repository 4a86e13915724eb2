// SPDX-License-Identifier: BSD-3-Clause
// A short run of what fuzz/fuzz_pattern does at length: texts of patterns with words left out,
// repeated or exchanged are refused with their place, or they are patterns.
#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <random>
#include <vector>

#include "base/files.h"
#include "fuzz/pattern_check.h"

namespace tarry::testing {
namespace {

namespace fs = std::filesystem;

// Words and signs, each with the blanks before it.
std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    const bool is_word = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    const bool goes_on = !parts.back().empty() && is_word &&
                         (std::isalnum(static_cast<unsigned char>(parts.back().back())) != 0 ||
                          parts.back().back() == '_');
    const bool is_behind_blank = !parts.back().empty() && parts.back().back() <= ' ';
    if (!goes_on && !is_behind_blank) parts.emplace_back();
    parts.back() += c;
  }
  return parts;
}

TEST(PatternMutants, AreRefusedWithTheirPlaceOrArePatterns) {
  std::vector<std::vector<std::string>> texts;
  for (const char* folder : {"examples/patterns", "examples/guides/pattern"})
    for (const auto& entry : fs::directory_iterator(fs::path(TARRY_SOURCE) / folder))
      if (entry.path().extension() == ".pattern")
        texts.push_back(parts_of(*base::read_file(entry.path())));
  ASSERT_GE(texts.size(), 5u);
  std::mt19937 random(5);
  const auto below = [&](std::size_t end) { return random() % end; };
  std::size_t refused = 0;
  for (int mutant = 0; mutant < 600; ++mutant) {
    std::vector<std::string> parts = texts[below(texts.size())];
    for (std::size_t changes = 1 + below(2); changes > 0; --changes) {
      const std::size_t at = below(parts.size());
      const std::vector<std::string>& other = texts[below(texts.size())];
      switch (below(4)) {
        case 0:
          parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(at));
          break;
        case 1:
          parts.insert(parts.begin() + static_cast<std::ptrdiff_t>(at), parts[at]);
          break;
        case 2:
          parts[at] = other[below(other.size())];
          break;
        default:
          parts[at] += static_cast<char>(below(256));
      }
    }
    std::string text;
    for (const std::string& part : parts) text += part;
    bool is_refused = false;
    ASSERT_EQ(fuzz::check_pattern(text, &is_refused), "") << text;
    refused += is_refused ? 1 : 0;
  }
  EXPECT_GT(refused, 100u);
  EXPECT_LT(refused, 590u);
}

}  // namespace
}  // namespace tarry::testing
