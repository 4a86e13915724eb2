// SPDX-License-Identifier: BSD-3-Clause
#include "samples/function_samples.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <fstream>

#include "base/experiment_files.h"
#include "base/temporary_directory.h"

namespace tarry::samples {
namespace {

namespace fs = std::filesystem;

// Has rank 3 of a program: main calls work, which calls memcpy. The trace's clock shows two and a
// half ticks for each nanosecond.
class FunctionSamplesTest : public testing::Test {
 protected:
  FunctionSamplesTest() {
    fs::create_directories(folder);
    std::ofstream(folder / base::kSampledProcessFile)
        << "tarry-samples\t3\nprocess\t1\t3\t4\t7\tnode\nmodule\t0\t0\t0\t0\t/bin/app\n"
           "module\t1\t0\t0\t0\t/lib/libc.so.6\nclock\t5000\t1000\nclock\t1000005000\t400001000\n";
    std::ofstream(experiment / base::kSamplesFolder / base::kSampleNamesFile)
        << "tarry-sample-names\t1\nobject\t/bin/"
           "app\nplace\t23\t_start\t\t0\nplace\t103\tmain\ta.c\t5\n"
           "place\t203\twork\ta.c\t20\tinlined\tb.h\t2\nplace\t208\twork\ta.c\t21\n"
           "object\t/lib/libc.so.6\nplace\t300\tmemcpy\t\t0\n";
    for (const PathNode& node : {PathNode{0, 0, 0, 0, PathNodeKind::Root, 0},
                                 PathNode{0x24, 0, 4, 0, PathNodeKind::Call, 0},
                                 PathNode{0x104, 1, 4, 0, PathNodeKind::Call, 0},
                                 PathNode{0x204, 2, 4, 0, PathNodeKind::Call, 0},
                                 PathNode{0x300, 3, 4, 1, PathNodeKind::Instruction, 0},
                                 PathNode{0x208, 2, 8, 0, PathNodeKind::Instruction, 0},
                                 PathNode{0, 3, 0, 0, PathNodeKind::Own, 0}})
      append("thread-0.paths", node);
  }

  void write(const std::vector<SampleRecord>& records,
             SampleClock clock = SampleClock::Wall) const {
    SampleHeader header{};
    std::memcpy(header.magic, kSampleMagic, sizeof header.magic);
    header.version = kSampleVersion;
    header.begin_ns = 1000;
    header.period_ns = 1600;
    header.clock = clock;
    append("thread-0.samples", header, kSampleHeaderBytes);
    for (const SampleRecord& record : records) append("thread-0.samples", record);
  }

  template <class Record>
  void append(const char* name, const Record& record, std::size_t bytes = sizeof(Record)) const {
    std::string raw(bytes, '\0');
    std::memcpy(raw.data(), &record, sizeof record);
    std::ofstream(folder / name, std::ios::binary | std::ios::app) << raw;
  }

