// SPDX-License-Identifier: BSD-3-Clause
#include "samples/sample_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <fstream>

#include "base/experiment_files.h"
#include "base/files.h"
#include "base/temporary_directory.h"
#include "samples/names_file.h"

namespace tarry::samples {
namespace {

namespace fs = std::filesystem;

class SampleFilesTest : public testing::Test {
 protected:
  SampleFilesTest() { fs::create_directories(folder("a-1")); }

  [[nodiscard]] fs::path folder(const std::string& name) const {
    return experiment / base::kSamplesFolder / name;
  }
  void add_process(const std::string& name, const std::string& lines) const {
    fs::create_directories(folder(name));
    std::ofstream(folder(name) / base::kSampledProcessFile) << "tarry-samples\t2\n" << lines;
  }
  template <class Record>
  static void append(const fs::path& file, const Record& record, std::size_t bytes) {
    std::string raw(bytes, '\0');
    std::memcpy(raw.data(), &record, sizeof record);
    std::ofstream(file, std::ios::binary | std::ios::app) << raw;
  }
  void add_thread(const std::vector<PathNode>& nodes, const std::vector<SampleRecord>& records) {
    SampleHeader header{};
    std::memcpy(header.magic, kSampleMagic, sizeof header.magic);
    header.version = kSampleVersion;
    header.end_ns = 1'000'000'000'000;
    const fs::path base = folder("a-1") / "thread-0";
    append(base.string() + ".samples", header, kSampleHeaderBytes);
    for (const SampleRecord& record : records)
      append(base.string() + ".samples", record, sizeof record);
    for (const PathNode& node : nodes) append(base.string() + ".paths", node, sizeof node);
  }
  [[nodiscard]] SampledThread read() const {
    const auto processes = find_sampled_processes(experiment);
    EXPECT_TRUE(processes.ok());
    const auto thread = read_sampled_thread(processes->at(0), 0);
    EXPECT_TRUE(thread.ok()) << thread.error().message();
    return *thread;
  }

