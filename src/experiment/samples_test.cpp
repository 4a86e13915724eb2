// SPDX-License-Identifier: BSD-3-Clause
#include "experiment/samples.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "base/experiment_files.h"
#include "base/files.h"
#include "base/temporary_directory.h"
#include "samples/sample_files.h"

namespace tarry::experiment {
namespace {

namespace fs = std::filesystem;
using samples::kSampleHeaderBytes;
using samples::kSampleWindowBytes;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Two threads of a process that is over, without samples.
class FinishedSamplesTest : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder);
    write(base::kSampledProcessFile, "tarry-samples\t3\nprocess\t1\t0\t1\t7\tnode\n");
    samples::SampleHeader header{};
    std::memcpy(header.magic, samples::kSampleMagic, sizeof header.magic);
    header.version = samples::kSampleVersion;
    header.end_ns = 1;
    std::string records(kSampleHeaderBytes + kSampleWindowBytes, '\0');
    std::memcpy(records.data(), &header, sizeof header);
    const samples::PathNode root{0, 0, 0, 0, samples::PathNodeKind::Root, 0};
    std::string nodes(kSampleWindowBytes, '\0');
    std::memcpy(nodes.data(), &root, sizeof root);
    for (const std::string thread : {"thread-0", "thread-1"}) {
      write(thread + ".samples", records);
      write(thread + ".paths", nodes);
    }
  }
  void write(const std::string& name, const std::string& text) const {
    ASSERT_TRUE(base::write_file(folder / name, text).ok());
  }
  [[nodiscard]] FinishedSamples finish() const {
    auto finished = finish_samples(Experiment(directory.path()), samples::NamedCode::All);
    EXPECT_TRUE(finished.ok()) << finished.error().message();
    return std::move(*finished);
  }

  base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
  fs::path folder = directory.path() / base::kSamplesFolder / "node-7";
};

TEST_F(FinishedSamplesTest, CutsFilesToWhatIsUsed) {
  const FinishedSamples finished = finish();
  EXPECT_LT(finished.cost.bytes, 2 * kSampleHeaderBytes);
  EXPECT_THAT(finished.archive.notes, IsEmpty());
}

TEST_F(FinishedSamplesTest, SaysOnceThatFilesCannotBeCut) {
  for (const char* file : {"thread-0.paths", "thread-1.samples"})
    fs::create_directories(folder / (file + (".part-" + std::to_string(::getpid()))));
  const FinishedSamples finished = finish();
  EXPECT_GT(finished.cost.bytes, 2 * kSampleWindowBytes);
  EXPECT_THAT(finished.archive.notes,
              ElementsAre(AllOf(HasSubstr("the samples of 2 threads"), HasSubstr("cannot write"))));
}

}  // namespace
}  // namespace tarry::experiment