  [[nodiscard]] FunctionSamples read(std::uint32_t rank = 3) const {
    const auto reader = FunctionSampleReader::open(experiment, 1'000'000'000);
    EXPECT_TRUE(reader.ok()) << reader.error().message();
    auto samples = reader->read(rank);
    EXPECT_TRUE(samples.ok()) << samples.error().message();
    return *samples;
  }

  // Returns the names of the functions that the sample at this node is in.
  [[nodiscard]] std::vector<std::string> functions_at(std::uint32_t node) const {
    write({SampleRecord::of(100, node)});
    const auto reader = FunctionSampleReader::open(experiment, 1'000'000'000);
    EXPECT_TRUE(reader.ok());
    const FunctionSamples samples = read();
    std::vector<std::string> names;
    for (const std::uint32_t function : samples.paths.at(samples.samples.at(0).path))
      names.push_back(reader->functions()[function].name);
    return names;
  }

  static constexpr std::uint32_t kInMemcpy = 4, kInWork = 5, kInMain = 2, kInOwn = 6;  // nodes

  base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  fs::path experiment = directory.path();
  fs::path folder = experiment / base::kSamplesFolder / "node-7";
};

TEST_F(FunctionSamplesTest, LibrariesAndInlinedFunctionsArePartOfTheProgramsFunctions) {
  write({SampleRecord::of(100, kInMemcpy), SampleRecord::of(200, kInWork)});
  const auto reader = FunctionSampleReader::open(experiment, 1'000'000'000);
  ASSERT_TRUE(reader.ok());
  const FunctionSamples samples = read();
  ASSERT_EQ(samples.samples.size(), 2u);
  for (const FunctionSamples::At& sample : samples.samples) {
    std::vector<std::string> names;
    for (const std::uint32_t function : samples.paths[sample.path])
      names.push_back(reader->functions()[function].name);
    EXPECT_EQ(names, (std::vector<std::string>{"main", "work"}));
  }
}

TEST_F(FunctionSamplesTest, UnknownCallersAreSaid) {
  append("thread-0.paths", PathNode{0, 0, 0, 0, PathNodeKind::Partial, 0});
  append("thread-0.paths", PathNode{0x208, 7, 8, 0, PathNodeKind::Instruction, 0});
  EXPECT_EQ(functions_at(8), (std::vector<std::string>{"(callers not known)", "work"}));
}

// As in call stacks, only the innermost function of a deep recursion is shown: depths differ.
TEST_F(FunctionSamplesTest, DeepRecursionIsLeftOut) {
  std::uint32_t node = 3;
  for (std::uint32_t depth = 0; depth < 300; ++depth, node = 6 + depth)
    append("thread-0.paths", PathNode{0x204, node, 4, 0, PathNodeKind::Call, 0});
  append("thread-0.paths", PathNode{0x104, node, 4, 0, PathNodeKind::Call, 0});
  EXPECT_EQ(functions_at(node + 1), (std::vector<std::string>{"(frames left out)", "main"}));
}

// The time of recording belongs to no function that only samples know.
TEST_F(FunctionSamplesTest, OwnWorkIsInNoFunction) {
  write({SampleRecord::of(100, kInOwn)});
  const FunctionSamples samples = read();
  ASSERT_EQ(samples.samples.size(), 1u);
  EXPECT_TRUE(samples.paths[samples.samples[0].path].empty());
}

TEST_F(FunctionSamplesTest, TimesAreThoseOfTheTracesClock) {
  write({SampleRecord::of(100, kInWork), SampleRecord::of(250'000, kInWork)});
  const FunctionSamples samples = read();
  EXPECT_EQ(samples.samples[0].ticks, 5000u + 1600 * 5 / 2);
  EXPECT_EQ(samples.samples[1].ticks, 5000u + 4'000'000 * 5 / 2);
}

TEST_F(FunctionSamplesTest, ASampleStandsForTheTimeToItsNeighbours) {
  // Samples come once a period; then a wait in the system has one at its begin and one at its end;
  // then follows a gap of unknown content.
  write({SampleRecord::of(100, kInWork), SampleRecord::of(200, kInWork),
         SampleRecord::of(300, kInMain), SampleRecord::of(1300, kInMain),
         SampleRecord::of(9300, kInWork)});
  std::vector<std::uint32_t> weights;
  for (const FunctionSamples::At& sample : read().samples) weights.push_back(sample.weight);
  constexpr std::uint32_t kOne = FunctionSamples::kPeriod;
  EXPECT_EQ(weights, (std::vector<std::uint32_t>{kOne, kOne, kOne / 2 + 5 * kOne,
                                                 5 * kOne + kOne / 2, kOne}));
}

TEST_F(FunctionSamplesTest, OtherRanksAndUnknownClocksHaveNone) {
  write({SampleRecord::of(100, kInWork)});
  EXPECT_TRUE(read(2).samples.empty());
  std::ofstream(folder / base::kSampledProcessFile)
      << "tarry-samples\t3\nprocess\t1\t3\t4\t7\tnode\n"
         "module\t0\t0\t0\t0\t/bin/app\n";
  EXPECT_TRUE(read().samples.empty());
}

TEST_F(FunctionSamplesTest, SamplesOfComputingTimeAreRefused) {
  write({SampleRecord::of(100, kInWork)}, SampleClock::Cpu);
  const auto reader = FunctionSampleReader::open(experiment, 1'000'000'000);
  ASSERT_FALSE(reader.ok());
  EXPECT_EQ(reader.error().code, base::ErrorCode::Unsupported);
}

}  // namespace
}  // namespace tarry::samples
