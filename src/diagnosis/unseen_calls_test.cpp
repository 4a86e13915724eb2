// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/evidence/unseen_calls.h"

#include <gtest/gtest.h>

#include "diagnosis/diagnosis.h"
#include "samples/sample_text.h"
#include "workers/team_transport.h"

namespace tarry::diagnosis {
namespace {

// A letter is a call, and a question mark is a call without a sample.
std::string named(const std::string& calls) {
  std::vector<FrameId> by_number;
  for (const char call : calls)
    by_number.push_back(call == '?' ? FrameId{} : FrameId{static_cast<std::uint32_t>(call)});
  std::string made;
  for (const FrameId call : with_unseen_calls(std::move(by_number)))
    made += call.valid() ? static_cast<char>(call.value) : '?';
  return made;
}

TEST(UnseenCalls, AreWhatAlwaysCameBetween) {
  EXPECT_EQ(named("abab?bab"), "abababab");
  EXPECT_EQ(named("b?b?bab?b"), "babababab");
  EXPECT_EQ(named("abcab??bc?bc"), "abcabcabcabc");
  EXPECT_EQ(named("aaa??aa"), "aaaaaaa");
}

TEST(UnseenCalls, HaveNoNameIfNothingOrMuchCameBetween) {
  EXPECT_EQ(named("a?a?a"), "a?a?a");
  EXPECT_EQ(named("abab?ccc"), "abab?ccc");
  EXPECT_EQ(named("abaca?a"), "abaca?a");
  EXPECT_EQ(named("??aba"), "??aba");
  EXPECT_EQ(named("aba??"), "aba??");
  EXPECT_EQ(named(""), "");
  EXPECT_EQ(named("??"), "??");
}

// Returns even work up to a barrier, in which one rank was sampled once; then P0 works alone.
std::string alone_behind_a_barrier(int steps) {
  std::string text = "period 4\nend " + std::to_string(100 * steps) + "\n";
  for (int at = 0; at < steps; ++at) {
    const auto add = [&](const char* rank, int from, int to, const std::string& rest) {
      text += std::string(rank) + " t=" + std::to_string(100 * at + from) + ".." +
              std::to_string(100 * at + to) + " main > " + rest + '\n';
    };
    const bool is_seen = at == 2;
    const std::string last = at == 0 ? "0" : "1";
    add("P0-1", 2, 2, "even@3 lca=1 calls=" + last + " synchronisations=0");
    add("P0", 6, 38, "even@3 calls=0 synchronisations=0");
    add("P1", 6, is_seen ? 34 : 38, "even@3 calls=0 synchronisations=0");
    if (is_seen) add("P1", 38, 38, "MPI_Barrier@4 lca=1 calls=1 synchronisations=1");
    add("P0", 42, 42, "alone@5 lca=1 calls=1 synchronisations=1");
    add("P0", 46, 94, "alone@5 calls=0 synchronisations=0");
    add("P0", 98, 98, "MPI_Barrier@6 lca=1 calls=1 synchronisations=1");
    add("P1", 42, 42,
        std::string("MPI_Barrier@6 lca=1 calls=") +
            (is_seen ? "1 synchronisations=1" : "2 synchronisations=2"));
    add("P1", 46, 98, "MPI_Barrier@6 calls=0 synchronisations=0");
  }
  return text;
}

TEST(UnseenCalls, CutPhases) {
  auto samples = samples::parse_samples(alone_behind_a_barrier(6), "f");
  ASSERT_TRUE(samples.ok()) << samples.error().message();
  workers::SoleProcess transport;
  const auto made = diagnose(std::move(samples->samples), LabelTable::standard(), transport);
  ASSERT_TRUE(made.ok()) << made.error().message();
  // The first barrier has no seen call before it.
  EXPECT_EQ(made->phases.size(), 11U);
  ASSERT_FALSE(made->findings.empty());
  EXPECT_EQ(made->findings[0].issue, Issue::Serialization);
  EXPECT_NEAR(made->findings[0].seconds, 5 * 0.026, 0.02);
}

}  // namespace
}  // namespace tarry::diagnosis
