// SPDX-License-Identifier: BSD-3-Clause
#include "samples/missing_samples.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>

#include "base/experiment_files.h"
#include "base/temporary_directory.h"
#include "samples/recorded_samples.h"
#include "samples/sample_files.h"

namespace tarry::samples {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class MissingSamplesTest : public testing::Test {
 protected:
  MissingSamplesTest() {
    for (const char* rank : {"0", "1", "2"}) {
      const fs::path folder = folder_of(rank);
      fs::create_directories(folder);
      std::ofstream(folder / base::kSampledProcessFile)
          << "tarry-samples\t3\nprocess\t1\t" << rank << "\t3\t7\tnode\n";
      SampleHeader header{};
      std::memcpy(header.magic, kSampleMagic, sizeof header.magic);
      header.version = kSampleVersion;
      header.header_bytes = sizeof header;
      for (const char* thread : {"thread-0", "thread-1"}) {
        std::ofstream(folder / (thread + std::string(".samples")), std::ios::binary)
            << std::string(reinterpret_cast<const char*>(&header), sizeof header);
        std::ofstream(folder / (thread + std::string(".paths"))) << "TARRYPTH";
      }
    }
  }
  [[nodiscard]] fs::path folder_of(const std::string& rank) const {
    return directory.path() / base::kSamplesFolder / ("node-" + rank);
  }
  [[nodiscard]] std::vector<std::string> missing() const {
    return missing_samples(directory.path());
  }
  [[nodiscard]] std::vector<SampledProcess> found() const {
    const auto processes = find_sampled_processes(directory.path());
    EXPECT_TRUE(processes.ok()) << processes.error().message();
    return *processes;
  }

  base::TemporaryDirectory directory = *base::TemporaryDirectory::make();
};

TEST_F(MissingSamplesTest, NothingIsSaidWhereAllIsThere) {
  EXPECT_EQ(found().size(), 3u);
  EXPECT_THAT(found()[0].threads, ElementsAre(0, 1));
  EXPECT_THAT(missing(), IsEmpty());
}

TEST_F(MissingSamplesTest, AThreadWithoutItsOtherFileIsLeftOut) {
  fs::remove(folder_of("0") / "thread-1.paths");
  fs::remove(folder_of("1") / "thread-0.samples");
  fs::resize_file(folder_of("2") / "thread-0.samples", 0);
  EXPECT_THAT(found()[0].threads, ElementsAre(0));
  EXPECT_THAT(found()[1].threads, IsEmpty()) << "the first one is missing";
  EXPECT_THAT(found()[2].threads, IsEmpty());
  EXPECT_THAT(missing(), ElementsAre(HasSubstr("the process in samples/node-1 is left out"),
                                     HasSubstr("the process in samples/node-2 is left out"),
                                     HasSubstr("thread 1 in samples/node-0 is left out"),
                                     HasSubstr("may be wrong")));
}

TEST_F(MissingSamplesTest, TheFirstThreadIsMissedIfBothOfItsFilesAre) {
  fs::remove(folder_of("0") / "thread-0.samples");
  fs::remove(folder_of("0") / "thread-0.paths");
  EXPECT_THAT(missing(), ElementsAre(HasSubstr("the process in samples/node-0"), testing::_));
}

TEST_F(MissingSamplesTest, AProcessWithoutItsFileIsLeftOut) {
  std::ofstream(folder_of("1") / base::kSampledProcessFile);
  fs::remove(folder_of("2") / base::kSampledProcessFile);
  EXPECT_EQ(found().size(), 1u);
  EXPECT_THAT(missing(), ElementsAre(HasSubstr("samples/node-1 is left out"),
                                     HasSubstr("samples/node-2 is left out"),
                                     HasSubstr("no samples of ranks 1-2, of 3"), testing::_));
}

TEST_F(MissingSamplesTest, RanksThatWereStartedAreMissed) {
  fs::remove_all(folder_of("1"));
  EXPECT_THAT(missing(), ElementsAre(HasSubstr("no samples of rank 1, of 3"), testing::_));
}

TEST_F(MissingSamplesTest, OfSeveralLaunchesNoRankIsMissed) {
  fs::remove_all(folder_of("1"));
  fs::rename(folder_of("2"), folder_of("3"));
  std::ofstream(folder_of("3") / base::kSampledProcessFile)
      << "tarry-samples\t3\nprocess\t1\t0\t3\t7\tnode\n";
  EXPECT_THAT(missing(), IsEmpty());
}

TEST_F(MissingSamplesTest, ManyAreSummedUp) {
  for (const char* rank : {"0", "1", "2"})
    for (const char* file : {"thread-2.paths", "thread-3.samples"})
      std::ofstream(folder_of(rank) / file) << "TARRYPTH";
  const std::vector<std::string> all = missing();
  ASSERT_EQ(all.size(), 7u);
  EXPECT_EQ(all[5], "1 more process or thread is left out");
}

TEST_F(MissingSamplesTest, WithoutAnySoundProcessThereIsNoDiagnosis) {
  for (const char* rank : {"0", "1", "2"})
    std::ofstream(folder_of(rank) / base::kSampledProcessFile);
  const base::Status prepared = prepare_samples(directory.path());
  ASSERT_FALSE(prepared.ok());
  EXPECT_EQ(prepared.error().code, base::ErrorCode::BadInput);
  EXPECT_THAT(prepared.error().message(), HasSubstr("node-0 is left out"));
}

}  // namespace
}  // namespace tarry::samples
