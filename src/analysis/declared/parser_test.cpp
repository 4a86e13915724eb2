// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/declared/parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace tarry::analysis::declared {
namespace {

using testing::HasSubstr;

constexpr const char* kWhole =
    "pattern mine\n"
    "  title \"Mine\" about \"What it means\"\n"
    "  parent mpi_latesender\n"
    "  root receive\n"
    "  let call = root.call   # the call\n"
    "  where call is mpi_point2point and not (root.bytes * 2 < 3 or exists(root.previous))\n"
    "  at call\n"
    "  severity max(call.own / 2, 5us) - -1ns\n"
    "  export volume bytes = root.bytes\n"
    "  unless mpi_latereceiver, mpi_collective\n"
    "end\n";

PatternSet parsed(const std::string& text) {
  PatternSet set;
  const base::Status status = parse(text, "x.pattern", set);
  EXPECT_TRUE(status.ok()) << status.error().message();
  return set;
}

std::string problem(const std::string& text) {
  PatternSet set;
  const base::Status status = parse(text, "x.pattern", set);
  return status.ok() ? "none" : status.error().message();
}

// A pattern with these clauses between its head and its end.
std::string problem_in(const std::string& clauses) {
  return problem("pattern a\nroot receive\n" + clauses + "\nend");
}

TEST(PatternFile, HasAllClauses) {
  const PatternSet set = parsed(kWhole);
  ASSERT_EQ(set.patterns.size(), 1u);
  const Pattern& pattern = set.patterns.front();
  EXPECT_EQ(pattern.name, "mine");
  EXPECT_EQ(pattern.title, "Mine");
  EXPECT_EQ(pattern.about, "What it means");
  EXPECT_EQ(pattern.parent, model::metric::mpi_latesender);
  EXPECT_EQ(pattern.root, Type::Receive);
  EXPECT_EQ(pattern.steps.size(), 2u);
  EXPECT_EQ(pattern.unless.size(), 2u);
  ASSERT_EQ(pattern.exports.size(), 1u);
  EXPECT_EQ(pattern.exports.front().unit, model::Unit::Bytes);
  EXPECT_FALSE(pattern.is_each);
}

TEST(PatternFile, HasSeveralPatterns) {
  const std::string one = " root collective at each m in root.members severity m.end - m.begin end";
  EXPECT_EQ(parsed("pattern a" + one + "\npattern b" + one).patterns.size(), 2u);
  EXPECT_THAT(problem("pattern a" + one + "\npattern a" + one),
              HasSubstr("expected a new name, found 'a': x.pattern:2:9"));
}

TEST(PatternFile, SharesVisitsOfRegions) {
  const PatternSet set = parsed(
      "pattern a root receive let x = root.call.within(\"f\") let y = root.call.within(\"f\") "
      "let z = root.call.before(\"f\") at root severity x.leave - x.enter end");
  EXPECT_EQ(set.phases, (std::vector<PhaseWish>{{"f", false}, {"f", true}}));
}

struct Wrong {
  const char* clauses;
  const char* message;
};

// Messages name the place, what was expected, what was found, and what may have been meant.
TEST(PatternFile, ErrorsSayWhatWasExpectedWhere) {
  constexpr Wrong kAll[] = {
      {"let x = root.cal",
       "expected an attribute of a receive, found 'cal': x.pattern:3:14 (did you "
       "mean 'call'?)"},
      {"let x = root.zzzzzz", "(there are: call, send, previous, bytes, tag, source, any_source)"},
      {"let x = rot.call",
       "expected a defined name, found 'rot': x.pattern:3:9 (did you mean 'root'?)"},
      {"let where = 1", "expected a new name, found 'where': x.pattern:3:5"},
      {"let x = 1 let x = 2", "(this name is defined already)"},
      {"let x 1", "expected '=', found '1': x.pattern:3:7"},
      {"where root.bytes", "expected a condition, found a number: x.pattern:3:7"},
      {"where root.bytes == root.call.enter",
       "expected a number after '==', found a time: x.pattern:3:21"},
      {"where root.call < root.call",
       "expected a time or a number before '<', found a call: x.pattern:3:7"},
      {"where root.call.name < \"a\"", "found a text: x.pattern:3:7"},
      {"where 1 and true", "expected a condition before 'and', found a number: x.pattern:3:7"},
      {"where true or 5", "expected a condition after 'or', found a number: x.pattern:3:15"},
      {"where root.bytes is mpi", "expected a call before 'is', found a number"},
      {"where root.call is mpi_latesendr",
       "expected the id of a metric, found 'mpi_latesendr': "
       "x.pattern:3:20 (did you mean 'mpi_latesender'?)"},
      {"let x = 5 + 3us", "expected a number after '+', found a time"},
      {"let x = 5us * 3us", "a product of two times: x.pattern:3:13"},
      {"let x = 5 / 3us", "a number divided by a time: x.pattern:3:11"},
      {"let x = 5 furlongs at root", "expected a clause of the pattern or 'end', found 'furlongs'"},
      {"let x = 5min", "found a number with a unit other than s, ms, us and ns: x.pattern:3:9"},
      {"let x = 99999999999999999999", "found a number that is too large: x.pattern:3:9"},
      {"let x = (1 + 2", "expected ')', found 'end': x.pattern:4:1"},
      {"let x = \"open", "found a text without its second quote: x.pattern:3:9"},
      {"let x = 1 % 2", "found a sign that the language does not have: x.pattern:3:11"},
      {"let x = min(1, 2us)", "expected a number, found a time: x.pattern:3:16"},
      {"let x = max(m in root: 1)", "expected a set of members, found a receive: x.pattern:3:18"},
      {"let x = root.call.within(5)", "expected the name of a region in quotes, found '5'"},
      {"severity 1us", "expected 'at' before 'severity': x.pattern:3:1"},
      {"at root.bytes", "expected a call or what is in one, found a number: x.pattern:3:4"},
      {"at root severity 5", "expected a time, found a number: x.pattern:3:18"},
      {"at root where true", "expected 'where' before 'at': x.pattern:3:9"},
      {"at root", "pattern 'a' has no severity: x.pattern:1:9"},
      {"parent nonsense", "expected the id of a metric, found 'nonsense': x.pattern:3:8"},
      {"parent visits at root severity 1us",
       "expected a parent with the unit of the pattern, found "
       "'visits': x.pattern:3:8"},
      {"parent delay", "expected a metric that is no delay cost, found 'delay'"},
      {"title Mine", "expected the title in quotes, found 'Mine': x.pattern:3:7"},
      {"wher true",
       "expected a clause of the pattern or 'end', found 'wher': x.pattern:3:1 (did you "
       "mean 'where'?)"},
      {"root receive", "a second 'root': x.pattern:3:1"},
      {"at root export volume seconds = 5", "expected a time, found a number: x.pattern:3:33"},
      {"at root export volume = 5 export volume = 6", "expected a new name, found 'volume'"},
  };
  for (const Wrong& wrong : kAll)
    EXPECT_THAT(problem_in(wrong.clauses), HasSubstr(wrong.message)) << wrong.clauses;
}

TEST(PatternFile, ErrorsOutsideOfClauses) {
  EXPECT_EQ(problem(""), "expected 'pattern', found the end of the file: x.pattern:1:1");
  EXPECT_THAT(problem("# nothing\n"), HasSubstr("found the end of the file: x.pattern:2:1"));
  EXPECT_THAT(problem("pattern mpi_latesender"), HasSubstr("(a metric or pattern has this name)"));
  EXPECT_THAT(problem("pattern a let x = 1"), HasSubstr("expected 'root' before 'let'"));
  EXPECT_THAT(problem("pattern a root lock"),
              HasSubstr("expected a kind of event, found 'lock': x.pattern:1:16 (there are: call, "
                        "receive, collective, acquire, team_barrier, one_sided, result)"));
  EXPECT_EQ(problem("pattern a root receive"),
            "expected a clause of the pattern or 'end', found the end of the file: x.pattern:1:23");
}

TEST(PatternFile, IsNotNestedTooDeeply) {
  const std::string many(100000, '(');
  EXPECT_THAT(problem_in("let x = " + many), HasSubstr("nested more than 50 deep"));
  EXPECT_THAT(problem_in("let x = " + std::string(100000, '-') + "1"), HasSubstr("too many signs"));
  std::string sum = "1";
  for (int i = 0; i < 5000; ++i) sum += "+1";
  EXPECT_THAT(problem_in("let x = " + sum), HasSubstr("more than 1000 operators"));
}

// Whatever is cut off or replaced, the parser says so and does not fail otherwise.
TEST(PatternFile, AnyDamageIsAnError) {
  const std::string whole = kWhole;
  for (std::size_t length = 0; length + 4 < whole.size(); ++length)
    EXPECT_NE(problem(whole.substr(0, length)), "none") << length;
  for (std::size_t at = 0; at < whole.size(); ++at)
    for (const char c : {'\0', '"', '(', 'x', '\n', '\xff'}) {
      std::string damaged = whole;
      damaged[at] = c;
      problem(damaged);
    }
}

}  // namespace
}  // namespace tarry::analysis::declared
