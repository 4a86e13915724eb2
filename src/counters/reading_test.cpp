// SPDX-License-Identifier: BSD-3-Clause
// Tests that each source counts what this thread does, as far as this machine permits it.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>

#include "counters/descriptors.h"
#include "counters/papi.h"
#include "counters/perf_event.h"
#include "counters/resource_usage.h"

namespace tarry::counters {
namespace {

constexpr std::uint64_t kPages = 500;

// Untouched pages. They are mapped and touched in two steps: a sanitizer touches pages of its own
// where memory is mapped and, if it may, where it is accessed.
class NewPages {
 public:
  NewPages()
      : memory_(mmap(nullptr, kPages * page_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                     -1, 0)) {
    if (memory_ != MAP_FAILED) madvise(memory_, kPages * page_, MADV_NOHUGEPAGE);
  }
  ~NewPages() {
    if (memory_ != MAP_FAILED) munmap(memory_, kPages * page_);
  }
  NewPages(const NewPages&) = delete;
  NewPages& operator=(const NewPages&) = delete;

  bool are_there() const { return memory_ != MAP_FAILED; }
  [[gnu::no_sanitize_address, gnu::no_sanitize_thread]] void touch() {
    for (std::size_t i = 0; i < kPages; ++i)
      static_cast<volatile unsigned char*>(memory_)[i * page_] = 1;
  }

 private:
  std::size_t page_ = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  void* memory_;
};

void expect_near_pages(std::uint64_t count) {
  EXPECT_GE(count, kPages);
  EXPECT_LE(count, kPages + kPages / 10);
}

TEST(PerfEvent, GroupCountsFromItsStartOn) {
  const KnownCounter& clock = *find_counter("task-clock");
  const int leader = open_perf_event(clock, -1);
  if (leader < 0) {
    char reason[256];
    explain_perf_error(clock, -leader, reason, sizeof reason);
    GTEST_SKIP() << "no counters of perf: " << reason;
  }
  const int faults = open_perf_event(*find_counter("page-faults"), leader);
  ASSERT_GE(faults, 0);
  EXPECT_GE(leader, first_own_descriptor());
  EXPECT_TRUE(is_perf_descriptor(faults));
  EXPECT_NE(fcntl(faults, F_GETFD) & FD_CLOEXEC, 0);
  NewPages before;
  NewPages counted;
  ASSERT_TRUE(before.are_there() && counted.are_there());
  before.touch();
  ASSERT_TRUE(start_perf_group(leader));
  counted.touch();
  std::uint64_t values[2] = {};
  ASSERT_TRUE(read_perf_group(leader, values, 2));
  EXPECT_GT(values[0], 0u);
  expect_near_pages(values[1]);
  EXPECT_FALSE(read_perf_group(leader, values, 1));  // the group has two
  close_perf_event(faults);
  close_perf_event(leader);
  EXPECT_FALSE(read_perf_group(leader, values, 2));
}

TEST(PerfEvent, OtherDescriptorsAreLeftAlone) {
  const int file = open("/dev/null", O_RDONLY | O_CLOEXEC);
  ASSERT_GE(file, 0);
  close_perf_event(file);
  EXPECT_EQ(close(file), 0);
}

TEST(PerfEvent, ReasonsSayWhatHelps) {
  char text[256];
  explain_perf_error(*find_counter("context-switches"), EACCES, text, sizeof text);
  EXPECT_NE(std::string_view(text).find("perf_event_paranoid"), std::string_view::npos);
  EXPECT_NE(std::string_view(text).find("at most 1"), std::string_view::npos);
  explain_perf_error(*find_counter("instructions"), ENOENT, text, sizeof text);
  EXPECT_NE(std::string_view(text).find("does not have it"), std::string_view::npos);
}

TEST(ResourceUsage, CountsFaultsOfTheThread) {
  rusage before{};
  rusage after{};
  NewPages pages;
  ASSERT_TRUE(pages.are_there());
  getrusage(RUSAGE_THREAD, &before);
  pages.touch();
  getrusage(RUSAGE_THREAD, &after);
  expect_near_pages(usage_value(after, ResourceField::MinorFaults) -
                    usage_value(before, ResourceField::MinorFaults));
}

TEST(ResourceUsage, TimesAreMicroseconds) {
  rusage usage{};
  usage.ru_utime = {3, 25};
  usage.ru_nvcsw = 7;
  EXPECT_EQ(usage_value(usage, ResourceField::UserTime), 3'000'025u);
  EXPECT_EQ(usage_value(usage, ResourceField::VoluntarySwitches), 7u);
}

TEST(PapiTest, CountsWhatTheSystemCounts) {
  Papi papi;
  if (const char* failure = papi.load(); failure != nullptr) GTEST_SKIP() << failure;
  const std::string_view name = "perf::PAGE-FAULTS";
  std::size_t rejected = 0;
  const char* reason = "";
  const int set = papi.begin_set(&name, 1, rejected, reason);
  if (set == Papi::kNoSet) GTEST_SKIP() << "PAPI does not count page faults here: " << reason;
  std::uint64_t before = 0;
  std::uint64_t after = 0;
  NewPages pages;
  ASSERT_TRUE(pages.are_there());
  ASSERT_TRUE(papi.read(set, &before));
  pages.touch();
  ASSERT_TRUE(papi.read(set, &after));
  expect_near_pages(after - before);
  papi.end_set(set);
}

TEST(PapiTest, SaysWhichNameIsWrong) {
  Papi papi;
  if (const char* failure = papi.load(); failure != nullptr) GTEST_SKIP() << failure;
  const std::string_view names[] = {"no_such::COUNTER"};
  std::size_t rejected = 7;
  const char* reason = nullptr;
  EXPECT_EQ(papi.begin_set(names, 1, rejected, reason), Papi::kNoSet);
  EXPECT_EQ(rejected, 0u);
  ASSERT_NE(reason, nullptr);
  EXPECT_FALSE(papi.describe("no_such::COUNTER", [](const PapiCounter&) {}));
}

}  // namespace
}  // namespace tarry::counters
