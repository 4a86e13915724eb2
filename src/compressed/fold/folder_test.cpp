// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/fold/folder.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "compressed/fold/letter_calls_fixture.h"
#include "compressed/model/test_seeds.h"

namespace tarry::compressed {
namespace {

using letter_calls::expanded;
using letter_calls::folded;
using letter_calls::notation;
using letter_calls::times;

TEST(Folder, ALoopIsOneIteration) {
  const Trace trace = folded(times("SRW", 100));
  EXPECT_EQ(notation(trace), "S_(3,100) R W");
  EXPECT_EQ(expanded(trace), times("SRW", 100));
}

TEST(Folder, ALoopOfOneCall) { EXPECT_EQ(notation(folded(times("A", 7) + "B")), "A_(1,7) B"); }

// X. Wu, "Scalable Communication Tracing for Performance Analysis of Parallel Applications",
// section 5.2.2: two time steps of X + 2 x (S R W). Without the delay one trip of the inner loop is
// left over, and without the guard rotated iterations are found.
TEST(Folder, AnIterationEndsWithItsInnerLoop) {
  const std::string step = "XSRWSRW";
  EXPECT_EQ(notation(folded(times(step, 2))), "X_(4,2) S_(3,2 2) R W");
  EXPECT_EQ(expanded(folded(times(step, 2))), times(step, 2));
  EXPECT_EQ(notation(folded(times(step, 50))), "X_(4,50) S_(3," + times("2 ", 49) + "2) R W");
}

// Figure 5.1 of the dissertation: E1 E2 E4 and E1 E3 E4 are iterations of one loop.
TEST(Folder, IterationsMayDifferBetweenTheirEnds) {
  const Trace trace = folded("ABDACD");
  EXPECT_EQ(expanded(trace), "ABDACD");
  EXPECT_EQ(notation(trace), "A_(4,2) B_(1,1 0) C_(1,0 1) D");
}

TEST(Folder, WithoutPartialIterationsOnlyEqualOnesAreFolded) {
  FoldOptions options;
  options.partial_iterations = false;
  const Trace trace = folded("ABDACD", options);
  EXPECT_EQ(notation(trace), "A B D A C D");
}

// A row of loops is an iteration of a loop around them, also where that loop has no other calls.
TEST(Folder, LoopsOfLoopsAloneAreFound) {
  FoldOptions options;
  options.partial_iterations = false;
  // Sweeps at a border of a grid, at a corner, and with two kinds of calls.
  for (const char* const step : {"ACDACDABCABC", "CDADCBAB", "BCDABDBCDABD", "AABB", "SSRSRSRR"})
    for (const int steps : {3, 20, 300}) {
      const std::string all = times(step, steps) + "Z";
      const Trace trace = folded(all, options);
      EXPECT_EQ(expanded(trace), all);
      EXPECT_LE(trace.events.size(), 30u) << step << ": " << notation(trace);
    }
}

bool has_one_length(const Trace& trace) {
  std::int64_t length = 0;
  for (const Event& event : trace.events)
    for (const Level& level : event.levels)
      if (!std::get<Sequence>(level.length.pairs()[0].values).is_constant(length)) return false;
  return true;
}

// Equal iterations may have inner loops of several lengths: A B A B C and A B C A B C, with one C.
TEST(Folder, LoopsMayBeAskedToHaveOneLength) {
  std::mt19937_64 random(3);
  int differ = 0;
  for (int i = 0; i < 300; ++i) {
    std::string steps;
    while (steps.size() < 200) {
      const std::string round = std::string("ABC").substr(random() % 2);
      for (std::uint64_t times = 1 + random() % 3; times > 0; --times) steps += round;
    }
    FoldOptions options;
    options.partial_iterations = false;
    differ += has_one_length(folded(steps, options)) ? 0 : 1;
    options.one_length = true;
    const Trace trace = folded(steps, options);
    EXPECT_EQ(expanded(trace), steps);
    EXPECT_TRUE(has_one_length(trace)) << notation(trace);
    EXPECT_LT(trace.events.size(), steps.size() / 2);
  }
  EXPECT_GT(differ, 0);
}

TEST(Folder, WhatIsMissingForOneIterationIsSkippedAsAWhole) {
  const std::string steps = times("XABCY", 3) + "XY" + times("XABCY", 2);
  FoldOptions options;
  options.least_common_share = 0.3;
  const Trace trace = folded(steps, options);
  EXPECT_EQ(expanded(trace), steps);
  EXPECT_EQ(notation(trace), "X_(5,6) A_(3,1 1 1 0 1 1) B C Y");
}

TEST(Folder, AWholeLoopMayBeMissing) {
  const std::string steps =
      times("X" + times("SRW", 4) + "Y", 3) + "XY" + times("X" + times("SRW", 5) + "Y", 2);
  FoldOptions options;
  options.least_common_share = 0.2;
  const Trace trace = folded(steps, options);
  EXPECT_EQ(expanded(trace), steps);
  EXPECT_EQ(notation(trace), "X_(5,6) S_(3,4 4 4 0 5 5) R W Y");
}

TEST(Folder, TripsMayVary) {
  std::string steps;
  for (int i = 0; i < 40; ++i) steps += "X" + times("SRW", 1 + i % 5);
  const Trace trace = folded(steps);
  EXPECT_EQ(expanded(trace), steps);
  EXPECT_EQ(trace.events.size(), 4u);
}

// Many of them are united at once.
TEST(Folder, ManyPendingIterationsMayLieBehindTheWindow) {
  std::string step;
  for (char first = 'A'; first < 'M'; ++first)
    for (char second = 'M'; second < 'Y'; ++second) step += times({first, second}, 3);
  const std::string calls = times(step + "Z", 4);
  FoldOptions options;
  options.window = 50;
  const Trace trace = folded(calls, options);
  EXPECT_LT(trace.events.size(), 4 * 290u);
  EXPECT_EQ(expanded(trace), calls);
}

// One step of LULESH makes three exchanges from the same places. Similar parts within a step must
// not lead to cutting steps into pieces that do not repeat.
TEST(Folder, WhatRepeatsItselfGoesBeforeWhatIsAlike) {
  const std::string step = "EFGHIJKLMNOPQRSTUVWXYZabcEFGHIJKLMUfghijklmEFGHMNOPUnopqr";
  const std::string calls =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdeEFGHIJKLMUfghijklmEFGHMNOPUnopqr" + times(step, 40);
  for (const double share : {0.4, 0.5, 0.6, 0.7, 0.8, 1.0}) {
    FoldOptions options;
    options.least_common_share = share;
    const Trace trace = folded(calls, options);
    EXPECT_EQ(expanded(trace), calls);
    EXPECT_LE(trace.events.size(), 3 * step.size()) << share;
    for (const Event& event : trace.events) EXPECT_LE(event.levels.size(), 2u) << share;
  }
}

// A program of nested loops with branches and varying trips.
class RandomProgram {
 public:
  explicit RandomProgram(std::uint64_t seed) : random_(seed) { body_ = make(0); }
  std::string run() {
    std::string out;
    run(body_, out);
    return out;
  }

