// SPDX-License-Identifier: BSD-3-Clause
#include "samples/recorded_samples.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <fstream>

#include "base/experiment_files.h"
#include "base/temporary_directory.h"

namespace tarry::samples {
namespace {

namespace fs = std::filesystem;

class RecordedSamplesTest : public testing::Test {
 protected:
  template <class Record>
  void append(const char* name, const Record& record, std::size_t bytes = sizeof(Record)) const {
    std::string raw(bytes, '\0');
    std::memcpy(raw.data(), &record, sizeof record);
    std::ofstream(folder / name, std::ios::binary | std::ios::app) << raw;
  }
  // main calls work at 0x104. At 0x204, `inlined` is inlined into work; the code at 0x208 is that
  // of work itself.
  void write(std::uint64_t calls = 0) const {
    fs::create_directories(folder);
    std::ofstream(folder / base::kSampledProcessFile)
        << "tarry-samples\t2\nprocess\t1\t3\t4\t7\tnode\nmodule\t0\t0\t0\t0\t/bin/app\n";
    std::ofstream(experiment / base::kSamplesFolder / base::kSampleNamesFile)
        << "tarry-sample-names\t1\nobject\t/bin/app\nplace\t103\tmain\ta.c\t5\n"
           "place\t204\twork\ta.c\t20\tinlined\tb.h\t2\nplace\t208\twork\ta.c\t21\n";
    SampleHeader header{};
    std::memcpy(header.magic, kSampleMagic, sizeof header.magic);
    header.version = kSampleVersion;
    header.begin_ns = 1000;
    header.period_ns = 4'000'000;
    append("thread-0.samples", header, kSampleHeaderBytes);
    for (const SampleRecord& record :
         {SampleRecord::of(10, 2), SampleRecord::of(20, 3, 2, calls, calls > 0 ? 1 : 0),
          SampleRecord::of(30, 3, 1), SampleRecord::of(40, 3, 2)})
      append("thread-0.samples", record);
    append("thread-0.paths", PathNode{0, 0, 0, 0, PathNodeKind::Root, 0});
    append("thread-0.paths", PathNode{0x104, 0, 4, 0, PathNodeKind::Call, 0});
    append("thread-0.paths", PathNode{0x204, 1, 4, 0, PathNodeKind::Instruction, 0});
    append("thread-0.paths", PathNode{0x208, 1, 8, 0, PathNodeKind::Instruction, 0});
  }