  base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  fs::path experiment = directory.path();
};

constexpr PathNode kProgram{0, 0, 0, 0, PathNodeKind::Root, 0};
PathNode node(std::uint32_t parent, std::uint64_t address, PathNodeKind kind = PathNodeKind::Call) {
  return {address, parent, 4, 0, kind, 0};
}

TEST_F(SampleFilesTest, ProcessesComeByRank) {
  add_process("a-1", "process\t1\t5\t8\t1\ta\nmodule\t0\t0\t0\t0\t/bin/x\\ty\nnote\thow odd\n");
  add_process("b-2", "process\t1\t2\t8\t2\tb\nprogram\t/bin/x\n");
  add_process("c-3", "process\t0\t0\t1\t3\tc\n");
  const auto processes = find_sampled_processes(experiment);
  ASSERT_TRUE(processes.ok());
  ASSERT_EQ(processes->size(), 3u);
  EXPECT_EQ(processes->at(0).rank, 2u);
  EXPECT_EQ(processes->at(0).program, "/bin/x");
  EXPECT_EQ(processes->at(1).rank, 5u);
  EXPECT_EQ(processes->at(1).modules, std::vector<std::string>{"/bin/x\ty"});
  EXPECT_EQ(processes->at(1).notes, std::vector<std::string>{"how odd"});
  EXPECT_EQ(processes->at(2).rank, 2u) << "without rank: its position";
}

TEST_F(SampleFilesTest, NoSamplesAreNoError) {
  const auto processes = find_sampled_processes(experiment / "nowhere");
  ASSERT_TRUE(processes.ok());
  EXPECT_TRUE(processes->empty());
}

TEST_F(SampleFilesTest, DamagedLinesAreRefused) {
  for (const char* lines : {"process\t1\tmany\t8\t1\ta\n", "program\t/bin/x\n"}) {
    add_process("a-1", lines);
    const auto read = read_sampled_process(folder("a-1"));
    EXPECT_EQ(read.error().code, base::ErrorCode::BadInput) << lines;
    const auto processes = find_sampled_processes(experiment);
    ASSERT_TRUE(processes.ok()) << lines;
    EXPECT_TRUE(processes->empty()) << lines;
  }
  std::ofstream(folder("a-1") / base::kSampledProcessFile) << "tarry-samples\t99\n";
  EXPECT_FALSE(find_sampled_processes(experiment).ok());
}

TEST_F(SampleFilesTest, WhatWasNotWrittenIsNotThere) {
  add_process("a-1", "process\t1\t0\t1\t1\ta\n");
  add_thread({kProgram, node(0, 0x100), node(1, 0x200), {}},
             {SampleRecord::of(10, 1),
              SampleRecord::of(1, SampleRecord::kUpperTime),
              SampleRecord::of(20, 2, 1),
              {}});
  const SampledThread thread = read();
  EXPECT_TRUE(thread.is_complete());
  EXPECT_EQ(thread.nodes.size(), 3u);
  ASSERT_EQ(thread.records.size(), 2u);
  EXPECT_EQ(thread.records[1].since_begin_ns, ((1ull << 32) + 20) * 16);
  EXPECT_EQ(thread.damaged, 0u);
}

TEST_F(SampleFilesTest, CountsOfCallsAreKnownAsFarAsThereIsRoom) {
  add_process("a-1", "process\t1\t0\t1\t1\ta\n");
  add_thread({kProgram, node(0, 0x100)},
             {SampleRecord::of(10, 1, 7, 4094, 0x987), SampleRecord::of(20, 1, 70000, 4095, 0),
              SampleRecord::of(30, 1, 0, 1ull << 40, 5000)});
  const std::vector<RecordedSample> records = read().records;
  ASSERT_EQ(records.size(), 3u);
  EXPECT_EQ(records[0].node, 1u);
  EXPECT_EQ(records[0].common, 7u);
  EXPECT_EQ(records[0].calls, 4094u);
  EXPECT_EQ(records[0].synchronisations, 0x987u);
  EXPECT_EQ(records[1].common, 0xffffu);
  EXPECT_EQ(records[1].calls, RecordedSample::kUnknown) << "so many, or more";
  EXPECT_EQ(records[1].synchronisations, 0u);
  EXPECT_EQ(records[2].calls, RecordedSample::kUnknown);
  EXPECT_EQ(records[2].synchronisations, RecordedSample::kUnknown);
}

TEST_F(SampleFilesTest, OtherVersionsAreRefused) {
  add_process("a-1", "process\t1\t0\t1\t1\ta\n");
  add_thread({kProgram}, {});
  std::fstream file(folder("a-1") / "thread-0.samples");
  file.seekp(offsetof(SampleHeader, version)).put(1);
  file.close();
  const auto processes = find_sampled_processes(experiment);
  ASSERT_TRUE(processes.ok());
  EXPECT_EQ(read_sampled_thread(processes->at(0), 0).error().code, base::ErrorCode::Unsupported);
  std::ofstream(folder("a-1") / base::kSampledProcessFile) << "tarry-samples\t1\n";
  const auto refused = find_sampled_processes(experiment);
  EXPECT_EQ(refused.error().code, base::ErrorCode::Unsupported) << refused.error().message();
}

TEST_F(SampleFilesTest, DamagedRecordsAreCounted) {
  add_process("a-1", "process\t1\t0\t1\t1\ta\n");
  add_thread({kProgram, node(0, 0x100), node(9, 0x200)},
             {SampleRecord::of(10, 1), SampleRecord::of(20, 2), SampleRecord::of(5, 1),
              SampleRecord::of(30, 1)});
  const SampledThread thread = read();
  EXPECT_EQ(thread.nodes.size(), 2u) << "a parent that comes later";
  EXPECT_EQ(thread.records.size(), 2u);
  EXPECT_EQ(thread.damaged, 2u);
}

TEST_F(SampleFilesTest, RecordsBehindTheEndAndCutFilesAreTold) {
  add_process("a-1", "process\t1\t0\t1\t1\ta\n");
  std::vector<SampleRecord> records(kSampleWindowBytes / sizeof(SampleRecord));
  records[0] = SampleRecord::of(10, 1);
  records[1] = SampleRecord::of(0, SampleRecord::kUpperTime);
  records[1].time = 1000;  // 68,719 s
  records[2] = SampleRecord::of(20, 1);
  add_thread({kProgram, node(0, 0x100)}, records);
  EXPECT_EQ(read().records.size(), 1u);
  EXPECT_EQ(read().damaged, 1u);
  EXPECT_FALSE(read().is_cut);
  fs::resize_file(folder("a-1") / "thread-0.samples", kSampleHeaderBytes + 1200);
  EXPECT_TRUE(read().is_cut);
}

TEST_F(SampleFilesTest, OtherFilesAreRefused) {
  add_process("a-1", "process\t1\t0\t1\t1\ta\n");
  std::ofstream(folder("a-1") / "thread-0.samples") << std::string(5000, 'x');
  std::ofstream(folder("a-1") / "thread-0.paths") << "";
  const auto processes = find_sampled_processes(experiment);
  ASSERT_TRUE(processes.ok());
  EXPECT_FALSE(read_sampled_thread(processes->at(0), 0).ok());
  EXPECT_TRUE(processes->at(0).threads.empty());
  std::ofstream(folder("a-1") / "thread-0.samples") << "short";
  EXPECT_FALSE(read_sampled_thread(processes->at(0), 0).ok());
}

TEST_F(SampleFilesTest, NamesAreReadAsTheyWereWritten) {
  add_process("a-1", "process\t1\t0\t1\t1\ta\nmodule\t0\t0\t0\t0\t/no/such/lib\\tx.so\n");
  add_thread({kProgram, node(0, 0x1104)}, {SampleRecord::of(10, 1)});
  const auto named = name_samples(experiment);
  ASSERT_TRUE(named.ok()) << named.error().message();
  const auto read_again = read_sample_names(experiment);
  ASSERT_TRUE(read_again.ok()) << read_again.error().message();
  EXPECT_EQ(*read_again, *named);
  EXPECT_TRUE(named->places.contains({"/no/such/lib\tx.so", 0x1103}));
  EXPECT_EQ(named->places.at({"/no/such/lib\tx.so", 0x1103})[0].function, "lib\tx.so+0x1100");
  const auto processes = find_sampled_processes(experiment);
  const auto place = place_of_node(node(0, 0x1104), processes->at(0), *named);
  ASSERT_EQ(place.size(), 1u);
  EXPECT_EQ(place[0].function, "lib\tx.so+0x1100") << "the begin of the function";
}

TEST_F(SampleFilesTest, NamesOfLibrariesAreAddedWhenTheyAreWanted) {
  add_process("a-1",
              "process\t1\t0\t1\t1\ta\n"
              "module\t0\t0\t0\t0\t/no/such/app\nmodule\t1\t0\t0\t0\t/no/such/libc.so.6\n");
  PathNode in_library = node(1, 0x2204);
  in_library.module = 1;
  add_thread({kProgram, node(0, 0x1104), in_library}, {SampleRecord::of(10, 2)});
  const std::pair<std::string, std::uint64_t> program{"/no/such/app", 0x1103};
  const std::pair<std::string, std::uint64_t> library{"/no/such/libc.so.6", 0x2203};

  ASSERT_TRUE(name_samples(experiment, NamedCode::Program).ok());
  auto names = read_sample_names(experiment);
  ASSERT_TRUE(names.ok()) << names.error().message();
  EXPECT_EQ(names->named, NamedCode::Program);
  EXPECT_TRUE(names->places.contains(program));
  EXPECT_FALSE(names->places.contains(library));

  ASSERT_TRUE(name_left_out_samples(experiment, *names).ok());
  names = read_sample_names(experiment);
  ASSERT_TRUE(names.ok()) << names.error().message();
  EXPECT_TRUE(names->places.contains(library));
  const auto all = name_samples(experiment);
  ASSERT_TRUE(all.ok()) << all.error().message();
  EXPECT_EQ(*names, *all);
}

TEST_F(SampleFilesTest, LoopsAndFlowsAreReadAsTheyWereWritten) {
  add_process("a-1", "process\t1\t0\t1\t1\ta\n");
  using Kind = FlowPlace::Kind;
  SampleNames names;
  names.places[{"app", 0x10}] = {{"f", "a.c", 7}, {"g", "b\tc.h", 2}};
  names.callees[{"app", 0x10}] = {"h", "i\tj"};
  CodeStructure& structure = names.structure["app"];
  structure.instructions[0x10] = {{{0, "a.c", 5, 0x8}, {1, "b\tc.h", 1, 0xa}}, {3, 4, 5, 6}};
  structure.flows[3] = {{{Kind::Begin, 0}, {Kind::Body, 4}}, {{Kind::Body, 4}, {Kind::End, 0}}};
  structure.flows[6] = {{{Kind::Begin, 0}, {Kind::Call, 0x10}},
                        {{Kind::Begin, 0}, {Kind::End, 0}},
                        {{Kind::Call, 0x10}, {Kind::End, 0}}};
  ASSERT_TRUE(write_sample_names(experiment, names).ok());
  const auto read_again = read_sample_names(experiment);
  ASSERT_TRUE(read_again.ok()) << read_again.error().message();
  EXPECT_EQ(*read_again, names);
}

TEST_F(SampleFilesTest, NamesAreRefusedIfAnyByteIsNotAsItWasWritten) {
  add_process("a-1", "process\t1\t0\t1\t1\ta\nmodule\t0\t0\t0\t0\t/no/such.so\n");
  add_thread({kProgram, node(0, 0x1104)}, {SampleRecord::of(10, 1)});
  ASSERT_TRUE(name_samples(experiment).ok());
  const auto file = experiment / base::kSamplesFolder / base::kSampleNamesFile;
  const auto text = base::read_file(file);
  ASSERT_TRUE(text.ok());
  for (std::size_t at = 0; at < text->size(); ++at) {
    std::string changed = *text;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    std::ofstream(file) << changed;
    EXPECT_FALSE(read_sample_names(experiment).ok()) << at;
    std::ofstream(file) << text->substr(0, at);
    EXPECT_FALSE(read_sample_names(experiment).ok()) << "cut at " << at;
  }
}

TEST_F(SampleFilesTest, DamagedNamesAreLeftOut) {
  add_process("a-1", "process\t1\t0\t1\t1\ta\n");
  std::ofstream(experiment / base::kSamplesFolder / base::kSampleNamesFile)
      << "tarry-sample-names\t2\nobject\tapp\nplace\tx\nplace\t10\tf\ta.c\tx\nloops\t10\t1\n"
         "loops\t20\t1\ta.c\t5\t8\t0\ta.c\t6\t9\nbodies\t10\tx\nflow\t1\tbegin\nflow\n"
         "flow\t1\tnowhere\tend\nflow\t2\tbegin\tq\n\n";
  const auto names = read_sample_names(experiment);
  ASSERT_TRUE(names.ok()) << names.error().message();
  EXPECT_TRUE(names->places.empty());
  for (const auto& [address, structure] : names->structure.at("app").instructions)
    EXPECT_EQ(structure, InstructionStructure{}) << address;
}

}  // namespace
}  // namespace tarry::samples