 private:
  struct Node {
    char letter = 0;  // a call; 0 for a loop
    std::vector<Node> body;
    int least = 1;
    int most = 1;
    int percent = 100;
  };
  std::vector<Node> make(int depth) {
    std::vector<Node> out;
    for (std::uint64_t i = 0, n = 1 + random_() % 4; i < n; ++i) {
      Node node;
      if (random_() % 4 == 0) node.percent = 60;
      if (depth < 3 && random_() % 2 == 0) {
        node.body = make(depth + 1);
        node.least = static_cast<int>(random_() % 4);
        node.most = node.least + static_cast<int>(random_() % 3);
      } else {
        node.letter = static_cast<char>('A' + random_() % (random_() % 2 == 0 ? 26 : 6));
      }
      out.push_back(std::move(node));
    }
    return out;
  }
  void run(const std::vector<Node>& body, std::string& out) {
    for (const Node& node : body) {
      if (out.size() > 60 || static_cast<int>(random_() % 100) >= node.percent) continue;
      if (node.letter != 0) {
        out += node.letter;
        continue;
      }
      const int trips =
          node.least +
          static_cast<int>(random_() % static_cast<unsigned>(node.most - node.least + 1));
      for (int i = 0; i < trips; ++i) run(node.body, out);
    }
  }

  std::mt19937_64 random_;
  std::vector<Node> body_;
};

TEST(Folder, ExpandsToTheCallsOfRandomPrograms) {
  for (std::uint64_t seed = 0; seed < test_seeds(); ++seed) {
    RandomProgram program(seed);
    std::string calls;
    for (int step = 0; step < 12; ++step) calls += program.run();
    for (const double share : {0.5, 0.1, 1.0}) {
      if (share != 0.5 && seed % 10 != 0) continue;
      FoldOptions options;
      options.least_common_share = share;
      if (seed % 20 == 0) options.window = 20;
      ASSERT_EQ(expanded(folded(calls, options)), calls) << "seed " << seed << " share " << share;
    }
  }
}

}  // namespace
}  // namespace tarry::compressed
