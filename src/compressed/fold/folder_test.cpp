// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/fold/folder.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "compressed/model/cursor.h"
#include "compressed/model/test_seeds.h"

namespace tarry::compressed {
namespace {

// Returns a call at the site of the letter with one action, whose tag counts the calls.
Call call_of(char letter, std::int64_t tag) {
  Call call;
  call.site = SiteId{static_cast<std::uint32_t>(letter - 'A')};
  call.before_ns = 100;
  call.duration_ns = 10;
  Action action;
  action.tag = tag;
  call.actions.push_back(action);
  return call;
}

Trace folded(const std::string& letters, const FoldOptions& options = {}) {
  Folder folder(options);
  std::int64_t tag = 0;
  for (const char letter : letters) folder.add(call_of(letter, tag++));
  Trace trace;
  trace.ranks = 1;
  for (char letter = 'A'; letter <= 'Z'; ++letter)
    trace.sites.push_back({std::string("MPI_") + letter, {}});
  trace.events = folder.finish(0);
  return trace;
}

// Returns the letters that a reader gets, after checking that the tags count the calls.
std::string expanded(const Trace& trace) {
  std::string out;
  Cursor cursor(trace, 0);
  for (CursorCall call; cursor.next(call);) {
    EXPECT_EQ(call.actions.size(), 1u);
    EXPECT_EQ(call.actions[0].tag, static_cast<std::int64_t>(out.size()));
    out += static_cast<char>('A' + trace.events[call.event].site.value);
  }
  EXPECT_EQ(cursor.error(), "");
  return out;
}

std::string values_text(const Elastic& elastic) {
  std::string out;
  for (SequenceCursor cursor(std::get<Sequence>(elastic.pairs()[0].values)); !cursor.done();)
    out += (out.empty() ? "" : " ") + std::to_string(cursor.next());
  return out;
}

// Loops are written as X_(4,2) S_(3,2 2) R W. A constant is written once.
std::string notation(const Trace& trace) {
  std::string out;
  for (const Event& event : trace.events) {
    out += (out.empty() ? "" : " ") + std::string(1, static_cast<char>('A' + event.site.value));
    for (const Level& level : event.levels) {
      std::int64_t value = 0;
      const auto& lengths = std::get<Sequence>(level.length.pairs()[0].values);
      out += "_(" +
             (lengths.is_constant(value) ? std::to_string(value) : values_text(level.length)) +
             "," + values_text(level.trips) + ")";
    }
  }
  return out;
}

std::string times(const std::string& text, int n) {
  std::string out;
  for (int i = 0; i < n; ++i) out += text;
  return out;
}

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

std::string in_any_order(std::size_t calls, std::uint64_t sites) {
  std::mt19937_64 random(sites);
  std::string out;
  for (std::size_t i = 0; i < calls; ++i) out += static_cast<char>('A' + random() % sites);
  return out;
}

double steps_per_call(const std::string& letters, const FoldOptions& options) {
  Folder folder(options);
  for (const char letter : letters) folder.add(call_of(letter, 0));
  return static_cast<double>(folder.steps()) / static_cast<double>(letters.size());
}

// The program waits meanwhile, so the cost of a call must depend neither on the calls nor on how
// many there were.
TEST(Folder, CallsInAnyOrderCostNoMoreTheMoreThereAre) {
  for (const bool partial : {true, false})
    for (const std::uint64_t sites : {2, 5, 26}) {
      FoldOptions options;
      options.partial_iterations = partial;
      options.window = 1'000;
      const double few = steps_per_call(in_any_order(20'000, sites), options);
      const double many = steps_per_call(in_any_order(80'000, sites), options);
      EXPECT_LT(few, 1'000) << sites << " sites";
      EXPECT_LT(many, 1.1 * few) << sites << " sites";
    }
}

// Iterations that all differ are united only while the budget lasts.
TEST(Folder, IterationsThatDifferCostNoMoreTheMoreThereAre) {
  const auto steps = [](int iterations) {
    std::string out;
    std::mt19937_64 random(1);
    for (int i = 0; i < iterations; ++i) {
      out += 'A';
      for (int k = 0; k < 300; ++k)
        out += static_cast<char>(random() % 3 == 0 ? 'A' + random() % 26 : 'C' + k % 7);
      out += 'B';
    }
    return out;
  };
  const double few = steps_per_call(steps(70), {});
  EXPECT_LT(few, 1'500);
  EXPECT_LT(steps_per_call(steps(280), {}), 1.1 * few);
}

TEST(Folder, FindsALoopAfterCallsInAnyOrder) {
  const std::string calls = in_any_order(20'000, 5) + times("XYZ", 1'000);
  const Trace trace = folded(calls);
  EXPECT_EQ(expanded(trace), calls);
  EXPECT_TRUE(notation(trace).ends_with("X_(3,1000) Y Z"));
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

// Sizes that never repeat become a histogram when they take too much memory. Values that cannot be
// given up end the recording.
TEST(Folder, KeepsItsMemoryInBounds) {
  FoldOptions options;
  options.most_terms = 10000;
  for (const bool tags : {false, true}) {
    Folder folder(options);
    std::mt19937_64 random(9);
    constexpr std::uint64_t kCalls = 200000;
    for (std::uint64_t i = 0; i < kCalls; ++i) {
      Call call = call_of('A', tags ? static_cast<std::int64_t>(random() % 1000000) : 5);
      call.actions[0].bytes = static_cast<std::int64_t>(random() % 1000000);
      folder.add(call);
    }
    Trace trace;
    trace.ranks = 1;
    trace.sites.push_back({"MPI_Send", {}});
    trace.events = folder.finish(0);
    const auto& bytes = trace.events[0].of(Parameter::Bytes);
    const auto& histogram = std::get<ValueHistogram>(bytes.pairs()[0].values);
    EXPECT_LE(histogram.counts.size(), 1024u);
    std::uint64_t calls = 0;
    Cursor cursor(trace, 0);
    for (CursorCall call; cursor.next(call);) ++calls;
    EXPECT_EQ(cursor.error(), "");
    EXPECT_EQ(calls, folder.calls());
    EXPECT_EQ(histogram.size(), folder.calls());
    EXPECT_EQ(folder.notes().size(), tags ? 2u : 1u);
    EXPECT_EQ(folder.calls() == kCalls, !tags);
  }
}

// Calls that complete many requests fill the memory faster.
TEST(Folder, KeepsItsMemoryInBoundsWhateverACallDoes) {
  FoldOptions options;
  options.most_terms = 20000;
  for (const bool alike : {false, true}) {
    Folder folder(options);
    std::mt19937_64 random(10);
    std::size_t most = 0;
    for (std::uint64_t i = 0; i < 3000; ++i) {
      Call call = call_of(alike ? 'A' : static_cast<char>('A' + random() % 20), 5);
      call.actions.resize(100, call.actions[0]);
      for (Action& action : call.actions) action.tag = static_cast<std::int64_t>(random());
      folder.add(call);
      most = std::max(most, folder.terms());
    }
    EXPECT_GT(most, options.most_terms * 3 / 4);
    EXPECT_LE(most, options.most_terms + options.most_terms / 16 + 100 * kParameters);
    EXPECT_LT(folder.calls(), 3000u);
  }
}

// Plain values count one by one: a loop that would fit easily in folded form is cut off.
TEST(Folder, KeepsPlainValuesInBounds) {
  FoldOptions options;
  options.vectors = VectorForm::Plain;
  options.most_terms = 10000;
  Folder folder(options);
  for (int i = 0; i < 20000; ++i) folder.add(call_of(i % 3 == 0 ? 'A' : 'B', 5));
  EXPECT_LT(folder.calls(), 10000u);
  EXPECT_LE(folder.terms(), options.most_terms + options.most_terms / 16 + 100);
  std::size_t values = 0;
  for (const Event& event : folder.finish(0))
    values += std::get<Sequence>(event.of(Parameter::Kind).pairs()[0].values).terms().size();
  EXPECT_EQ(values, folder.calls());
}

// Members of a collective operation must agree on its sizes.
TEST(Folder, SizesOfCollectiveOperationsAreNotGivenUp) {
  FoldOptions options;
  options.histogram_threshold = 1;
  for (const ActionKind kind : {ActionKind::Send, ActionKind::Collective}) {
    Folder folder(options);
    for (std::int64_t i = 0; i < 100; ++i) {
      Call call = call_of('A', 5);
      call.actions[0].kind = kind;
      call.actions[0].bytes = i * i;
      folder.add(call);
    }
    const std::vector<Event> events = folder.finish(0);
    ASSERT_EQ(events.size(), 1u);
    const auto& bytes = events[0].of(Parameter::Bytes);
    EXPECT_EQ(std::holds_alternative<ValueHistogram>(bytes.pairs()[0].values),
              kind == ActionKind::Send);
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
