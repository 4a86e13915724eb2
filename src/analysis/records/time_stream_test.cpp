// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/records/time_stream.h"

#include <gtest/gtest.h>

namespace tarry::analysis {
namespace {

TEST(TimeStream, GivesBackWhatWasPutIn) {
  const std::int64_t times[]{0, 1, -1, 63, 64, -64, -65, 1'000'000, INT64_MAX, INT64_MIN};
  const std::uint32_t callpaths[]{0, 126, 127, 128, 0xFFFFFFFEu};
  workers::Bytes stream;
  for (const std::uint32_t callpath : callpaths)
    for (const std::int64_t time : times) append_time(stream, CallPathId{callpath}, Ticks{time});
  TimeReader reader(stream);
  CallPathTime out;
  for (const std::uint32_t callpath : callpaths)
    for (const std::int64_t time : times) {
      ASSERT_TRUE(reader.next(out));
      EXPECT_EQ(out.callpath.value, callpath);
      EXPECT_EQ(out.time.count, time);
    }
  EXPECT_FALSE(reader.next(out));
  EXPECT_EQ(reader.position(), stream.size());
}

TEST(TimeStream, TheUsualTimeTakesFourBytes) {
  workers::Bytes stream;
  append_time(stream, CallPathId{100}, Ticks{1'000'000});
  EXPECT_EQ(stream.size(), 4u);
}

TEST(TimeStream, AMarkEndsASection) {
  workers::Bytes stream;
  append_time(stream, CallPathId{1}, Ticks{5});
  append_mark(stream);
  append_mark(stream);
  append_time(stream, CallPathId{2}, Ticks{7});
  TimeReader reader(stream);
  CallPathTime out;
  EXPECT_TRUE(reader.next(out));
  EXPECT_FALSE(reader.next(out));  // the first mark
  EXPECT_FALSE(reader.next(out));  // the second
  EXPECT_TRUE(reader.next(out));
  EXPECT_EQ(out.callpath.value, 2u);
  EXPECT_EQ(out.time.count, 7);
}

}  // namespace
}  // namespace tarry::analysis
