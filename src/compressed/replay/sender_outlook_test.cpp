// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/replay/sender_outlook.h"

#include <gtest/gtest.h>

#include "compressed/replay/made_trace.h"

namespace tarry::replay {
namespace {

constexpr std::uint32_t kRanks = 5;
constexpr int kMessages = 200;

// Sends without a pattern, one every 1000 ns, which take no time.
compressed::Trace drawn() {
  compressed::FoldOptions options;
  options.histogram_threshold = 1;
  return MadeTrace(kRanks).make(
      [](MadeRank& rank) {
        std::uint64_t state = 3 + static_cast<std::uint64_t>(rank.rank());
        for (int i = 0; i < kMessages; ++i) {
          state = state * 6364136223846793005u + 1;
          rank.compute(1000);
          const auto to = static_cast<std::int64_t>((state >> 33) % kRanks);
          rank.call("MPI_Send", {rank.send(to, static_cast<std::int64_t>(state >> 60), 1)}, 0);
        }
      },
      options);
}

TEST(SenderOutlook, EveryMessageHasOneReceiver) {
  const compressed::Trace trace = drawn();
  Settings settings;
  for (const auto& ranks : {std::vector<std::uint32_t>{0, 1, 2, 3, 4}, {1, 3}, {2}}) {
    std::vector<double> times;
    std::uint64_t bytes = 0;
    for (std::uint32_t receiver = 0; receiver < kRanks; ++receiver) {
      SenderOutlook outlook(trace, 2, Destinations(ranks), receiver, settings);
      double last = 0;
      for (ExpectedMessage message; outlook.next(SenderOutlook::kEver, message);) {
        EXPECT_GE(message.time_ns, last);
        last = message.time_ns;
        times.push_back(message.time_ns);
        bytes += message.bytes;
      }
    }
    ASSERT_EQ(times.size(), static_cast<std::size_t>(kMessages));
    std::sort(times.begin(), times.end());
    for (int i = 0; i < kMessages; ++i)
      EXPECT_NEAR(times[static_cast<std::size_t>(i)], 1000.0 * (i + 1), 1);
    std::uint64_t sent = 0;
    compressed::Cursor cursor(trace, 2);
    for (compressed::CursorCall call; cursor.next(call);)
      sent += static_cast<std::uint64_t>(call.actions[0].bytes);
    EXPECT_EQ(bytes, sent);
  }
}

TEST(SenderOutlook, LooksNoFurtherThanAsked) {
  const compressed::Trace trace = drawn();
  SenderOutlook outlook(trace, 0, Destinations({1}), 1, {});
  ExpectedMessage message;
  EXPECT_FALSE(outlook.next(999, message));
  int found = 0;
  while (outlook.next(10'001, message)) ++found;
  EXPECT_EQ(found, 10);
  EXPECT_TRUE(outlook.next(11'001, message));
}

}  // namespace
}  // namespace tarry::replay