  base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  fs::path experiment = directory.path();
  fs::path folder = experiment / base::kSamplesFolder / "node-7";
};

TEST_F(RecordedSamplesTest, InlinedFunctionsAreFramesAndReturnsAreKept) {
  write();
  const auto set = read_recorded_samples(experiment);
  ASSERT_TRUE(set.ok()) << set.error().message();
  ASSERT_EQ(set->threads.size(), 1u);
  const ThreadSamples& thread = set->threads[0];
  EXPECT_EQ(thread.rank, model::Rank{3});
  EXPECT_EQ(thread.host, "node");
  ASSERT_EQ(thread.samples.size(), 4u);
  EXPECT_EQ(thread.samples[0].time, Time(1000 + 160));
  const std::vector<FrameId> path = set->tree.path(thread.samples[0].leaf);
  ASSERT_EQ(path.size(), 3u);
  EXPECT_EQ(display_name(set->tree[path[0]]), "main");
  EXPECT_EQ(display_name(set->tree[path[1]]), "work@a.c:5");
  EXPECT_EQ(display_name(set->tree[path[2]]), "inlined@a.c:20");
  EXPECT_EQ(set->tree.path(thread.samples[1].leaf).size(), 2u);
  EXPECT_EQ(thread.samples[0].stayed, 0u);
  EXPECT_EQ(thread.samples[1].stayed, 2u) << "the same call of work";
  EXPECT_EQ(thread.samples[2].stayed, 1u) << "another one";
  EXPECT_EQ(thread.samples[3].stayed, 2u);
}

TEST_F(RecordedSamplesTest, MainIsNamedWhereItIsSure) {
  write();
  std::ofstream(folder / base::kSampledProcessFile, std::ios::app)
      << "module\t1\t0\t0\t0\t/lib/libc.so.6\nmodule\t2\t0\t0\t0\t/bin/bare\n";
  std::ofstream(experiment / base::kSamplesFolder / base::kSampleNamesFile, std::ios::app)
      << "object\t/lib/libc.so.6\nplace\t303\t__libc_start_main\t\t0\n"
         "place\t403\tlibc.so.6+0x400\t\t0\nplace\t503\tlibc.so.6+0x500\t\t0\n"
         "place\t313\t__libc_start_main_impl\t\t0\tcall_init\t\t0\n"
         "place\t413\t__libc_start_call_main\t\t0\n"
         "object\t/bin/bare\nplace\t603\tbare+0x600\t\t0\nplace\t703\tbare+0x700\t\t0\n";
  using Names = std::vector<std::string>;
  const auto names_of = [this](const std::vector<std::pair<std::uint64_t, std::uint16_t>>& calls) {
    const auto before = fs::file_size(folder / "thread-0.paths") / sizeof(PathNode);
    auto parent = static_cast<std::uint32_t>(before);
    for (std::size_t i = 0; i < calls.size(); ++i)
      append("thread-0.paths", PathNode{calls[i].first, i == 0 ? 0 : parent++, 4, calls[i].second,
                                        PathNodeKind::Call, 0});
    append("thread-0.samples", SampleRecord::of(50, parent));
    const auto set = read_recorded_samples(experiment);
    EXPECT_TRUE(set.ok()) << set.error().message();
    Names names;
    for (const FrameId frame : set->tree.path(set->threads[0].samples.back().leaf))
      names.push_back(set->tree[frame].name);
    return names;
  };
  EXPECT_EQ(names_of({{0x304, 1}, {0x404, 1}, {0x604, 2}, {0x704, 2}}),
            (Names{"__libc_start_main", "libc.so.6+0x400", "main", "bare+0x700"}));
  EXPECT_EQ(names_of({{0x314, 1}, {0x414, 1}, {0x604, 2}}),
            (Names{"__libc_start_main_impl", "call_init", "__libc_start_call_main", "main"}));
  EXPECT_EQ(names_of({{0x304, 1}, {0x604, 2}}), (Names{"__libc_start_main", "bare+0x600"}))
      << "a constructor";
  EXPECT_EQ(names_of({{0x314, 1}, {0x604, 2}}),
            (Names{"__libc_start_main_impl", "call_init", "bare+0x600"}));
  EXPECT_EQ(names_of({{0x304, 1}, {0x404, 1}, {0x504, 1}, {0x604, 2}}),
            (Names{"__libc_start_main", "libc.so.6+0x400", "libc.so.6+0x500", "bare+0x600"}))
      << "a destructor, when the thread ends";
}

TEST_F(RecordedSamplesTest, WhatTarryDoesItselfIsNotTheCallers) {
  write();
  append("thread-0.paths", PathNode{0, 1, 0, PathNode::kNoModule, PathNodeKind::Own, 0});
  append("thread-0.samples", SampleRecord::of(50, 4, 1));
  const auto set = read_recorded_samples(experiment);
  ASSERT_TRUE(set.ok()) << set.error().message();
  const Sample& last = set->threads[0].samples.back();
  const std::vector<FrameId> path = set->tree.path(last.leaf);
  ASSERT_EQ(path.size(), 2u);
  EXPECT_EQ(display_name(set->tree[path[1]]), "(tarry)@a.c:5");
  EXPECT_EQ(last.stayed, 1u);
}

// The thread lived for 400 ns. The process had lived for 1640 ns when the thread ended.
TEST_F(RecordedSamplesTest, TimeBeforeAndBehindAThreadIsNotOfItsFunctions) {
  write();
  SampleHeader header{};
  std::memcpy(header.magic, kSampleMagic, sizeof header.magic);
  header.version = kSampleVersion;
  header.thread = 1;
  header.begin_ns = 1000;
  header.begin_realtime_ns = 5000;
  header.end_ns = 1000 + 1640;
  header.lived_ns = 400;
  fs::copy(folder / "thread-0.paths", folder / "thread-1.paths");
  append("thread-1.samples", header, kSampleHeaderBytes);
  append("thread-1.samples", SampleRecord::of(80, 2));
  append("thread-1.samples", SampleRecord::of(100, 2));
  const auto set = read_recorded_samples(experiment);
  ASSERT_TRUE(set.ok()) << set.error().message();
  ASSERT_EQ(set->threads.size(), 2u);
  const ThreadSamples& thread = set->threads[1];
  EXPECT_EQ(thread.begin, Time(1000 + 1240));
  EXPECT_EQ(thread.begin_realtime, Time(5000 + 1240));
  EXPECT_EQ(thread.samples[0].time, Time(1000 + 80 * 16));
  EXPECT_EQ(thread.end, Time(1000 + 1640));
  EXPECT_EQ(set->threads[0].begin, Time(1000)) << "the initial one begins with the process";
}

// If three threads shared a file one after the other, the sum of their lives does not tell when the
// first began. It did not begin after its first sample.
TEST_F(RecordedSamplesTest, AThreadBeginsBeforeItsFirstSample) {
  write();
  SampleHeader header{};
  std::memcpy(header.magic, kSampleMagic, sizeof header.magic);
  header.version = kSampleVersion;
  header.thread = 1;
  header.begin_ns = 1000;
  header.lived_ns = 100;
  fs::copy(folder / "thread-0.paths", folder / "thread-1.paths");
  append("thread-1.samples", header, kSampleHeaderBytes);
  append("thread-1.samples", SampleRecord::of(80, 2));
  append("thread-1.samples", SampleRecord::of(800, 2));
  const auto set = read_recorded_samples(experiment);
  ASSERT_TRUE(set.ok()) << set.error().message();
  EXPECT_EQ(set->threads[1].begin, Time(1000 + 80 * 16));
}

TEST_F(RecordedSamplesTest, PartsAreWholeProcesses) {
  write();
  std::vector<std::uint32_t> ranks;
  for (std::uint32_t process = 0; process < 4; ++process) {  // that of write() is rank 3
    const fs::path other = experiment / base::kSamplesFolder / ("other-" + std::to_string(process));
    fs::copy(folder, other, fs::copy_options::recursive);
    std::ofstream(other / base::kSampledProcessFile)
        << "tarry-samples\t2\nprocess\t1\t" << 4 + process
        << "\t8\t7\tnode\nmodule\t0\t0\t0\t0\t/bin/app\n";
  }
  std::vector<std::size_t> sizes;
  for (std::size_t part = 0; part < 6; ++part) {
    const auto set = read_recorded_samples(experiment, {part, 6});
    ASSERT_TRUE(set.ok());
    sizes.push_back(set->threads.size());
  }
  EXPECT_EQ(sizes, (std::vector<std::size_t>{1, 1, 1, 1, 1, 0}));
  const auto first = read_recorded_samples(experiment, {0, 2});
  const auto second = read_recorded_samples(experiment, {1, 2});
  for (const auto* part : {&first, &second})
    for (const ThreadSamples& thread : (*part)->threads) ranks.push_back(thread.rank.value);
  EXPECT_EQ(first->threads.size(), 3u);
  EXPECT_EQ(ranks, (std::vector<std::uint32_t>{3, 4, 5, 6, 7}));
}

TEST_F(RecordedSamplesTest, CallsAreCountedOrNotKnown) {
  write(3);
  const auto counted = read_recorded_samples(experiment);
  ASSERT_TRUE(counted.ok()) << counted.error().message();
  EXPECT_EQ(counted->threads[0].samples[0].calls, 0u);
  EXPECT_EQ(counted->threads[0].samples[1].calls, 3u);
  EXPECT_EQ(counted->threads[0].samples[1].synchronisations, 1u);
}

TEST_F(RecordedSamplesTest, WhereNothingIsCountedNothingIsKnown) {
  write();
  const auto set = read_recorded_samples(experiment);
  ASSERT_TRUE(set.ok()) << set.error().message();
  EXPECT_EQ(set->threads[0].samples[1].calls, Sample::kUnknown);
  EXPECT_EQ(set->threads[0].samples[1].synchronisations, Sample::kUnknown);
}

// The call in main is in a loop of main, and the inlined function is in a loop of work.
TEST_F(RecordedSamplesTest, LoopsStandBelowTheirFunctionsAndHaveFlows) {
  write();
  std::ofstream(experiment / base::kSamplesFolder / base::kSampleNamesFile)
      << "tarry-sample-names\t2\nobject\t/bin/"
         "app\nplace\t103\tmain\ta.c\t5\ncallees\t103\twork\nloops\t103\t0\ta.c\t4\t"
         "100\nbodies\t103\t0\t1\nflow\t0\tbegin\tb1\nflow\t0\tb1\tend\nflow\t1\tbegin\tc103\n"
         "flow\t1\tc103\tend\nplace\t204\twork\ta.c\t20\tinlined\tb.h\t2\nloops\t204\t0\ta.c\t19\t"
         "200\nbodies\t204\t2\t3\t4\nplace\t208\twork\ta.c\t21\n";
  const auto set = read_recorded_samples(experiment);
  ASSERT_TRUE(set.ok()) << set.error().message();
  std::vector<std::string> names;
  std::vector<SiteId> sites;
  for (const FrameId frame : set->tree.path(set->threads[0].samples[0].leaf)) {
    names.push_back(display_name(set->tree[frame]));
    sites.push_back(set->tree.site_of(frame));
  }
  EXPECT_EQ(names, (std::vector<std::string>{"main", "loop@a.c:4", "work@a.c:5", "loop@a.c:19",
                                             "inlined@a.c:20"}));
  ASSERT_EQ(set->flows.size(), 2u);
  EXPECT_EQ(set->flows.at(sites[0]).calls, std::vector<SiteId>{sites[1]});
  const BodyFlow& loop = set->flows.at(sites[1]);
  EXPECT_EQ(loop.calls, std::vector<SiteId>{sites[2]});
  EXPECT_EQ(loop.first, std::vector<std::uint32_t>{0});
  EXPECT_EQ(loop.followers[0], std::vector<std::uint32_t>{BodyFlow::kEnd});
}

TEST_F(RecordedSamplesTest, SamplesOfComputingTimeAreNoneOfWaits) {
  write();
  std::fstream file(folder / "thread-0.samples", std::ios::binary | std::ios::in | std::ios::out);
  file.seekp(offsetof(SampleHeader, clock));
  file.put(static_cast<char>(SampleClock::Cpu));
  file.close();
  const auto set = read_recorded_samples(experiment);
  ASSERT_FALSE(set.ok());
  EXPECT_EQ(set.error().code, base::ErrorCode::Unsupported);
  EXPECT_NE(set.error().message().find("--sample-clock"), std::string::npos);
}

TEST_F(RecordedSamplesTest, NoSamplesAreAnError) {
  EXPECT_EQ(prepare_samples(experiment).error().code, base::ErrorCode::NotFound);
}

}  // namespace
}  // namespace tarry::samples
